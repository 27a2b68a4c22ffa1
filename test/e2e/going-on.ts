import { expect, type Page, type Request } from '@playwright/test'

/** Counts the requests of the page from now on; waits until none has been under way for a tenth of a second. */
export function quietOf(page: Page) {
  const underWay = new Set<Request>()
  let last = performance.now()
  const over = (request: Request) => {
    if (underWay.delete(request)) last = performance.now()
  }
  page.on('request', (request) => {
    // A stream of events stays open as long as the page.
    if (request.resourceType() !== 'eventsource') underWay.add(request)
  })
  page.on('requestfinished', over)
  page.on('requestfailed', over)
  return () => expect.poll(() => underWay.size === 0 && performance.now() - last >= 100, { intervals: [25] }).toBe(true)
}

/** As the browser's buttons for back and forward do: without loading the product anew. */
export const goOn = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Until the screen of the window's address is shown with all it fetches: the screen before stays while the next is loaded. */
export async function arrived(page: Page, quiet: () => Promise<void>) {
  await page.waitForFunction(
    () => document.querySelector('main')?.dataset.address === location.pathname + location.search,
  )
  await quiet()
  // A page in which something moves without end is never idle.
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 500 })))
}
