import { expect, test } from 'vitest'
import { blankPart } from '#contract/results/scheme-rules.ts'
import { blankScheme, madeFrom, schemeDifferences, type SchemeInEditor } from './scheme-draft.ts'

const part = (id: string, weight: number) => ({ ...blankPart, id, name: id, nameAr: id, weight })
const stored: SchemeInEditor = {
  ...blankScheme,
  id: 'scheme',
  baseVersion: 1,
  name: 'نظام',
  parts: [part('work', 40), part('paper', 60)],
}
const theirs: SchemeInEditor = { ...stored, baseVersion: 2, graceInAll: 3, parts: [part('paper', 100)] }
const mine: SchemeInEditor = { ...stored, rounding: 'half' }

test('a scheme that somebody else stored meanwhile is saved over their version, with parts that they removed made anew', () => {
  const made = madeFrom(mine, theirs)
  expect(made).toMatchObject({ id: 'scheme', baseVersion: 2, rounding: 'half', graceInAll: 0 })
  expect(made.parts.map(({ id, name, weight }) => [id, name, weight])).toEqual([
    [null, 'work', 40],
    ['paper', 'paper', 60],
  ])
})

test('two versions of a scheme are shown where they differ', () => {
  const words = { t: (key: string) => key.replace('results.', ''), nameOf: ({ name }: { name: string }) => name }
  const differing = schemeDifferences(mine, theirs, words)
  expect(differing.map(({ label }) => label)).toEqual(['schemes.rounding', 'schemes.graceAll', 'schemes.parts'])
  expect(differing[1]).toMatchObject({ mine: '0', theirs: '3' })
  expect(differing[2]!.mine.split('\n')).toHaveLength(2)
  expect(differing[2]!.theirs).toContain('100%')
  expect(schemeDifferences(stored, stored, words)).toEqual([])
})
