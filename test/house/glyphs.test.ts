import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { drawnBy, rangesOf } from './fonts.ts'
import { localeFiles } from './locale-files.ts'

const fonts = ['readex-pro-latin-wght-normal.woff2', 'readex-pro-arabic-wght-normal.woff2']
const css = readFileSync('web/styles.css', 'utf8')

/** What our font draws of what the style sheet asks of it. */
const drawn = new Set(
  fonts.flatMap((font) => {
    const has = drawnBy(`node_modules/@fontsource-variable/readex-pro/files/${font}`)
    return rangesOf(css, font).flatMap(([first, last]) =>
      Array.from({ length: last - first + 1 }, (_, nth) => first + nth).filter((code) => has.has(code)),
    )
  }),
)

test('our font draws both scripts, and not every sign', () => {
  const draws = (text: string) => [...text].map((sign) => drawn.has(sign.codePointAt(0)!))
  expect(draws('aZ9/كمآ،؟«»·…')).not.toContain(false)
  expect(draws('→漢')).not.toContain(true)
})

// A device without such a sign shows a box, and the browser of the journeys, which has no other font, ends.
test.each([...localeFiles('en'), ...localeFiles('ar')])('our font draws every sign of %s', (file) => {
  expect(missing(readFileSync(`public/${file}`, 'utf8'))).toEqual([])
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
