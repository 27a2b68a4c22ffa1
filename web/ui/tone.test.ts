import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { toneOf, tones } from './tone.ts'

const styles = readFileSync('web/colours.css', 'utf8')

/** The colours of a theme: everything before the dark block, or its content. */
const [light, dark] = styles.split(':root[data-theme="dark"]') as [string, string]
const colour = (theme: string, name: string) => new RegExp(`--${name}: (#[0-9a-f]{6});`).exec(theme)![1]!

const luminance = (hex: string) => {
  const [red, green, blue] = [1, 3, 5]
    .map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!
}
const contrast = (one: string, other: string) => {
  const [darker, lighter] = [luminance(one), luminance(other)].toSorted((a, b) => a - b)
  return (lighter! + 0.05) / (darker! + 0.05)
}

/** Mixes like color-mix in sRGB, with a share of the first colour. */
const mixed = (one: string, other: string, share: number) =>
  `#${[1, 3, 5]
    .map((at) => [one, other].map((hex) => Number.parseInt(hex.slice(at, at + 2), 16)))
    .map(([first, second]) => Math.round(first! * share + second! * (1 - share)))
    .map((part) => part.toString(16).padStart(2, '0'))
    .join('')}`

describe.each([
  ['light', light],
  ['dark', dark],
])('in the %s theme', (_, theme) => {
  test.each(tones)('%s can be read on its own soft ground and on cards, and seen as a bar', (tone) => {
    const strong = colour(theme, `tone-${tone}`)
    expect(contrast(strong, mixed(strong, colour(theme, 'surface'), 0.14))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(strong, colour(theme, 'surface'))).toBeGreaterThanOrEqual(4.5)
    expect(contrast(strong, colour(theme, 'line'))).toBeGreaterThanOrEqual(3)
  })
})

test('no two tones look the same', () => {
  for (const theme of [light, dark])
    expect(new Set(tones.map((tone) => colour(theme, `tone-${tone}`))).size).toBe(tones.length)
})

test('the usual courses have one tone each, in both languages', () => {
  const arabic = ['اللغة العربية', 'الرياضيات', 'العلوم', 'الدراسات الاجتماعية', 'اللغة الإنجليزية', 'التربية الفنية']
  const english = ['Arabic', 'Mathematics', 'Science', 'Social studies', 'English', 'Art']
  expect(arabic.map(toneOf)).toEqual(english.map(toneOf))
  expect(new Set(arabic.map(toneOf)).size).toBe(arabic.length)
})

test('any other name has a tone too', () => {
  for (const name of ['الصف الرابع', 'Chess', '', '🙂']) expect(tones).toContain(toneOf(name))
})

test('each tone can be given to an element', () => {
  for (const tone of tones) expect(styles).toContain(`[data-tone="${tone}"] {\n  --tone: var(--tone-${tone});`)
})
