import type { Page } from '@playwright/test'
import { textsIn } from '#test/locale-files.ts'
import { people } from '#test/world/people.ts'
import { screens } from './every-screen.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, expectNothingCut, quietOf, test } from './house.ts'

for (const [who, addresses] of screens)
  test(`every screen of ${who} fits, can be used by everybody, and lacks no text`, async ({ page, comeAs }) => {
    test.setTimeout(20_000 + 10_000 * addresses.length)
    if (who !== 'a visitor') await comeAs(people[who].phone)
    const quiet = quietOf(page)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await quiet()
      expect(await rawKeys(page), address).toEqual([])
      await expectNoSidewaysScroll(page)
      await expectNothingCut(page, address)
      await expectAccessible(page)
    }
  })

const sections = Object.keys(textsIn('en'))

/** Texts that are the key of a text: what a missing translation shows. */
const rawKeys = async (page: Page) => {
  const words = (await page.evaluate(() => document.body.innerText.match(/[a-z]\w*(\.\w+)+/gi))) ?? []
  return words.filter((word) => sections.includes(word.split('.')[0]!))
}
