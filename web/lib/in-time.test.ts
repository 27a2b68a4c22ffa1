import { once } from 'node:events'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { t } from './i18n.ts'
import { inTime, Unanswered } from './in-time.ts'
import { sentenceFrom } from './refusal.ts'

/** A server that takes a request and never answers, or begins to answer and never ends. */
let server: Server
let address: string
let arrived: () => void
/** Lets the server begin the answer to `/begun`. */
let begin: () => void
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/begun') begin = () => response.write('{')
    if (request.url === '/whole') response.end('{}')
    arrived()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  return new Promise((closed) => server.close(closed))
})
beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Sends a request and waits until the server has it; answers what becomes of it. */
async function asked(path: string, options: Parameters<typeof inTime>[1] = {}) {
  const there = new Promise<void>((resolve) => (arrived = resolve))
  let begins = () => {}
  const hasBegun = new Promise<void>((resolve) => (begins = resolve))
  let outcome: unknown = 'waits'
  const over = inTime(async (signal, begun) => {
    const answer = await fetch(`${address}${path}`, { signal })
    begun()
    begins()
    // As callers do that read an answer leniently.
    return answer.json().catch(() => null)
  }, options).then(
    (answer) => (outcome = answer),
    (problem) => (outcome = problem),
  )
  await there
  return { over, hasBegun, outcome: () => outcome }
}

test('a call that never answers ends with a sentence, after the time that an answer may take', async () => {
  const { over, outcome } = await asked('/silent')
  await vi.advanceTimersByTimeAsync(24_000)
  expect(outcome()).toBe('waits')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await over).toBeInstanceOf(Unanswered)
  expect(sentenceFrom(await over)).toBe(t('errors.unanswered'))
})

test('one of which the operation says that it lasts has that time', async () => {
  const { over, outcome } = await asked('/silent', { lasts: 60_000 })
  await vi.advanceTimersByTimeAsync(74_000)
  expect(outcome()).toBe('waits')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await over).toBeInstanceOf(Unanswered)
})

test('an answer that has begun has a minute for the rest, and is no answer without it', async () => {
  const { over, hasBegun, outcome } = await asked('/begun')
  await vi.advanceTimersByTimeAsync(20_000)
  begin()
  await hasBegun
  await vi.advanceTimersByTimeAsync(59_000)
  expect(outcome()).toBe('waits')
  await vi.advanceTimersByTimeAsync(1000)
  expect(await over).toBeInstanceOf(Unanswered)
})

test('a request that listens to no signal is waited for no longer either', async () => {
  const over = inTime(() => new Promise<never>(() => undefined)).catch((problem: unknown) => problem)
  await vi.advanceTimersByTimeAsync(25_000)
  expect(await over).toBeInstanceOf(Unanswered)
})

test('who answers is heard, and who stops waiting gets their own reason', async () => {
  expect(await (await asked('/whole')).over).toEqual({})

  const gone = new AbortController()
  const { over } = await asked('/silent', { signal: gone.signal })
  gone.abort(new Error('the screen was left'))
  expect(await over).toEqual(new Error('the screen was left'))
})
