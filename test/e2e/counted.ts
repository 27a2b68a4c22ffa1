import type { Page, Request } from '@playwright/test'
import { expect } from './house.ts'
import { quietOf } from './going-on.ts'

/**
 * Opens home as after a pause and counts its requests, including those for the next tap after everything is loaded. A chain of many small
 * files once made it slow.
 */
export async function expectFewRequests(page: Page, most = { requests: 15, scripts: 6 }) {
  const paths: string[] = []
  const note = (request: Request) => {
    // The stream of events stays open as long as the page.
    if (request.resourceType() !== 'eventsource') paths.push(new URL(request.url()).pathname)
  }
  const quiet = quietOf(page)
  page.on('request', note)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await quiet()
  page.off('request', note)

  expect(paths.length, paths.join('\n')).toBeLessThanOrEqual(most.requests)
  expect(paths.filter((path) => path.endsWith('.js')).length, paths.join('\n')).toBeLessThanOrEqual(most.scripts)
}
