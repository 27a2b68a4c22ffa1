import { expect, test } from 'vitest'
import { oddColumns, oddOfPupil } from './odd-marks.ts'

test('a mark that is far from the other marks of a pupil is pointed out, and nothing where too few are known', () => {
  expect(oddOfPupil([90, 85, 8])).toEqual([2])
  expect(oddOfPupil([90, 85, 50])).toEqual([])
  expect(oddOfPupil([90, 8, null])).toEqual([])
  expect(oddOfPupil([null, null, null])).toEqual([])
})

test('a column with twice the mean of another is pointed out, once five marks are there', () => {
  const five = Array.from({ length: 5 }, () => [80, 40, 70])
  expect(oddColumns(five)).toEqual([[0, 1]])
  expect(oddColumns(five.slice(1))).toEqual([])
  expect(oddColumns(Array.from({ length: 5 }, () => [80, 41, null]))).toEqual([])
  expect(oddColumns([])).toEqual([])
})
