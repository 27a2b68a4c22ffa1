import { drawn } from './faces.ts'

/** Schools as small scenes without a background, 300 by 110. Around them, the colour of the page is visible. */
export const scenes: Record<'nile' | 'delta' | 'pending' | 'closed', () => string> = {
  nile: () =>
    scene(
      sun(228, 44, 22),
      house({ x: 92, width: 116, height: 50, wall: '#f3dfb8', roof: '#0b5d5b', arches: 5 }),
      palm(72, 46),
      palm(222, 38),
      river('#4c8a86', '#b5dac9'),
      boat(258),
    ),
  delta: () =>
    scene(
      sun(70, 40, 18),
      house({ x: 106, width: 88, height: 42, wall: '#fbe3d2', roof: '#9c3f28', arches: 3 }),
      hills('#b5dac9'),
      ...[64, 84, 206, 224, 244].map((x, nth) => flower(x, ['#9c3355', '#d98a1f', '#7a3b69'][nth % 3]!)),
    ),
  pending: () =>
    scene(
      sun(150, 62, 44),
      house({ x: 104, width: 92, height: 40, wall: '#fffdf8', roof: '#d98a1f', arches: 4 }),
      hills('#f0c27c'),
      palm(86, 34),
      palm(216, 40),
    ),
  closed: () =>
    scene(
      house({ x: 110, width: 80, height: 40, wall: '#e5e8f5', roof: '#3d4f91', arches: 3 }),
      dome(150, 50),
      hills('#e4ddcd'),
      palm(82, 50),
      palm(96, 34),
      palm(214, 44),
    ),
}

const floor = 92

const scene = (...parts: string[]) => drawn(300, 110, parts.join(''))

const sun = (x: number, y: number, r: number) =>
  `<circle cx="${x}" cy="${y}" r="${r * 1.35}" fill="#f0c27c" opacity=".35"/><circle cx="${x}" cy="${y}" r="${r}" fill="#f0b45a"/>`

type House = { x: number; width: number; height: number; wall: string; roof: string; arches: number }

/** A school building: a roof, windows above, and a row of arches with the door in the middle. */
function house({ x, width, height, wall, roof, arches }: House) {
  const top = floor - height
  const each = width / arches
  const windows = Array.from({ length: arches }, (_, nth) => {
    const middle = x + each * (nth + 0.5)
    const isDoor = nth === Math.floor(arches / 2)
    return `<rect x="${middle - 5}" y="${top + 7}" width="10" height="9" rx="2" fill="#8fc7ec"/>
      <path d="M${middle - 6.5} ${floor}v-${isDoor ? 17 : 13}a6.5 6.5 0 0 1 13 0v${isDoor ? 17 : 13}z" fill="${isDoor ? roof : '#1d2b3626'}"/>`
  })
  const middle = x + width / 2
  return `<rect x="${x}" y="${top}" width="${width}" height="${height}" rx="3" fill="${wall}"/>
    <path d="M${x - 5} ${top}h${width + 10}l-7-8H${x + 2}z" fill="${roof}"/>${windows.join('')}
    <path d="M${middle} ${top - 8}v-17" stroke="#5a6670" stroke-width="1.6"/><path d="M${middle} ${top - 25}l14 4-14 4z" fill="#a92b2b"/>`
}

function palm(x: number, height: number) {
  const top = floor - height
  const leaves = [-58, -22, 22, 58].map(
    (turn) => `<path d="M0 0C5-9 15-11 22-6 15-5 7-3 0 0z" transform="translate(${x} ${top}) rotate(${turn - 40})"/>`,
  )
  const others = [150, 190].map(
    (turn) => `<path d="M0 0C5-9 15-11 22-6 15-5 7-3 0 0z" transform="translate(${x} ${top}) rotate(${turn})"/>`,
  )
  return `<path d="M${x - 2} ${floor}Q${x + 3} ${floor - height / 2} ${x - 1} ${top}h3Q${x + 6} ${floor - height / 2} ${x + 3} ${floor}z" fill="#8a6a3b"/>
    <g fill="#1c6b3c">${leaves.join('')}${others.join('')}</g>`
}

const river = (
  deep: string,
  light: string,
) => `<path d="M34 ${floor}h232q14 0 10 8t-22 8H46q-18 0-22-8t10-8z" fill="${deep}"/>
  <path d="M60 99q8-3 16 0t16 0 16 0M176 102q8-3 16 0t16 0" fill="none" stroke="${light}" stroke-width="1.6" stroke-linecap="round"/>`

const boat = (x: number) => `<path d="M${x - 16} 96h30q-4 7-15 7t-15-7z" fill="#9c3f28"/>
  <path d="M${x - 2} 95V62q18 12 16 33z" fill="#fffdf8" stroke="#e4ddcd"/>`

const hills = (grass: string) => `<path d="M40 ${floor}h220q12 0 12 6t-12 6H40q-12 0-12-6t12-6z" fill="${grass}"/>`

const flower = (x: number, petal: string) => `<path d="M${x} 98V84" stroke="#1c6b3c" stroke-width="1.8"/>
  <g fill="${petal}"><circle cx="${x - 3.5}" cy="82" r="3.4"/><circle cx="${x + 3.5}" cy="82" r="3.4"/><circle cx="${x}" cy="78.5" r="3.4"/><circle cx="${x}" cy="85" r="3.4"/></g>
  <circle cx="${x}" cy="82" r="2.2" fill="#f0c27c"/>`

const dome = (x: number, y: number) => `<path d="M${x - 18} ${y}a18 16 0 0 1 36 0z" fill="#3d4f91"/>`
