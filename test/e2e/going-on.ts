import { expect, type Page, type Request } from '@playwright/test'

/** Counts the requests of the page from now on. The returned function waits until none has been running for a tenth of a second. */
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

/** Navigates like the browser's back and forward buttons: without reloading the product. */
export const goOn = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/**
 * Waits until the screen of the window's address is shown with all its data, because the previous screen stays while the next is loaded.
 */
export async function arrived(page: Page, quiet: () => Promise<void>) {
  await page.waitForFunction(
    () => document.querySelector('main')?.dataset.address === location.pathname + location.search,
  )
  await quiet()
  // With a timeout, because a page with an endless animation is never idle.
  await page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done(), { timeout: 500 })))
}
