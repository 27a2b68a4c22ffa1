import { expect, test } from 'vitest'
import { newId } from './ids.ts'

test('an id is a uuid of version 7 that tells when it was made', () => {
  const id = newId()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Math.abs(Number.parseInt(id.replace('-', '').slice(0, 12), 16) - Date.now())).toBeLessThan(60_000)
})

test('ids of one process grow with every call, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})
