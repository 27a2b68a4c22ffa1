import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { world } from '#test/world/world.ts'
import { dayAfter } from '#web/lib/days.ts'
import { expectAccessible } from './accessible.ts'
import { called, expect, test } from './house.ts'

const { manager } = people

test('what is typed of one part of the calendar stays while another is stored, and is compared with what others store', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const names = () =>
    ask<{ name: string }>(house.connection, 'select name from terms order by start_date').then((rows) =>
      rows.map(({ name }) => name),
    )
  const firstName = page.getByRole('textbox', { name: t('calendar.termName').replace('{{number}}', '1') })
  const hijri = page.getByRole('checkbox', { name: t('calendar.schoolShowsHijri') })
  const card = page.locator('section').filter({ has: page.getByRole('heading', { name: t('calendar.terms') }) })
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: manager.phone,
    password: 'kashkool',
  })
  const schoolId = world.nile.id
  const { yearId, firstDay, lastDay } = await called<{ yearId: string; firstDay: string; lastDay: string }>(
    house,
    'Calendar/GetYear',
    { schoolId },
    token,
  )
  const storeElsewhere = (name: string) =>
    called(
      house,
      'Calendar/SaveTerms',
      { schoolId, yearId, terms: [{ name, startDate: firstDay, endDate: lastDay }] },
      token,
    )

  await ask(
    house.connection,
    `insert into user_roles (user_id, role_id, school_id)
       select user_id, role_id, '${world.delta.id}' from user_roles where user_id = '${manager.id}' and school_id = '${schoolId}'`,
  )
  await storeElsewhere('Ploughing')
  await comeAs(manager.phone)
  await page.goto('/')
  const chooseSchool = async ({ name }: { name: string }) => {
    await page.getByRole('button', { name: new RegExp(`^${t('header.school')}: `) }).click()
    await page.getByRole('option', { name }).click()
  }
  await chooseSchool(world.nile)
  await expect(page).toHaveURL('/my-classroom')
  await page.goto('/settings/calendar')
  await firstName.fill('Flood')
  await hijri.click()
  await expect(page.getByRole('region', { name: /F8/ }).getByText(t('settings.saved'))).toBeVisible()
  await expect(hijri).toBeChecked()
  await expect(firstName).toHaveValue('Flood')

  await storeElsewhere('Sowing')
  await hijri.click()
  const both = card.getByRole('alert')
  await expect(both).toContainText('Flood')
  await expect(both).toContainText('Sowing')
  await expectAccessible(page)
  await both.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(both).toHaveCount(0)
  expect((await names())[0]).toBe('Flood')

  await test.step('days that are dragged over are seen to be chosen, and a new day goes after somebody else stored', async () => {
    const cell = (day: string) => page.locator(`[data-day="${day}"]`)
    const [from, until] = [dayAfter(firstDay, 7), dayAfter(firstDay, 9)]
    await cell(from).hover()
    await page.mouse.down()
    await cell(until).hover()
    await expect(cell(dayAfter(firstDay, 8))).toHaveAttribute('aria-pressed', 'true')
    await page.mouse.up()
    const dialog = page.getByRole('dialog', { name: t('calendar.addDay') })
    await dialog.getByLabel(t('calendar.name')).fill('Harvest')
    await storeElsewhere('Winter')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog.getByRole('alert')).toBeVisible()
    // The list behind the dialog is hidden from screen readers.
    await expect(page.getByLabel(t('calendar.termName').replace('{{number}}', '1'))).toHaveValue('Winter')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('what is ticked of one calendar of a ministry stays while another is looked at, and is not lost without a question', async () => {
    await page.getByRole('button', { name: t('calendar.presets') }).click()
    const dialog = page.getByRole('dialog', { name: t('calendar.presets') })
    const first = dialog.getByRole('checkbox').first()
    const calendars = dialog.getByRole('radio')
    await first.check()
    await calendars.nth(1).check()
    await expect(
      dialog.getByRole('button', { name: t('calendar.takeOver_other').replace('{{count}}', '0') }),
    ).toBeDisabled()
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: t('common.discardAsk') })
      .getByRole('button', { name: t('common.keepWriting') })
      .click()
    await dialog.getByRole('checkbox', { disabled: false }).nth(3).check()
    let store = () => {}
    const seen = new Promise<void>((go) => (store = go))
    await page.route('**/Calendar/ApplyPreset', async (route) => {
      await seen
      await route.continue()
    })
    await dialog.getByRole('button', { name: t('calendar.takeOver_one').replace('{{count}}', '1') }).click()
    // While one entry is being stored, ticks would be lost with the dialog.
    await calendars.nth(0).check()
    for (const box of [first, dialog.getByRole('checkbox').nth(1)]) await expect(box).toBeDisabled()
    await expect(first).toBeChecked()
    store()
    await expect(first).toBeEnabled()
    await expect(calendars.nth(0)).toBeChecked()
    await expect(first).toBeChecked()
    await dialog.getByRole('button', { name: t('common.cancel') }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('minutes are typed in digits of either language', async () => {
    await page.getByRole('button', { name: t('calendar.addHours') }).click()
    const minutes = page.getByRole('textbox', { name: t('calendar.minutes') }).last()
    await minutes.fill('٥٠')
    await expect(minutes).toHaveValue('50')
  })

  await test.step('the search, the choice of a school, a new school and signing out ask before they take typed words away', async () => {
    const minutes = page.getByRole('textbox', { name: t('calendar.minutes') }).last()
    const question = page.getByRole('dialog', { name: t('common.discardAsk') })
    const cancel = async () => {
      await question.getByRole('button', { name: t('common.keepWriting') }).click()
      await expect(question).toHaveCount(0)
    }
    const stay = async () => {
      await cancel()
      await expect(minutes).toHaveValue('50')
    }
    const search = async () => {
      await page.keyboard.press('Control+KeyK')
      await page.getByRole('combobox', { name: t('finder.title') }).fill(t('settings.menu.grades'))
      await expect(page.getByRole('option')).toHaveText([t('settings.menu.grades')])
      await page.getByRole('option').click()
    }
    await search()
    await stay()

    await chooseSchool(world.delta)
    await stay()

    await page.getByRole('button', { name: t('header.createSchool') }).click()
    const school = page.getByRole('dialog', { name: t('settings.schoolInfo.add') })
    await school.getByLabel(t('settings.schoolInfo.name')).fill('Reeds')
    await search()
    await cancel()
    await expect(school.getByLabel(t('settings.schoolInfo.name'))).toHaveValue('Reeds')
    await school.getByLabel(t('settings.schoolInfo.about')).fill('A school at the river')
    await school.getByLabel(t('settings.schoolInfo.vision')).fill('Near home')
    await school.getByRole('button', { name: t('settings.schoolInfo.send') }).click()
    await stay()
    await expect(page.getByRole('combobox', { name: `${t('header.school')}: ${world.nile.name}` })).toBeVisible()

    await page.getByRole('button', { name: t('header.account') }).click()
    await page.getByRole('menuitem', { name: t('header.logout') }).click()
    await question.getByRole('button', { name: t('common.discard') }).click()
    await expect(page).toHaveURL('/auth')
    await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('kashkool-')
    await page.reload()
    await expect(page.getByRole('button', { name: t('auth.login') })).toBeVisible()
  })
})
