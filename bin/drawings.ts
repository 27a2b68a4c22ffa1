// Renders the SVG drawings of the demo's people and schools into the small picture files that the demo loads.
import { mkdirSync, writeFileSync } from 'node:fs'
import sharp from 'sharp'
import { face } from '#test/world/drawings/faces.ts'
import { faces, fileOf, sitterOf } from '#test/world/drawings/pictures.ts'
import { scenes } from '#test/world/drawings/schools.ts'

const rendered = (svg: string, width: number) =>
  sharp(Buffer.from(svg), { density: 220 }).resize(width).webp({ quality: 70, effort: 6 }).toBuffer()

mkdirSync(fileOf('.').pathname.replace(/[^/]*$/, ''), { recursive: true })
let bytes = 0
async function write(name: string, svg: string, width: number) {
  const content = await rendered(svg, width)
  writeFileSync(fileOf(name), content)
  bytes += content.length
}
for (const kind of Object.keys(faces) as (keyof typeof faces)[])
  for (let nth = 0; nth < faces[kind]; nth++) await write(`${kind}-${nth}`, face(sitterOf(kind, nth)), 112)
for (const [name, scene] of Object.entries(scenes)) await write(`school-${name}`, scene(), 512)
console.log(`${Math.ceil(bytes / 1000)} kB`)
