import { afterEach, expect, test, vi } from 'vitest'
import { gate, type GateFigures } from './gate.ts'

const figures: GateFigures = {
  running: 2,
  ofOne: 1,
  expected: 300,
  full: 60_000,
  old: 60_000,
  patience: 60_000,
  patienceForSheet: 60_000,
}

afterEach(() => void vi.useRealTimers())

/** Calls that run until the test ends them one after another, and the order in which they started. */
function calls(more: Partial<GateFigures> = {}) {
  const { pass, admits } = gate({ ...figures, ...more })
  const began: string[] = []
  const ends = new Map<string, () => void>()
  const call = (name: string, { who = name, writes = false, sheet }: Partial<Parameters<typeof pass>[0]> = {}) => {
    const work = () => new Promise<void>((done) => void (began.push(name), ends.set(name, done)))
    const outcome = pass({ who, writes, sheet }, work)
    return outcome.then(
      () => name,
      ({ status }: { status: number }) => status,
    )
  }
  const end = async (name: string) => {
    ends.get(name)!()
    await new Promise(setImmediate)
  }
  return { admits, began, call, end }
}

test('no more run than there are connections, saves go first, and then the oldest', async () => {
  const { began, call, end } = calls()
  for (const name of ['a', 'b', 'read 1', 'read 2']) void call(name)
  void call('save', { writes: true })
  expect(began).toEqual(['a', 'b'])
  for (const name of ['a', 'save', 'read 1']) await end(name)
  expect(began).toEqual(['a', 'b', 'save', 'read 1', 'read 2'])
})

test('once the oldest has waited too long for its person, the newest goes first', async () => {
  const { began, call, end } = calls({ old: -1 })
  for (const name of ['a', 'b', 'old', 'newer', 'newest']) void call(name)
  for (const name of ['a', 'newest', 'newer']) await end(name)
  expect(began).toEqual(['a', 'b', 'newest', 'newer', 'old'])
})

test('a person has no more than their share of those that run, and others go past', async () => {
  const { began, call, end } = calls()
  for (let n = 1; n <= 3; n++) void call(`mine ${n}`, { who: 'me' })
  void call('theirs')
  expect(began).toEqual(['mine 1', 'theirs'])
  await end('theirs')
  expect(began).toHaveLength(2)
  await end('mine 1')
  expect(began).toEqual(['mine 1', 'theirs', 'mine 2'])
})

test('saves of one sheet take turns, and leave the connections to others', async () => {
  const { began, call, end } = calls()
  for (const name of ['first', 'second', 'third']) void call(name, { writes: true, sheet: '4A on Sunday' })
  void call('another sheet', { writes: true, sheet: '4B on Sunday' })
  expect(began).toEqual(['first', 'another sheet'])
  for (const name of ['first', 'second']) await end(name)
  expect(began).toEqual(['first', 'another sheet', 'second', 'third'])
})

test('a person who would wait too long is not let in; a crowd of one person keeps nobody else out', async () => {
  // Each call is expected to take 20 ms at first. Two run at a time, so thirty others wait 300 ms.
  const { admits, call } = calls({ patience: 1000 })
  const waiting = Array.from({ length: 60 }, () => call('mine', { who: 'me' }))
  expect([admits('me'), admits('you')]).toEqual([false, true])
  waiting.push(...Array.from({ length: 32 }, (_, nth) => call(`${nth}`)))
  expect(admits('you')).toBe(false)
})

test('crowds of several people do', () => {
  const { admits, call } = calls({ patience: 1000 })
  for (const who of ['one', 'two', 'three', 'four']) for (let n = 0; n < 12; n++) void call(`${who} ${n}`, { who })
  expect(admits('you')).toBe(false)
})

test('a person who has waited too long is refused as busy, and their place is free', async () => {
  const { began, call, end } = calls({ patience: 20 })
  void call('a')
  void call('b')
  expect(await call('late')).toBe(503)
  await end('a')
  void call('next')
  expect(began).toEqual(['a', 'b', 'next'])
})

test('while somebody has waited long for others, who comes now is refused at once; who waits for themselves keeps nobody out', async () => {
  const { admits, call, end } = calls({ full: 0 })
  void call('mine 1', { who: 'me' })
  void call('mine 2', { who: 'me' })
  void call('theirs')
  expect(admits('you')).toBe(true)
  void call('waits for others')
  expect(admits('you')).toBe(false)
  await end('theirs')
  expect(admits('you')).toBe(true)
})

/** Lets calls of two operations end after different times, so that those of `long` count as long ones. */
async function learned({ pass }: Pick<ReturnType<typeof gate>, 'pass'>) {
  vi.useFakeTimers({ toFake: ['performance'] })
  const takes = (operation: string, ms: number) =>
    pass({ who: operation, writes: false, operation }, async () => void vi.advanceTimersByTime(ms))
  for (let n = 0; n < 10; n++) await takes('short', 10)
  for (let n = 0; n < 10; n++) await takes('long', 250)
  for (let n = 0; n < 60; n++) await takes('short', 10)
}

test('long calls take only a part of the connections, and keep no short one out', async () => {
  const all = gate({ ...figures, running: 6, ofOne: 6 })
  await learned(all)
  const began: string[] = []
  const run = (operation: string, n: number) =>
    void all
      .pass({ who: `${operation} ${n}`, writes: false, operation }, () => {
        began.push(`${operation} ${n}`)
        return new Promise<void>(() => {})
      })
      .catch(() => {}) // those that never begin give up at last
  for (let n = 1; n <= 5; n++) run('long', n)
  expect(began).toEqual(['long 1'])
  expect([all.admits('you', 'long'), all.admits('you', 'short')]).toEqual([false, true])
  for (let n = 1; n <= 7; n++) run('short', n)
  expect(began).toEqual(['long 1', ...[1, 2, 3, 4, 5].map((n) => `short ${n}`)])
  expect(all.admits('you', 'short')).toBe(true)
})

test('a save waits for others of its sheet longer than others wait', async () => {
  const { call } = calls({ patience: 5, patienceForSheet: 60_000 })
  void call('first', { writes: true, sheet: '4A on Sunday' })
  const second = call('second', { writes: true, sheet: '4A on Sunday' })
  void call('fills')
  expect(await call('read')).toBe(503)
  expect(await Promise.race([second, Promise.resolve('waits')])).toBe('waits')
})
