import { chance } from '#test/world/ids.ts'

/** Simple drawings of invented people; no real person is meant. The same seed always gives the same face. */
export type Sitter = { age: 'child' | 'adult'; female: boolean; seed: number }

const grounds = ['#e3efe9', '#fbeed6', '#f1e4ee', '#e5e8f5', '#eef0d9', '#f6e3dc', '#dfecf5', '#f6e2e9']
const clothes = ['#0b5d5b', '#d98a1f', '#7a3b69', '#3d4f91', '#4f5c12', '#9c3f28', '#1f628e', '#9c3355']
const scarves = ['#b5dac9', '#f0c27c', '#dda3cc', '#a9b8f5', '#c1cf7d', '#f3a68f', '#8fc7ec', '#fffdf8']
const skins = ['#f3cfae', '#e8b88e', '#d9a273', '#c08557', '#a06a43']
const hairs = ['#2b211c', '#3a2a20', '#1f1a18', '#5a3b25']

const one = <Thing>(of: readonly Thing[], ...words: (string | number)[]) => of[chance(of.length, ...words)]!

/** A face as an SVG of 100 by 100. */
export function face(sitter: Sitter): string {
  const { seed, age, female } = sitter
  const at = chance(grounds.length, 'ground', seed)
  const skin = one(skins, 'skin', seed)
  const hair = age === 'adult' && chance(5, 'grey', seed) === 0 ? '#8d8781' : one(hairs, 'hair', seed)
  const cloth = clothes[(at + 1 + chance(6, 'cloth', seed)) % clothes.length]!
  const scarf = scarves[(at + 3 + chance(4, 'scarf', seed)) % scarves.length]!
  const wearsScarf = female && age === 'adult' && chance(4, 'wears', seed) > 0
  const hairBehind = female ? longHair(hair, sitter) : ''
  const hairInFront = female ? fringe(hair, seed) : shortHair(hair, seed)
  const head = [
    wearsScarf ? scarfBehind(scarf) : hairBehind,
    body(cloth),
    neck(skin),
    features(skin, seed, age),
    wearsScarf ? scarfAround(scarf) : hairInFront,
    age === 'adult' && !female ? beard(hair, seed) : '',
    chance(5, 'glasses', seed) === 0 ? glasses : '',
  ]
  return drawn(100, 100, `<rect width="100" height="100" fill="${grounds[at]}"/>${head.join('')}`)
}

export const drawn = (width: number, height: number, inside: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}">${inside}</svg>`

const body = (cloth: string) =>
  `<path d="M12 100C12 79 31 73 50 73s38 6 38 27z" fill="${cloth}"/><path d="M41 73l9 10 9-10z" fill="#fffdf8"/>`

const neck = (skin: string) =>
  `<path d="M43 58h14v14a7 7 0 0 1-14 0z" fill="${skin}"/><path d="M43 64q7 6 14 0v4q-7 5-14 0z" fill="#00000018"/>`

/** Ears, head, eyes, brows, cheeks and a smile. */
function features(skin: string, seed: number, age: Sitter['age']) {
  const [wide, high] = age === 'child' ? [21, 21.5] : [19.5, 23]
  const smile = one(['M43 56q7 6.5 14 0', 'M44 57q6 4.5 12 0', 'M42.5 55.5q7.5 9 15 0z'], 'smile', seed)
  const mouth = smile.endsWith('z') ? 'fill="#fff" stroke="#9a4a3d"' : 'fill="none" stroke="#9a4a3d"'
  return `
    <circle cx="${50 - wide}" cy="48" r="4.5" fill="${skin}"/><circle cx="${50 + wide}" cy="48" r="4.5" fill="${skin}"/>
    <ellipse cx="50" cy="46" rx="${wide}" ry="${high}" fill="${skin}"/>
    <g fill="#e0705a" opacity=".28"><circle cx="38" cy="53" r="4"/><circle cx="62" cy="53" r="4"/></g>
    <g fill="#2b211c"><circle cx="42" cy="46.5" r="2.3"/><circle cx="58" cy="46.5" r="2.3"/></g>
    <g fill="#fff"><circle cx="42.8" cy="45.7" r=".8"/><circle cx="58.8" cy="45.7" r=".8"/></g>
    <g fill="none" stroke="#2b211c" stroke-width="1.6" stroke-linecap="round">
      <path d="M38.5 41q3.5-2 7 0M54.5 41q3.5-2 7 0"/></g>
    <path d="${smile}" ${mouth} stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round"/>`
}

const cuts = [
  'M28.5 44C26 24 39 17 50 17s24 7 21.5 27C67 36 61 33.5 50 33.5S33 36 28.5 44z',
  'M28.5 45C26 22 41 15 54 17c14 2 20 14 17.5 28-2-7-5-11-9.5-14-9 6-22 5-29 5-2 3-3.5 6-4.5 9z',
  'M28.5 44c-3-12 2-19 7-21 2-5 10-7 15-5 6-3 13 0 15 5 6 3 8 11 6 21-3-6-5-9-8-10-4 2-8 1-11-1-5 3-9 3-12 1-5 2-9 4-12 10z',
]

const shortHair = (hair: string, seed: number) => `<path d="${one(cuts, 'cut', seed)}" fill="${hair}"/>`

/** The part of long hair behind the head: loose, in two tails, or in a bun. */
const longHair = (hair: string, { seed, age }: Sitter) =>
  one(
    [
      `<path d="M25 46C23 20 39 13 50 13s27 7 25 33l2 26c-8 8-46 8-54 0z" fill="${hair}"/>`,
      `<circle cx="50" cy="17" r="10" fill="${hair}"/><path d="M26 52C22 24 38 14 50 14s28 10 24 38z" fill="${hair}"/>`,
      ...(age === 'child'
        ? [
            `<g fill="${hair}"><circle cx="22" cy="55" r="9.5"/><circle cx="78" cy="55" r="9.5"/></g>
       <g fill="#d98a1f"><circle cx="27" cy="47" r="3"/><circle cx="73" cy="47" r="3"/></g>`,
          ]
        : []),
    ],
    'long',
    seed,
  )

const fringe = (hair: string, seed: number) =>
  `<path d="${one(
    [
      'M28 47C25 24 38 16 50 16s25 8 22 31c-2-8-6-13-11-15-8 4-20 4-26 2-3 3-6 8-7 13z',
      'M28 47C25 24 38 16 50 16s25 8 22 31c-3-9-10-14-22-15-11 1-19 6-22 15z',
    ],
    'fringe',
    seed,
  )}" fill="${hair}"/>`

const scarfBehind = (scarf: string) =>
  `<path d="M22 54C19 24 35 12 50 12s31 12 28 42c0 12-3 22-8 28H30c-5-6-8-16-8-28z" fill="${scarf}"/>`

/** The scarf covers forehead, cheeks and shoulders, not the face. */
const scarfAround = (scarf: string) => `
  <path d="M22 54C19 24 35 12 50 12s31 12 28 42c0 14-6 26-28 33-22-7-28-19-28-33zM33 47c0 14 7 22.5 17 22.5S67 61 67 47c0-11-6-18-17-18s-17 7-17 18z"
    fill="${scarf}" fill-rule="evenodd"/>
  <path d="M33 62q8 13 30 16-12 6-26 2-5-8-4-18z" fill="#00000012"/>`

const beard = (hair: string, seed: number) =>
  one(
    [
      '',
      `<path d="M42 53.5q8-4.5 16 0-8 2-16 0z" fill="${hair}"/>`,
      `<path d="M31 50c1 14 8 20 19 20s18-6 19-20c-3 5-6 5-9 3-6-3-14-3-20 0-3 2-6 2-9-3zM43.5 57.5q6.5 4.5 13 0-6.5-1.5-13 0z" fill="${hair}" fill-rule="evenodd"/>`,
    ],
    'beard',
    seed,
  )

const glasses = `<g fill="none" stroke="#3a2a20" stroke-width="1.5"><circle cx="42" cy="47" r="6"/>
  <circle cx="58" cy="47" r="6"/><path d="M48 47h4"/></g>`
