import type { Page } from '@playwright/test'
import { textsIn } from '#test/locale-files.ts'
import { people } from '#test/world/people.ts'
import { screens } from './every-screen.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectNothingCut, quietOf, test } from './house.ts'

const isProof = process.env.PROOF === 'on'

// The proof opens everything by its address. In every run a screen is opened so once in English; its further tabs, and in Arabic
// every screen, are reached from the one before.
for (const [who, addresses] of screens)
  test(`every screen of ${who} fits, can be used by everybody, and lacks no text`, async ({
    page,
    language,
    t,
    comeAs,
  }) => {
    test.setTimeout(20_000 + 10_000 * addresses.length)
    if (who !== 'a visitor') await comeAs(people[who].phone)
    const quiet = quietOf(page)
    const opened = new Set<string>()
    for (const address of addresses) {
      const [screen] = address.split('?') as [string]
      if (isProof || opened.size === 0 || (language === 'en' && !opened.has(screen))) await page.goto(address)
      else await goOn(page, address)
      opened.add(screen)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await quiet()
      await idle(page)
      await expect(page.getByText(t('common.loading'), { exact: true })).toHaveCount(0)
      expect(await rawKeys(page), address).toEqual([])
      await expectNoSidewaysScroll(page)
      await expectNothingCut(page, address)
      await expectAccessible(page)
    }
  })

/** As the browser's buttons for back and forward do: without loading the product anew. */
const goOn = (page: Page, address: string) =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, address)

/** Until the page has nothing to do: the screen before stays until the next is ready. */
const idle = (page: Page) => page.evaluate(() => new Promise<void>((done) => requestIdleCallback(() => done())))

const sections = Object.keys(textsIn('en'))

/** Texts that are the key of a text: what a missing translation shows. */
const rawKeys = async (page: Page) => {
  const words = (await page.evaluate(() => document.body.innerText.match(/[a-z]\w*(\.\w+)+/gi))) ?? []
  return words.filter((word) => sections.includes(word.split('.')[0]!))
}
