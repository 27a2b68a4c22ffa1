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

/**
 * Lets the pages of a browser speak the language that its visitor chose before. Storage that is given with the context
 * would be written by a page of its own, which takes longer than opening the context.
 */
export const speakAsChosen = (context: BrowserContext, language: string) =>
  context.addInitScript((chosen) => {
    const isPage = location.protocol.startsWith('http') && self.origin !== 'null'
    if (isPage && localStorage.getItem('i18nextLng') === null) localStorage.setItem('i18nextLng', chosen)
  }, language)
