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

/** Words of names that are broken inside, not after a hyphen; an Arabic word whose letters are torn apart cannot be read. */
export const brokenNames = (page: Page) =>
  page
    .getByRole('main')
    .locator('bdi')
    .evaluateAll((names) =>
      names.flatMap((name) => {
        if ((name.closest('.sr-only')?.clientWidth ?? 9) < 2) return []
        const texts = document.createTreeWalker(name, NodeFilter.SHOW_TEXT)
        const broken: string[] = []
        while (texts.nextNode()) {
          const text = texts.currentNode as Text
          for (const { 0: word, index } of text.data.matchAll(/[^\s-]+/g)) {
            const range = new Range()
            range.setStart(text, index)
            range.setEnd(text, index + word.length)
            const tops = [...range.getClientRects()].map(({ top }) => Math.round(top))
            if (word.length < 20 && new Set(tops).size > 1) broken.push(word)
          }
        }
        return broken
      }),
    )
