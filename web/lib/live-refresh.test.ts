import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { epoch } from './clock.ts'
import { liveRefresh } from './live-refresh.ts'
import { queryClient } from './query.ts'

vi.useFakeTimers()
afterAll(() => vi.useRealTimers())

const key = ['Absence', desk.get.path, {}]
const readNow = () => queryClient.setQueryData(key, {}, { updatedAt: epoch() })
const isStale = () => queryClient.getQueryState(key)!.isInvalidated
const change = { topic: 'school', id: 'a school', studentId: null, version: 1 } as const
const { hear, stop } = liveRefresh(desk.get, 1000)

afterEach(() => {
  stop()
  queryClient.clear()
})

test('what is shown is read again after a change, not before it is old enough', () => {
  readNow()
  hear(change)
  vi.advanceTimersByTime(999)
  expect(isStale()).toBe(false)
  vi.advanceTimersByTime(1)
  expect(isStale()).toBe(true)
})

test('many changes are one reading', () => {
  const reading = vi.spyOn(queryClient, 'invalidateQueries')
  readNow()
  for (let nth = 0; nth < 20; nth++) {
    hear(change)
    vi.advanceTimersByTime(40)
  }
  vi.advanceTimersByTime(1000)
  expect(reading).toHaveBeenCalledTimes(1)
  reading.mockRestore()
})

test('a connection that opens after the reading changes nothing; one that was lost has it read again', () => {
  readNow()
  hear(null)
  vi.advanceTimersByTime(10_000)
  expect(isStale()).toBe(false)
  hear(null)
  vi.advanceTimersByTime(0)
  expect(isStale()).toBe(true)
})

test('a change while the first answer is awaited is not lost, and a connection that opens then is nothing new', () => {
  const reading = vi.spyOn(queryClient, 'invalidateQueries')
  hear(null)
  vi.advanceTimersByTime(10_000)
  expect(reading).not.toHaveBeenCalled()
  hear(change)
  vi.advanceTimersByTime(1000)
  expect(reading).toHaveBeenCalledTimes(1)
  reading.mockRestore()
})

test('less is read where nothing but registers was saved, and everything if that fails', async () => {
  const less = vi.fn(async () => {})
  readNow()
  hear({ ...change, part: 'register' }, less)
  vi.advanceTimersByTime(1000)
  expect([less.mock.calls.length, isStale()]).toEqual([1, false])

  readNow()
  hear(change, less)
  hear({ ...change, part: 'register' }, less)
  vi.advanceTimersByTime(1000)
  expect([less.mock.calls.length, isStale()]).toEqual([1, true])

  readNow()
  hear({ ...change, part: 'register' }, () => Promise.reject(new Error('no network')))
  await vi.advanceTimersByTimeAsync(1000)
  expect(isStale()).toBe(true)
})
