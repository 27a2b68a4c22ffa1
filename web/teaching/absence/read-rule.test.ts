import { expect, test } from 'vitest'
import { readRule } from './read-rule.ts'

const typed = {
  ruleName: 'غياب متصل',
  gradeIds: [],
  counts: 'percent' as const,
  period: 'year' as const,
  counted: 'all' as const,
  active: true,
  lateDays: '٣',
  percentOf: '١٨٠',
  source: '',
  steps: [
    { at: '٥', name: 'إنذار', action: 'letter' as const, points: '٢' },
    { at: '10', name: 'إنذار ثان', action: 'letter' as const, points: '' },
  ],
}

test('numbers of a rule are read in digits of either language, and an empty field is none', () => {
  const read = readRule(typed)
  expect(read).toMatchObject({ lateDays: 3, percentOf: 180, source: null })
  expect(read.steps).toMatchObject([
    { at: 5, points: 2 },
    { at: 10, points: null },
  ])
  expect(readRule({ ...typed, counts: 'running' })).toMatchObject({ lateDays: 3, percentOf: null })
})
