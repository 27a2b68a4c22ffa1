import { expect, test, vi } from 'vitest'
import { repeated } from './repeated.ts'

test('slow work is never under way twice, and stopping waits for it', async () => {
  vi.useFakeTimers()
  try {
    const ends: (() => void)[] = []
    const work = repeated(() => new Promise<void>((end) => ends.push(end)), { first: 5, every: 10 })
    await vi.advanceTimersByTimeAsync(1000)
    expect(ends).toHaveLength(1)

    ends[0]!()
    await vi.advanceTimersByTimeAsync(9)
    expect(ends).toHaveLength(1)
    await vi.advanceTimersByTimeAsync(1)
    expect(ends).toHaveLength(2)

    let stopped = false
    const stopping = work.stop().then(() => (stopped = true))
    await vi.advanceTimersByTimeAsync(1000)
    expect(stopped).toBe(false)
    ends[1]!()
    await stopping
    await vi.advanceTimersByTimeAsync(1000)
    expect(ends).toHaveLength(2)
  } finally {
    vi.useRealTimers()
  }
})
