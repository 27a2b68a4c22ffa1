import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page, test } from '@playwright/test'

/**
 * Expects no violation of WCAG 2.2 AA in what is shown now. In an ordinary run, journeys in English check the light theme, those in Arabic
 * the dark one, and of a long list only its first rows. The proof checks both themes in each language, and every row.
 */
export async function expectAccessible(page: Page) {
  const isProof = process.env.PROOF === 'on'
  const ordinary = test.info().project.name.startsWith('en') ? 'light' : 'dark'
  if (!isProof) await page.evaluate(setRowsAside, furtherRows)
  for (const theme of isProof ? ['light', 'dark'] : [ordinary]) {
    await page.evaluate((seen) => void (document.documentElement.dataset.theme = seen), theme)
    if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe)
    const { violations } = await new AxeBuilder({ page, axeSource: 'void 0' })
      .setLegacyMode() // there are no frames here; they would need a separate page
      .options({ resultTypes: ['violations'] }) // describing passed rules takes longer than checking them
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const report = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${theme}: ${id} at ${target.join(' ')}`),
    )
    expect(report).toEqual([])
  }
  if (!isProof) await page.evaluate(() => void document.adoptedStyleSheets.pop())
}

/** Rows are similar, and checking hundreds of them takes as long as checking all screens. */
const furtherRows = 'main :is(tbody > tr, ul > li, ol > li):nth-child(n + 9):not(:focus-within)'

/** Further rows keep their space, so that nothing moves and no list fetches more, but invisible content is not checked. */
function setRowsAside(rows: string) {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`${rows} { visibility: hidden !important }`)
  document.adoptedStyleSheets.push(sheet)
}

// The builder alone would send the longer source twice for each check.
const axeFile = createRequire(import.meta.resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js')
const axe = readFileSync(axeFile, 'utf8')
