import type { Page } from '@playwright/test'

/** Counts what a finger does: presses inside the page. */
export function countTaps(page: Page) {
  let count = 0
  void page.exposeFunction('counted', () => count++)
  void page.addInitScript(() =>
    addEventListener('click', () => (globalThis as never as { counted(): void }).counted(), true),
  )
  return { count: () => count, reset: () => (count = 0) }
}
