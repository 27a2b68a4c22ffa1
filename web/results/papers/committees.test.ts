import { expect, test } from 'vitest'
import { committeesIn, linesOf, usualCommittees } from './committees.ts'

test('committees are written one a line, with their places in either digits', () => {
  expect(committeesIn('لجنة 1: ٢٠\n\n لجنة 2 : 18 ')).toEqual([
    { name: 'لجنة 1', places: 20 },
    { name: 'لجنة 2', places: 18 },
  ])
  expect(committeesIn('Hall: east: 30')).toEqual([{ name: 'Hall: east', places: 30 }])
  expect(committeesIn('Hall')).toEqual([{ name: 'Hall', places: 0 }])
})

test('as many are proposed as a grade needs, and they are written as they are read', () => {
  const usual = usualCommittees(43, (nth) => `Committee ${nth}`)
  expect(usual).toEqual([1, 2, 3].map((nth) => ({ name: `Committee ${nth}`, places: 15 })))
  expect(committeesIn(linesOf(usual))).toEqual(usual)
})
