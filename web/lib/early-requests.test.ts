import { beforeEach, expect, test, vi } from 'vitest'
import { dropEarlyRequests, takeEarlyRequest } from './early-requests.ts'

const page = globalThis as { begun?: Record<string, Promise<Response>> }
const begin = (asked: string) => (page.begun = { [asked]: Promise.resolve(new Response('1')) })
const at = (milliseconds: number) => vi.spyOn(performance, 'now').mockReturnValue(milliseconds)

beforeEach(() => {
  at(900)
  return () => vi.restoreAllMocks()
})

test('an answer that the page has under way is taken once, and only for what it asks', async () => {
  begin('POST Home/GetSchoolHome {"schoolId":"7"}')
  expect(takeEarlyRequest('POST', 'Home/GetSchoolHome', '{"schoolId":"8"}')).toBeUndefined()
  expect(await (await takeEarlyRequest('POST', 'Home/GetSchoolHome', '{"schoolId":"7"}'))!.text()).toBe('1')
  expect(takeEarlyRequest('POST', 'Home/GetSchoolHome', '{"schoolId":"7"}')).toBeUndefined()
  begin('GET API/Identity/Me ')
  expect(takeEarlyRequest('GET', 'API/Identity/Me', undefined)).toBeDefined()
})

test('nobody gets what was begun for the person before, nor what is old', () => {
  begin('GET API/Identity/Me ')
  dropEarlyRequests()
  expect(takeEarlyRequest('GET', 'API/Identity/Me', undefined)).toBeUndefined()
  begin('GET API/Identity/Me ')
  at(60_000)
  expect(takeEarlyRequest('GET', 'API/Identity/Me', undefined)).toBeUndefined()
})
