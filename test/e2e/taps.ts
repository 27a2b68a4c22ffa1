import type { Page } from '@playwright/test'

/** Counts the taps inside the page. */
export async function countTaps(page: Page) {
  let count = 0
  await page.exposeFunction('counted', () => count++)
  await page.addInitScript(() =>
    addEventListener('click', () => (globalThis as never as { counted(): void }).counted(), true),
  )
  return { count: () => count, reset: () => (count = 0) }
}
