import { afterAll, expect } from 'vitest'
import { news } from '#test/by-school/all-answers.ts'
import { declaredByHand, differences } from '#test/by-school/declared-rows.ts'

// Loaded before each file of tests. Whatever statement a test sends: its rows have the columns that are declared for it by hand.
afterAll(() => {
  const { found } = differences(declaredByHand(), [...news])
  news.clear()
  expect(found).toEqual([])
})
