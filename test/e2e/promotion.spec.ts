import { workInBackground } from '#server/jobs/worker.ts'
import { promotionWork } from '#server/promotion/promotion-work.ts'
import { clock } from '#test/clock.ts'
import { sqlIn } from '#test/database.ts'
import { accountsOf, ask } from '#test/ground.ts'
import { growSchool } from '#test/grown-school.ts'
import { world } from '#test/world.ts'
import { expect, expectNoSidewaysScroll, test as base } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager, nile, omar } = world

const test = base.extend<{ worker: null }>({
  worker: [
    async ({ house }, use) => {
      const worker = workInBackground(accountsOf(house.connection), clock, [promotionWork])
      await use(null)
      await worker.stop()
    },
    { auto: true },
  ],
})

test('a school of 1,000 students moves into its next year, back, and again, in few clicks @once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  test.slow()
  await growSchool(sqlIn(house.connection), nile, 900)
  const classOf = async () =>
    (
      await ask<{ name: string }>(
        house.connection,
        `select g.name from students st join class_rooms c on c.id = st.class_room_id join grades g on g.id = c.grade_id
       where st.id = '${omar.id}'`,
      )
    )[0]!.name
  let clicks = 0
  const press = async (name: string, role: 'button' | 'link' | 'option' = 'button') => {
    clicks++
    await page.getByRole(role, { name, exact: true }).last().click()
  }
  const confirm = async (name: string) => {
    clicks++
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  }
  const looked = async () => {
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  }
  const before = await classOf()

  async function promote() {
    await press(t('promotion.start'))
    await expect(page.getByRole('heading', { name: t('promotion.grades') })).toBeVisible()
    await looked()
    await press(t('promotion.next'))
    await expect(page.getByRole('list', { name: t('promotion.who') })).toBeVisible()
    await looked()
    await page.getByRole('combobox', { name: t('promotion.decideAll') }).click()
    clicks++
    await press(t('promotion.decide.up'), 'option')
    await expect(page.getByRole('status').getByText(t('promotion.everybodyDecided'))).toBeVisible()
    await press(t('promotion.next'))
    await expect(page.getByText(t('promotion.allPlaced'))).toBeVisible()
    await looked()
    await press(t('promotion.next'))
    await expect(page.getByText(t('promotion.allOrNothing'))).toBeVisible()
    await looked()
    await press(t('promotion.do'))
    await confirm(t('promotion.do'))
    await expect(page.getByRole('heading', { name: t('promotion.closing') })).toBeVisible({ timeout: 60_000 })
    await looked()
  }

  await comeAs(manager.phone)
  await page.goto('/settings/years')
  await press(t('settings.years.prepareNext'), 'link')
  await promote()
  expect(clicks).toBeLessThanOrEqual(25)
  expect(await classOf()).not.toBe(before)

  await press(t('promotion.undo'))
  await confirm(t('promotion.undo'))
  await expect(page.getByRole('button', { name: t('promotion.start') })).toBeVisible({ timeout: 60_000 })
  expect(await classOf()).toBe(before)
  await promote()
  expect(await classOf()).not.toBe(before)
})
