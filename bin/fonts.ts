import { writeFileSync } from 'node:fs'
import { firstFonts } from '#test/house/first-fonts.ts'

// Makes the two fonts of the first page anew: `node --import tsx bin/fonts.ts`.

for (const [name, font] of Object.entries(await firstFonts())) writeFileSync(`web/fonts/${name}`, font)
