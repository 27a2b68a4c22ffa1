import { readFileSync } from 'node:fs'
import subset from 'subset-font'

const from = (name: string) => readFileSync(`node_modules/@fontsource-variable/readex-pro/files/${name}`)
const between = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, nth) => String.fromCodePoint(first + nth)).join('')

/** The weights that the style sheets use; the whole font has 160 to 700, twice the bytes. */
const options = { targetFormat: 'woff2', noHinting: true, variationAxes: { wght: { min: 400, max: 600 } } } as const

/** Latin letters without accents, digits and the signs of our texts; the style sheet names the same. */
const latin = `${between(0, 0xa0)}«»·×${between(0x2000, 0x206f)}−`
/** All Arabic letters of the font, also of Persian and Urdu, and the forms that printed pages write. */
const arabic = between(0x600, 0x77f) + between(0x200c, 0x200f) + between(0xfb50, 0xfdff) + between(0xfe70, 0xfefc)

/** The fonts of `web/fonts` by name. */
export const firstFonts = async () => ({
  'readex-pro-latin.woff2': await subset(from('readex-pro-latin-wght-normal.woff2'), latin, options),
  'readex-pro-arabic.woff2': await subset(from('readex-pro-arabic-wght-normal.woff2'), arabic, options),
})
