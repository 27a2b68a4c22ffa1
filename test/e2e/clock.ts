import type { BrowserContext } from '@playwright/test'
import { ahead } from '#test/clock.ts'

/** Lets the pages of a browser live on the day of the tests; their timers run as ever. */
export const liveOnTestDay = (context: BrowserContext) =>
  context.addInitScript((by) => {
    const { now } = Date
    const shifted = () => now() + by
    globalThis.Date = new Proxy(Date, {
      construct: (machine, given: [], made) => Reflect.construct(machine, given.length > 0 ? given : [shifted()], made),
      apply: (machine) => new machine(shifted()).toString(),
      get: (machine, name) => (name === 'now' ? shifted : Reflect.get(machine, name)),
    })
  }, ahead)
