import type { Page } from '@playwright/test'
import { expect } from './house.ts'

type Texts = (key: string) => string

/** The links to the parts of a student's page, or those of a part. */
export const partsOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('navigation', { name, exact: true }).getByRole('link')

/** Opens a part of a student's page, and then a tab of it. */
export async function openPart(page: Page, t: Texts, part: string, tab?: string) {
  await partsOf(page, t('children.tabs')).filter({ hasText: part }).click()
  if (tab) await partsOf(page, part).filter({ hasText: tab }).click()
  await expect(partsOf(page, tab ? part : t('children.tabs')).filter({ hasText: tab ?? part })).toHaveAttribute(
    'aria-current',
    'page',
  )
}

/** The pencil of a student's details, of the official record and the like, and the sheet that it opens. */
export async function openSheet(page: Page, t: Texts, name: RegExp | string) {
  const sheet = page.getByRole('dialog')
  await page
    .getByRole('main')
    .getByRole('button', { name: new RegExp(`${t('settings.edit')}: ${name instanceof RegExp ? name.source : name}`) })
    .click()
  await expect(sheet).toBeVisible()
  return sheet
}
