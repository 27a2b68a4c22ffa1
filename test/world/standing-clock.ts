import { afterAll, beforeAll, vi } from 'vitest'

/** Stops the clock by which tries are counted, because on a slow machine a wait of a second is over before the next try. */
export function standingClock() {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())
}
