import { expect, test } from 'vitest'
import { blankPart } from '#contract/results/results/scheme-rules.ts'
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

const words = { t: (key: string) => key.replace('results.', '') }

test('two versions of a scheme are shown where they differ', () => {
  const differing = schemeDifferences(mine, theirs, words)
  expect(differing.map(({ label }) => label)).toEqual(['schemes.rounding', 'schemes.graceAll', 'schemes.parts'])
  expect(differing[1]).toMatchObject({ mine: '0', theirs: '3' })
  expect(differing[2]!.mine.split('\n')).toHaveLength(2)
  expect(differing[2]!.theirs).toContain('100%')
  expect(schemeDifferences(stored, stored, words)).toEqual([])
})

test('two versions of a scheme are shown where only a name or a sentence of the other language, or the order, differs', () => {
  const band = { name: 'Good', nameAr: 'جيد', says: 'Well done', saysAr: 'أحسنت', colour: 'green', from: 50 }
  const [work, paper] = stored.parts
  const inWords = (own: Partial<SchemeInEditor>, others: Partial<SchemeInEditor>) =>
    schemeDifferences({ ...stored, ...own }, { ...stored, ...others }, words).map((one) => [
      one.label,
      one.mine,
      one.theirs,
    ])
  const bands = (more: object) => ({ bands: [{ ...band, ...more }] })
  const text = (part: string) => expect.stringContaining(part) as string
  expect(inWords(bands({}), bands({ saysAr: 'ممتاز' }))).toEqual([['schemes.bands', text('أحسنت'), text('ممتاز')]])
  expect(inWords(bands({}), bands({ nameAr: 'حسن' }))).toEqual([['schemes.bands', text('جيد'), text('حسن')]])
  expect(inWords({}, { parts: [work!, { ...paper!, nameAr: 'ورقة' }] })).toEqual([
    ['schemes.parts', text('paper'), text('ورقة')],
  ])
  const [[, own, others] = []] = inWords({}, { parts: [paper!, work!] })
  expect(own!.split('\n')).toEqual(others!.split('\n').toReversed())
})
