import type { Locator, Page } from '@playwright/test'

/** Opens a dropdown and chooses; of several, each, and closes it again. */
export async function choose(page: Page, within: Page | Locator, label: string, ...options: string[]) {
  await within.getByRole('combobox', { name: label }).first().click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  if (options.length > 1) await page.keyboard.press('Escape')
}
