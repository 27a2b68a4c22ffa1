import { expect, test } from 'vitest'
import { scaleFrom, wholePercent } from './percent.ts'

test('a percentage is a whole number, and neither all nor nothing unless it is', () => {
  expect([87.4, 87.5, 99.6, 100, 0.2, 0].map(wholePercent)).toEqual([87, 88, 99, 100, 1, 0])
})

test('columns that are all high begin where their difference is visible', () => {
  const height = (percent: number, from: number) => (percent - from) / (100 - from)
  const from = scaleFrom([93, 100, null])
  expect(from).toBe(80)
  expect(height(100, from) - height(93, from)).toBeGreaterThan(0.3)
  expect([scaleFrom([60, 100]), scaleFrom([59, 100]), scaleFrom([null]), scaleFrom([])]).toEqual([50, 0, 0, 0])
})
