import type { Locator, Page } from '@playwright/test'

/** Opens a dropdown and chooses; of several, each, and closes it again. */
export async function choose(page: Page, within: Page | Locator, label: string, ...options: string[]) {
  await within.getByRole('combobox', { name: label }).first().click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  if (options.length > 1) await page.keyboard.press('Escape')
}

/** The filters of a list are closed until the reader opens them. */
export const openFilters = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).click()

/** Opens a dropdown and chooses the option that names something among more, such as a class with its grade. */
export async function chooseContaining(page: Page, within: Page | Locator, label: string, name: string) {
  await within.getByRole('combobox', { name: label }).first().click()
  await page.getByRole('option', { name: new RegExp(name) }).click()
}
