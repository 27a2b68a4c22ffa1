import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { settingNames } from '#server/run/start/config.ts'
import { asvs } from './asvs-requirements.ts'

const page = readFileSync('docs/security.md', 'utf8').split('## OWASP ASVS 5.0')[1]!
const [, ...lines] = readFileSync('test/house/asvs.tsv', 'utf8').trimEnd().split('\n')
const rows = lines.map((line) => {
  const [id, level, , by] = line.split('\t')
  return { id: id!, level: level!, by: by! }
})

test('every requirement of levels 1 and 2 is in the table, once', () => {
  expect(asvs).toHaveLength(253)
  expect(rows.map(({ id, level }) => [id, level])).toEqual(asvs)
})

test('each says what meets it, why it does not apply, or why it is accepted that it is not met', () => {
  const shapes = [
    /^not applicable: \S/,
    /^\*\*not met\*\*, accepted: \S/,
    /`[^`]+\.(test|spec)\.ts`: "/,
    /^document `/,
    /^setting `/,
  ]
  expect(rows.filter(({ by }) => !shapes.some((shape) => shape.test(by)))).toEqual([])
})

test('the counts of the page are those of the table', () => {
  const [na, not] = ['not applicable', '**not met**'].map((word) => rows.filter(({ by }) => by.startsWith(word)).length)
  const [total, met, doNot, notMet] = page
    .match(/\d+(?= requirements)|\d+(?= are met)|\d+(?= do not apply)|\d+(?= are not met)|\d+(?=\n)/g)!
    .map(Number)
  expect([total, met, doNot, notMet]).toEqual([rows.length, rows.length - na! - not!, na, not])
})

test.each([
  ...new Set(
    rows.flatMap(({ by }) => [...by.matchAll(/`([^`]+\.(?:test|spec)\.ts)`: "([^"]+)"/g)].map(([named]) => named)),
  ),
])('%s is a test that is there', (named) => {
  const [, file, title] = /^`(.+)`: "(.+)"$/.exec(named)!
  expect(existsSync(file!)).toBe(true)
  const quoted = title!.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')
  expect(readFileSync(file!, 'utf8')).toMatch(new RegExp(`\\(\\s*'${quoted}'`))
})

test('each document and setting that is named is there', () => {
  const of = (kind: string) =>
    rows.flatMap(({ by }) =>
      [...by.matchAll(new RegExp(`${kind} ((?:\`[^\`]+\`(?:, )?)+)`, 'g'))].flatMap(
        ([, all]) => all!.match(/[^`, ]+/g)!,
      ),
    )
  expect(of('document').filter((file) => !existsSync(file))).toEqual([])
  expect(of('setting').filter((name) => !settingNames.includes(name))).toEqual([])
  expect(of('setting').length).toBeGreaterThan(8)
})
