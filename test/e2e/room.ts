import type { Page } from '@playwright/test'
import { expect } from './house.ts'

/** The top of the first row, card or student of the list, once it is rendered. */
export async function topOfFirstRow(page: Page) {
  // The table of a chart is only for screen readers.
  const rows = page
    .getByRole('main')
    .locator(
      ':is(tbody tr, ul[aria-label] > li, ul.grid > li, ul.space-y-2 > li, ul.space-y-4 > li, ol > li):not(.sr-only *)',
    )
  const first = rows.filter({ hasNot: page.getByRole('status') }).first()
  let top = 0
  // Repeated, because a list may be rendered again meanwhile.
  await expect
    .poll(async () => {
      top = (await first.boundingBox())?.y ?? 0
      return top
    })
    .toBeGreaterThan(0)
  return top
}

/** The position and height of every student of the register on the page. */
export const placesOf = (page: Page) =>
  page.locator('li[data-student]').evaluateAll((lines) =>
    lines.map((line) => {
      const { top, left, height } = line.getBoundingClientRect()
      return [Math.round(top + scrollY), Math.round(left), Math.round(height)]
    }),
  )
