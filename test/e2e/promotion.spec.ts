import { workInBackground } from '#server/platform/jobs/worker.ts'
import { promotionWork } from '#server/results/promotion/promotion-work.ts'
import { clock } from '#test/world/clock.ts'
import { sqlIn } from '#test/harness/database.ts'
import { accountsOf, ask } from '#test/harness/ground.ts'
import { growSchool } from '#test/harness/grown-school.ts'
import { world } from '#test/world/world.ts'
import { called, expect, expectNoSidewaysScroll, expectNothingCut, test as base } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager, nile, omar, class4a } = world

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
  // A thousand students are moved twice: on a machine with much else to do, that takes minutes.
  test.setTimeout(1_200_000)
  const patiently = expect.configure({ timeout: 600_000 })
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
    const size = page.viewportSize()!
    await page.setViewportSize({ width: 1024, height: size.height })
    await expectNothingCut(page, 'the steps on a small desk')
    await page.setViewportSize(size)
    // Thirty of them are loaded; it is said how many are meant.
    const whole = page.getByRole('combobox', { name: t('promotion.decideAll') })
    const listed = /\d+/.exec(
      (await page.getByRole('combobox', { name: t('promotion.whichStudents') }).textContent())!,
    )![0]
    expect(
      await page
        .getByRole('list', { name: t('promotion.who') })
        .getByRole('listitem')
        .count(),
    ).toBe(30)
    expect(Number(listed)).toBeGreaterThan(30)
    await expect(whole).toHaveAccessibleName(new RegExp(listed))
    await expect(whole).toContainText(listed)
    await whole.click()
    clicks++
    await press(t('promotion.decide.up'), 'option')
    await patiently(page.getByRole('status').getByText(t('promotion.everybodyDecided'))).toBeVisible()
    await press(t('promotion.next'))
    await patiently(page.getByText(t('promotion.allPlaced'))).toBeVisible()
    await looked()
    await press(t('promotion.next'))
    await expect(page.getByText(t('promotion.allOrNothing'))).toBeVisible()
    await looked()
    await press(t('promotion.do'))
    await confirm(t('promotion.do'))
    await patiently(page.getByRole('heading', { name: t('promotion.closing') })).toBeVisible()
    await looked()
  }

  const refused: string[] = []
  page.on('response', (answer) => {
    // A busy machine may say so, and is asked again.
    if (answer.status() >= 400 && answer.status() !== 503) refused.push(`${answer.status()} ${answer.url()}`)
  })
  await comeAs(manager.phone)
  await page.goto('/settings/years')
  await press(t('settings.years.prepareNext'), 'link')
  await promote()
  expect(refused, 'asked for in vain').toEqual([])
  expect(clicks).toBeLessThanOrEqual(25)
  expect(await classOf()).not.toBe(before)

  await press(t('promotion.undo'))
  await confirm(t('promotion.undo'))
  await patiently(page.getByRole('button', { name: t('promotion.start') })).toBeVisible()
  expect(await classOf()).toBe(before)
  await promote()
  expect(await classOf()).not.toBe(before)

  // A year later, when somebody still waits in an earlier class.
  const [years] = await ask<{ old: string; new: string }>(
    house.connection,
    `select from_year_id as old, to_year_id as new from promotions where state = 'done'`,
  )
  await ask(house.connection, `update students set class_room_id = '${class4a.id}' where id = '${omar.id}'`)
  const person = { phoneNumber: manager.phone, password: 'kashkool' }
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', person)
  await called(house, 'SchoolYear/CompleteSchoolYear', { schoolYearId: years!.old }, token)
  await called(house, 'SchoolYear/ActivateSchoolYear', { schoolYearId: years!.new }, token)
  const drafts = () =>
    ask<{ old: string; new: string }>(
      house.connection,
      `select from_year_id as old, to_year_id as new from promotions where state = 'draft'`,
    )
  await page.reload()
  await press(t('promotion.moveWaiting'))
  await expect(page.getByRole('heading', { name: t('promotion.grades') })).toBeVisible()
  expect(await drafts()).toEqual([years])
  await press(t('promotion.discard'))
  await confirm(t('promotion.discard'))
  await page.getByRole('button', { name: t('promotion.startNext').replace('{{year}}', '').trim() }).click()
  await press(t('promotion.start'))
  await expect(page.getByRole('heading', { name: t('promotion.grades') })).toBeVisible()
  expect(await drafts()).toEqual([{ old: years!.new, new: expect.not.stringContaining(years!.old) }])
})

test('who prepares a year beside somebody else loses nothing of either, and no typed name by going on @once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const step = (name: string) => page.getByRole('list', { name: t('promotion.steps') }).getByRole('button', { name })
  const firstName = page.getByRole('textbox', { name: t('promotion.className') }).first()
  const next = page.getByRole('button', { name: t('promotion.next') })
  const names = () =>
    ask<{ name: string }>(house.connection, 'select name from promotion_classes order by name').then((rows) =>
      rows.map(({ name }) => name),
    )
  const somebodyElse = async (changes: (classes: { name: string }[]) => object) => {
    const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
      phoneNumber: manager.phone,
      password: 'kashkool',
    })
    const [last] = await called<{ id: string }[]>(house, 'Promotion/GetPromotions', { schoolId: nile.id }, token)
    const promotionId = last!.id
    const draft = await called<{ newClasses: { name: string }[] }>(house, 'Promotion/Get', { promotionId }, token)
    await called(house, 'Promotion/SetOptions', { promotionId, ...changes(draft.newClasses) }, token)
  }

  await comeAs(manager.phone)
  await page.goto('/settings/years')
  await page.getByRole('link', { name: t('settings.years.prepareNext') }).click()
  await page.getByRole('button', { name: t('promotion.start') }).click()
  await firstName.fill('Bluebirds')
  await somebodyElse(() => ({ copiesMonths: false }))
  await step(t('promotion.step.decisions')).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.keepWriting') })
    .click()
  await expect(firstName).toHaveValue('Bluebirds')
  await next.click()
  await expect(page.getByRole('list', { name: t('promotion.who') })).toBeVisible()
  expect(await names()).toContain('Bluebirds')

  await step(t('promotion.step.structure')).click()
  await expect(page.getByRole('checkbox', { name: t('promotion.copiesMonths') })).not.toBeChecked()
  await firstName.fill('Robins')
  await somebodyElse(([first, ...rest]) => ({ newClasses: [{ ...first, name: 'Swallows' }, ...rest] }))
  await next.click()
  await expect(page.getByRole('alert').filter({ hasText: 'Swallows' })).toContainText('Robins')
  await page.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(page.getByRole('list', { name: t('promotion.who') })).toBeVisible()
  expect(await names()).toContain('Robins')
  expect(await names()).not.toContain('Swallows')
})
