import { afterAll, beforeAll, vi } from 'vitest'

/** Lets the clock by which tries are counted stand: on a slow machine a wait of a second is over before the next try. */
export function standingClock() {
  beforeAll(() => void vi.useFakeTimers({ toFake: ['Date'] }))
  afterAll(() => void vi.useRealTimers())
}
