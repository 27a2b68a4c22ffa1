import type { BrowserContext } from '@playwright/test'
import { ahead } from '#test/world/clock.ts'

/** Sets the day of the tests in the pages of a browser; their timers run as usual. */
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

/**
 * Sets the language that the visitor chose before. Storage given with the context would be written by a separate page, which takes longer
 * than opening the context.
 */
export const speakAsChosen = (context: BrowserContext, language: string) =>
  context.addInitScript((chosen) => {
    const isPage = location.protocol.startsWith('http') && self.origin !== 'null'
    if (isPage && localStorage.getItem('i18nextLng') === null) localStorage.setItem('i18nextLng', chosen)
  }, language)
