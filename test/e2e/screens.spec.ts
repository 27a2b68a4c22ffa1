import type { Page } from '@playwright/test'
import { textsIn } from '#test/house/locale-files.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { screens } from './every-screen.ts'
import { arrived, goOn, quietOf } from './going-on.ts'
import { expect, expectNoSidewaysScroll, expectNothingCut, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { brokenNames } from './room.ts'

const isProof = process.env.PROOF === 'on'

// The proof opens every screen by its address, in both widths and languages. An ordinary run goes to each screen from the one before,
// because reloading the product takes as long as checking a screen, and the journeys open most screens by address. The two widths of a run
// check every second screen each.
for (const [who, all] of screens)
  test(`every screen of ${who} fits, can be used by everybody, and lacks no text`, async ({
    page,
    t,
    comeAs,
    narrow,
  }) => {
    const addresses = isProof ? all : all.filter((_, nth) => (nth % 2 === 0) === narrow)
    test.setTimeout(60_000 * (addresses.length + 4))
    if (who !== 'a visitor') await comeAs(people[who].phone)
    const quiet = quietOf(page)
    for (const [nth, address] of addresses.entries()) {
      if (isProof || nth === 0) await page.goto(address)
      else await goOn(page, address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await arrived(page, quiet)
      await expect(page.getByText(t('common.loading'), { exact: true })).toHaveCount(0)
      // Browsers keep titles in their history, also on a computer that several people use.
      expect(namesIn(await page.title()), address).toEqual([])
      expect(await rawKeys(page), address).toEqual([])
      await expectNoSidewaysScroll(page)
      await expectNothingCut(page, address)
      if (who !== 'a visitor') expect(await helpFarFromHeading(page, t('help.open')), address).toEqual([])
      await expectAccessible(page)
      await expectFitsTablets(page, address)
    }
  })

/**
 * At the widths between a phone and a desk, where columns are narrowest: no name is broken inside a word and nothing is cut. Only for screens
 * with columns, by changing the size of the window.
 */
async function expectFitsTablets(page: Page, address: string) {
  if ((await page.locator('main :is(table, .grid, [role=table])').count()) === 0) return
  const before = page.viewportSize()!
  for (const width of [768, 820, 912]) {
    await page.setViewportSize({ width, height: 1024 })
    await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(drawn)))
    await expectNoSidewaysScroll(page, `${address} at ${width}`)
    await expectNothingCut(page, `${address} at ${width}`)
    expect(await brokenNames(page), `${address} at ${width}`).toEqual([])
  }
  await page.setViewportSize(before)
}

/** The students of whom a text contains the first two names. */
const firstNames = [...Object.values(students), ...Object.values(people)].map(({ firstName }) => firstName)

const namesIn = (title: string) => {
  const words = new Set(title.split(/[\s·:،,]+/))
  return firstNames.filter((name) => words.has(name))
}

/** Headings whose help is not beside their last word. */
const helpFarFromHeading = (page: Page, label: string) =>
  page.evaluate((title) => {
    const help = document.querySelector(`main button[title="${title}"]`)?.getBoundingClientRect()
    const heading = document.querySelector('main h1')
    const last = [...(heading?.getClientRects() ?? [])].at(-1)
    if (!help || !last) return []
    const middle = (help.top + help.bottom) / 2
    const gap = Math.max(help.left - last.right, last.left - help.right)
    return middle > last.top && middle < last.bottom && gap < 24 ? [] : [heading!.textContent]
  }, label)

const sections = Object.keys(textsIn('en'))

/** Keys shown instead of texts, which is the result of a missing translation. */
const rawKeys = async (page: Page) => {
  const words = (await page.evaluate(() => document.body.innerText.match(/[a-z]\w*(\.\w+)+/gi))) ?? []
  return words.filter((word) => sections.includes(word.split('.')[0]!))
}
