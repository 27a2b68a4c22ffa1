import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { brokenNames } from './room.ts'

const ofClass = `/${classes.class4a.id}`

const screens: [keyof typeof people, string[]][] = [
  ['supervisor', ['/', ofClass, `${ofClass}?tab=exams`, '/my-classroom']],
  ['manager', ['/', '/my-classroom', '/settings/students', '/absence', '/absence?tab=excuses']],
]

for (const [who, addresses] of screens)
  test(`on an upright tablet no name of ${who} is broken inside a word, and a card of the register has 300 px`, async ({
    page,
    comeAs,
  }) => {
    await page.setViewportSize({ width: 768, height: 1024 })
    await comeAs(people[who].phone)
    for (const address of addresses) {
      await page.goto(address)
      await expect(page.getByRole('main').locator('bdi').first()).toBeVisible()
      for (const width of [768, 820, 912, 1024]) {
        await page.setViewportSize({ width, height: 1024 })
        await expectNoSidewaysScroll(page)
        if (process.env.PICTURES)
          await page.screenshot({
            path: `${process.env.PICTURES}/${who}${address.replaceAll(/\W/g, '_')}-${width}.png`,
          })
        expect(await brokenNames(page), `${address} at ${width}`).toEqual([])
        for (const card of await page.locator('li[data-student]').all())
          expect((await card.boundingBox())!.width).toBeGreaterThanOrEqual(300)
      }
    }
  })
