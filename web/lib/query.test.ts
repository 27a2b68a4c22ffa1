import { expect, test } from 'vitest'
import { forgetAnswers, mayPass, queryClient, waitBefore } from './query.ts'

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
