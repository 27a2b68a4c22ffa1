import { environmentManager, onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { Unanswered } from './in-time.ts'
import { forgetAnswers, mayPass, queryClient, triesAfter, waitAfterFailing, waitBefore } from './query.ts'

const refusal = (status: number, retryAfter?: number) => Object.assign(new Error('refused'), { status, retryAfter })

test('only a failure that may pass by itself is tried again', () => {
  expect([502, 503, 504].map((status) => mayPass(refusal(status)))).toEqual([true, true, true])
  expect([400, 401, 403, 404, 409, 429, 500].some((status) => mayPass(refusal(status)))).toBe(false)
  expect(mayPass(new TypeError('Failed to fetch'))).toBe(true)
})

test('the waits double up to half a minute, unless the server names one', () => {
  expect([0, 1, 2, 9].map((failures) => waitBefore(failures, refusal(503)))).toEqual([1000, 2000, 4000, 30_000])
  expect(waitBefore(0, refusal(503, 5))).toBe(5000)
})

test('a sign-out forgets every answer but the public ones, which are requested again', () => {
  queryClient.setQueryData(['api/School', 'api/School/GetAll', {}], ['Nile'])
  queryClient.setQueryData(['api/School', 'api/School/GetUserSchools', {}], ['Delta'])
  queryClient.setQueryData(['api/ClassRoom', 'api/ClassRoom/GetAll', {}], ['1/1'])
  forgetAnswers({ but: 'api/School/GetAll' })

  const left = queryClient.getQueryCache().getAll()
  expect(left.map(({ state: { data, isInvalidated } }) => ({ data, isInvalidated }))).toEqual([
    { data: ['Nile'], isInvalidated: true },
  ])
  queryClient.clear()
})

test('a screen that shows a failure recovers by itself when the database is back', async () => {
  // Without a window the library asks nothing again.
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
  let away = true
  let calls = 0
  const screen = new QueryObserver(queryClient, {
    queryKey: ['api/Student', 'recovers'],
    queryFn: async () => {
      calls++
      if (away) throw refusal(503, 1)
      return 'the students'
    },
  })
  const leave = screen.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(4000)
  expect(screen.getCurrentResult()).toMatchObject({ status: 'error', error: { status: 503 } })
  expect(calls).toBe(4)

  away = false
  await vi.advanceTimersByTimeAsync(15_000)
  expect(screen.getCurrentResult()).toMatchObject({ status: 'success', data: 'the students' })
  await vi.advanceTimersByTimeAsync(600_000)
  expect(calls).toBe(5)
  leave()
  queryClient.clear()
  vi.useRealTimers()
  environmentManager.setIsServer(() => typeof window === 'undefined')
})

test('a device that knows that it is away says so at once, and reads again when it is back', async () => {
  environmentManager.setIsServer(() => false)
  vi.useFakeTimers()
  const offline = (is: boolean) => {
    vi.stubGlobal('navigator', { onLine: !is })
    onlineManager.setOnline(!is)
  }
  let calls = 0
  queryClient.mount() // as the page does
  offline(true)
  const screen = new QueryObserver(queryClient, {
    queryKey: ['api/Student', 'away'],
    queryFn: () => (calls++ === 0 ? Promise.reject(new TypeError('Failed to fetch')) : Promise.resolve('the students')),
  })
  const leave = screen.subscribe(() => {})
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.getCurrentResult()).toMatchObject({ status: 'error', failureCount: 1 })

  offline(false)
  await vi.advanceTimersByTimeAsync(0)
  expect(screen.getCurrentResult()).toMatchObject({ status: 'success', data: 'the students' })
  leave()
  queryClient.unmount()
  queryClient.clear()
  vi.unstubAllGlobals()
  vi.useRealTimers()
  environmentManager.setIsServer(() => typeof window === 'undefined')
})

test('it asks later each time, at most every two minutes and a half, and never where the answer stays the same', () => {
  const waits = [1, 2, 3, 4, 9].map((errorUpdateCount) => waitAfterFailing({ error: refusal(503), errorUpdateCount }))
  const first = Number(waits[0])
  expect(first).toBeGreaterThanOrEqual(7500)
  expect(first).toBeLessThanOrEqual(12_500)
  expect(waits.map((wait) => Math.round(Number(wait) / first))).toEqual([1, 2, 4, 8, 12])
  expect(waitAfterFailing({ error: refusal(403), errorUpdateCount: 1 })).toBe(false)
  expect(waitAfterFailing({ error: null, errorUpdateCount: 0 })).toBe(false)
})

test('what is never answered is tried once more and then left to the person', () => {
  expect([triesAfter(new Unanswered()), triesAfter(refusal(503))]).toEqual([1, 3])
  expect(mayPass(new Unanswered())).toBe(true)
})
