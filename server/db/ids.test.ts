import { expect, test, vi } from 'vitest'
import { newId } from './ids.ts'

test('an id is a uuid of version 7 that contains its time of creation', async () => {
  // A separate copy of the module, because ids always increase, and the clock of this test does not move.
  vi.resetModules()
  vi.useFakeTimers({ now: Date.parse('2026-11-18T08:00:00.123Z'), toFake: ['Date'] })
  const { newId: newIdThen } = await import('./ids.ts')
  const id = newIdThen()
  vi.useRealTimers()
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(new Date(Number.parseInt(id.replace('-', '').slice(0, 12), 16)).toISOString()).toBe('2026-11-18T08:00:00.123Z')
})

test('ids of one process grow with every call, also within a millisecond', () => {
  const ids = Array.from({ length: 20_000 }, newId)
  expect(ids).toEqual([...ids].sort())
  expect(new Set(ids).size).toBe(ids.length)
})
