import type { Page } from '@playwright/test'

/** Closes a page as a phone does that needs its memory, and opens one as a browser does that restores the tab: with the same storage. */
export async function droppedAndRestored(page: Page) {
  const kept = await page.evaluate(() => Object.fromEntries(Object.entries(sessionStorage)) as Record<string, string>)
  const context = page.context()
  await page.close()
  const restored = await context.newPage()
  await restored.addInitScript((stored) => {
    if (sessionStorage.length > 0) return
    for (const [key, value] of Object.entries(stored)) sessionStorage.setItem(key, value)
  }, kept)
  return restored
}
