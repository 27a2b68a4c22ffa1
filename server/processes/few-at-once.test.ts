import { expect, test } from 'vitest'
import { type FewFigures, fewAtOnce } from './few-at-once.ts'

const busy = { status: 503, retryAfter: expect.any(Number) }

/** Work that ends when it is said to, and what of it has begun. */
function works(figures: FewFigures) {
  const turns = fewAtOnce(figures)
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const work = (name: string, abandoned?: AbortSignal) => {
    const done = turns.run(() => {
      begun.push(name)
      return new Promise<string>((end) => ends.set(name, () => end(name)))
    }, abandoned)
    done.catch(() => {})
    return done
  }
  return { ...turns, begun, work, end: (name: string) => ends.get(name)!() }
}

test('so many run at once, the others in their order, and more than may wait are refused', async () => {
  const { begun, work, end } = works({ atOnce: 2, waiting: 1 })
  const [first, , third, fourth] = [work('first'), work('second'), work('third'), work('fourth')]
  await expect(fourth).rejects.toMatchObject(busy)
  expect(begun).toEqual(['first', 'second'])
  end('first')
  expect(await first).toBe('first')
  await expect.poll(() => begun).toEqual(['first', 'second', 'third'])
  end('third')
  expect(await third).toBe('third')
})

test('work that fails gives its place to the next', async () => {
  const { run } = fewAtOnce({ atOnce: 1, waiting: 1 })
  const failing = run(async () => Promise.reject(new Error('broken')))
  const next = run(async () => 'done')
  await expect(failing).rejects.toThrow('broken')
  expect(await next).toBe('done')
})

test('what is abandoned, or waits too long, is refused and leaves its place to others', async () => {
  const { begun, work, end } = works({ atOnce: 1, waiting: 1 })
  const abandoning = new AbortController()
  const running = work('running')
  const abandoned = work('abandoned', abandoning.signal)
  abandoning.abort()
  await expect(abandoned).rejects.toMatchObject(busy)
  await expect(work('too late', abandoning.signal)).rejects.toMatchObject(busy)
  void work('next')
  end('running')
  await running
  await expect.poll(() => begun).toEqual(['running', 'next'])

  const impatient = works({ atOnce: 1, waiting: 1, patience: 20 })
  void impatient.work('running')
  await expect(impatient.work('waits too long')).rejects.toMatchObject(busy)
  expect(impatient.begun).toEqual(['running'])
})

test('what waits when all is stopped is refused', async () => {
  const { work, stop } = works({ atOnce: 1, waiting: 2 })
  void work('running')
  const waiting = work('waiting')
  stop()
  await expect(waiting).rejects.toMatchObject(busy)
})
