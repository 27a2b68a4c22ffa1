import { afterEach, expect, test, vi } from 'vitest'
import { takingTurns } from './turns.ts'

const lane = { atOnce: 1, ofAddress: 3, waiting: 5, rest: 0 }

afterEach(() => void vi.useRealTimers())

/** Work that runs until the test ends it, and the order in which it began. */
function workshop() {
  const began: string[] = []
  const ends: (() => void)[] = []
  const work = (name: string) => () =>
    new Promise<string>((done) => {
      began.push(name)
      ends.push(() => done(name))
    })
  const endNext = async () => {
    await new Promise(setImmediate)
    ends.shift()?.()
    await new Promise(setImmediate)
  }
  return { began, work, endNext }
}

test('addresses take turns, so that a crowd from one lets another go before its own last', async () => {
  const { take } = takingTurns(lane)
  const { began, work, endNext } = workshop()
  const all = ['crowd 1', 'crowd 2', 'crowd 3', 'crowd 4'].map((name) => take('crowd', work(name)))
  all.push(take('other', work('other')))
  for (let n = 0; n < 5; n++) await endNext()
  await Promise.all(all)
  expect(began).toEqual(['crowd 1', 'crowd 2', 'other', 'crowd 3', 'crowd 4'])
})

test('more than a few of one address, and more than many in all, are refused as busy', async () => {
  const { take, admit } = takingTurns(lane)
  const { work, endNext } = workshop()
  const taken = ['running', 'a', 'a', 'a', 'b'].map((address) => take(address, work(address)))
  await expect(take('a', work('a'))).rejects.toMatchObject({ status: 503 })
  expect(() => admit('a')).toThrow('busy')
  taken.push(take('b', work('b')))
  expect(() => admit('c')).toThrow('busy')

  for (let n = 0; n < 6; n++) await endNext()
  await Promise.all(taken)
  expect(() => admit('a')).not.toThrow()
})

test('known devices go first and wait apart from others, of whom every fourth turn is one', async () => {
  const { take, admit } = takingTurns(lane)
  const { began, work, endNext } = workshop()
  const strangers = ['a', 'b', 'c', 'd', 'e', 'f'].map((address) => take(address, work(address)))
  expect(() => admit('g')).toThrow('busy')
  expect(() => admit('g', true)).not.toThrow()
  const known = ['1', '2', '3', '4'].map((address) => take(address, work(`known ${address}`), true))
  for (let n = 0; n < 10; n++) await endNext()
  await Promise.all([...strangers, ...known])
  expect(began).toEqual(['a', 'known 1', 'known 2', 'known 3', 'b', 'known 4', 'c', 'd', 'e', 'f'])
})

test('work that fails gives its turn to the next', async () => {
  const { take } = takingTurns(lane)
  const failed = take('a', () => Promise.reject(new Error('broken')))
  const next = take('a', async () => 'done')
  await expect(failed).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('while others wait the lane rests after each work for a share of its time; nobody who comes alone waits', async () => {
  vi.useFakeTimers()
  const { take } = takingTurns({ ...lane, rest: 0.5 })
  const began: string[] = []
  const work = (name: string) => () => {
    began.push(name)
    return new Promise<void>((done) => setTimeout(done, 100))
  }
  const all = ['first', 'second'].map((name) => take('a', work(name)))
  await vi.advanceTimersByTimeAsync(149)
  expect(began).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  expect(began).toEqual(['first', 'second'])
  await vi.advanceTimersByTimeAsync(100)
  all.push(take('a', work('alone')))
  await vi.advanceTimersByTimeAsync(0)
  expect(began).toEqual(['first', 'second', 'alone'])
  await vi.advanceTimersByTimeAsync(100)
  await Promise.all(all)
})

test('work that takes no longer than usual is followed by no pause, because nobody else needs the core', async () => {
  vi.useFakeTimers()
  const { take } = takingTurns({ ...lane, rest: 0.5 })
  const began: number[] = []
  const since = performance.now()
  const work = (ms: number) => () => {
    began.push(performance.now() - since)
    return new Promise<void>((done) => setTimeout(done, ms))
  }
  const all = [100, 100, 120, 300, 100].map((ms, nth) => take(`${nth}`, work(ms)))
  await vi.runAllTimersAsync()
  await Promise.all(all)
  expect(began.map(Math.round)).toEqual([0, 150, 250, 390, 840])
})
