import type { Locator, Page } from '@playwright/test'

/** Opens a dropdown and chooses. If there are several options, chooses each and closes it again. */
export async function choose(page: Page, within: Page | Locator, label: string, ...options: string[]) {
  await within.getByRole('combobox', { name: label }).first().click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  if (options.length > 1) await page.keyboard.press('Escape')
}

/** Opens the filters of a list, which are closed at first. */
export const openFilters = (page: Page, name: string) =>
  page.getByRole('button', { name: new RegExp(`^${name}`) }).click()

/** Opens a dropdown and chooses the option that contains a name, such as a class with its grade. */
export async function chooseContaining(page: Page, within: Page | Locator, label: string, name: string) {
  await within.getByRole('combobox', { name: label }).first().click()
  await page.getByRole('option', { name: new RegExp(name) }).click()
}
