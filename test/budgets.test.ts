import { existsSync } from 'node:fs'
import { expect, test } from 'vitest'
import { budgets, overweight, weigh } from './budgets.ts'

test('the built client stays within what a phone on a slow network can carry', () => {
  expect(existsSync('dist/.vite/manifest.json'), 'build the client first: npm run build').toBe(true)
  const weights = weigh('dist')
  expect(new Set(weights.map(({ kind }) => kind))).toEqual(new Set(Object.keys(budgets)))
  expect(overweight(weights)).toEqual([])
})
