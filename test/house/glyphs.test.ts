import { readdirSync, readFileSync } from 'node:fs'
import { basename } from 'node:path'
import { expect, test } from 'vitest'
import { firstFonts } from './first-fonts.ts'
import { drawnBy, rangesOf } from './fonts.ts'
import { localeFiles } from './locale-files.ts'

const wholeOf = (script: string) =>
  `node_modules/@fontsource-variable/readex-pro/files/readex-pro-${script}-wght-normal.woff2`
const fonts = [wholeOf('latin'), 'web/fonts/readex-pro-latin.woff2', 'web/fonts/readex-pro-arabic.woff2']
const css = readFileSync('web/styles.css', 'utf8')

/** What our font draws of what the style sheet asks of it. */
const drawn = new Set(
  fonts.flatMap((font) => {
    const has = drawnBy(font)
    return rangesOf(css, basename(font)).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, nth) => first + nth).filter((code) => has.has(code)),
    )
  }),
)

test('our font draws both scripts, and not every sign', () => {
  const draws = (text: string) => [...text].map((sign) => drawn.has(sign.codePointAt(0)!))
  expect(draws('aZ9/كمآ،؟«»·…')).not.toContain(false)
  expect(draws('→漢')).not.toContain(true)
})

test('the faces of our font have the same weights, or a browser takes heavier letters from another font', () => {
  const weights = [...css.matchAll(/^  font-weight: (\d+ \d+);/gm)].map(([, range]) => range)
  expect(weights).toEqual(['400 600', '400 600', '400 600'])
})

// A device without such a sign shows a box, and the browser of the journeys, which has no other font, ends.
test.each([...localeFiles('en'), ...localeFiles('ar')])('our font draws every sign of %s', (file) => {
  expect(missing(readFileSync(`public/${file}`, 'utf8'))).toEqual([])
})

test('the fonts of the first page are what their script makes, and the style sheet asks them only for what they draw', async () => {
  for (const [name, made] of Object.entries(await firstFonts())) {
    const file = `web/fonts/${name}`
    expect(readFileSync(file).equals(made)).toBe(true)
    const has = drawnBy(file)
    const hasWhole = drawnBy(wholeOf(name.includes('latin') ? 'latin' : 'arabic'))
    const lost = rangesOf(css, name).filter(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, nth) => first + nth).some(
        (code) => hasWhole.has(code) && !has.has(code),
      ),
    )
    expect(lost).toEqual([])
  }
})

test('our font draws every sign that a screen writes', () => {
  const files = readdirSync('web', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /(?<!\.test)\.tsx?$/.test(name),
  )
  const found = files.map((name) => [name, missing(withoutPatterns(readFileSync(`web/${name}`, 'utf8')))] as const)
  expect(found.filter(([, signs]) => signs.length > 0)).toEqual([])
})

/** Signs without a picture (marks of direction, joiners, line ends) need no font; nor do those that patterns look for. */
const missing = (text: string) => [
  ...new Set([...text].filter((sign) => !/[\p{Cf}\p{Cc}]/u.test(sign) && !drawn.has(sign.codePointAt(0)!))),
]

/** Comments go too. */
const withoutPatterns = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=\s)\/\/.*|\/\^.*\$\//g, '')
