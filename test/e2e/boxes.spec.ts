import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, type Page, test } from '@playwright/test'
import { wrongBoxes } from './boxes.ts'

const font = fileURLToPath(
  import.meta.resolve('@fontsource-variable/readex-pro/files/readex-pro-latin-wght-normal.woff2'),
)

/** The problems found on a sheet with this content below two words. */
async function noticed(page: Page, inside: string) {
  await page.setContent(`
    <!doctype html>
    <article style="position: relative; padding-inline: 10px; inline-size: 300px; block-size: 200px; overflow: hidden; font: 16px/1.5 own">
      <p style="margin: 0">Subject</p><p style="margin: 0">Mark</p>${inside}
    </article>`)
  // The browser of the journeys has no fonts installed.
  await page.evaluate(
    async (bytes) => {
      const own = new FontFace('own', Uint8Array.from(bytes))
      document.fonts.add(await own.load())
    },
    [...readFileSync(font)],
  )
  return wrongBoxes(page.locator('article'))
}

test('text on paper that is cut, lies over other text or runs out of its sheet is noticed, and nothing else @once', async ({
  page,
}) => {
  expect(await noticed(page, '<p>Total</p>')).toEqual([])
  expect(await noticed(page, '<p style="position: absolute; inset-block-start: 4px; margin: 0">Total</p>')).toEqual([
    '0: over each other: Subject | Total',
  ])
  const cell = (text: string) =>
    `<div style="inline-size: 40px; block-size: 24px; overflow: hidden; white-space: nowrap">${text}</div>`
  expect(await noticed(page, cell('1.5'))).toEqual([])
  expect(await noticed(page, cell('Alexandra Mohamed'))).toEqual(['0: cut: Alexandra Mohamed'])
  expect(await noticed(page, '<p style="margin-block-start: 140px">Signed</p>')).toEqual([
    '0: cut: Signed',
    '0: longer than its sheet',
  ])
  expect(await noticed(page, '<p style="margin-inline-start: -8px">Rank</p>')).toEqual(['0: cut: Rank'])
  expect(await noticed(page, '<p style="inline-size: 400px; block-size: 5px"></p>')).toEqual([
    '0: wider than its sheet',
  ])
})
