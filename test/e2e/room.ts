import type { Page } from '@playwright/test'
import { expect } from './house.ts'

/** Where the first row of the list, the card or the student of it begins, once it is drawn. */
export async function topOfFirstRow(page: Page) {
  // The table of a chart is only heard.
  const rows = page
    .getByRole('main')
    .locator(
      ':is(tbody tr, ul[aria-label] > li, ul.grid > li, ul.space-y-2 > li, ul.space-y-4 > li, ol > li):not(.sr-only *)',
    )
  const first = rows.filter({ hasNot: page.getByRole('status') }).first()
  let top = 0
  // A list that is drawn anew meanwhile is asked again.
  await expect
    .poll(async () => {
      top = (await first.boundingBox())?.y ?? 0
      return top
    })
    .toBeGreaterThan(0)
  return top
}

/** Where every student of the register stands on the page, and how high. */
export const placesOf = (page: Page) =>
  page.locator('li[data-student]').evaluateAll((lines) =>
    lines.map((line) => {
      const { top, left, height } = line.getBoundingClientRect()
      return [Math.round(top + scrollY), Math.round(left), Math.round(height)]
    }),
  )
