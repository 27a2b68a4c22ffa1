import type { Page } from '@playwright/test'
import { permissionId } from '#server/db/first-rows.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { choose, chooseContaining } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { openPart, openSheet } from './student-page.ts'
import { elsewhere, holdBack, toastOf } from './others.ts'

const { manager } = people
const { class4a, class4b, class5a } = classes

test('a student is added with a picture, found, changed by two people at once, moved and switched off', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/students')
  const dialog = page.getByRole('dialog')
  const rows = page
    .getByRole('table')
    .getByRole('row')
    .filter({ has: page.getByRole('switch') })
  await expect(rows).toHaveCount(50)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: t('common.loadMore') }).click()
  await expect(rows).toHaveCount(100)
  const before = await coinsIn(page)

  await page.getByRole('button', { name: t('settings.students.add') }).click()
  const add = dialog.getByRole('button', { name: t('settings.add'), exact: true })
  await expect(add).toBeInViewport({ ratio: 1 })
  const [bottom, edge] = [await add.boundingBox(), await dialog.boundingBox()].map((box) => box!.y + box!.height)
  expect(edge! - bottom!).toBeGreaterThanOrEqual(16)
  await add.click()
  await expect(dialog.getByLabel(t('settings.students.firstName'))).toBeFocused()
  await dialog.getByLabel(t('settings.students.firstName')).fill('إسراء')
  await dialog.getByLabel(t('settings.students.middleName')).fill('يحيى')
  await dialog.getByLabel(t('settings.students.lastName')).fill('الطنطاوي')
  await dialog.getByLabel(t('settings.students.birthDate')).fill('2016-05-23')
  await chooseContaining(page, dialog, t('settings.students.classRoomId'), class4a.name)
  await page.locator('[data-picture=file]').setInputFiles('public/icon-192.png')
  await dialog
    .last()
    .getByRole('button', { name: t('common.save') })
    .click()
  await expect(dialog).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.students.addAndGoOn') }).click()
  await expect(dialog.getByLabel(t('settings.students.firstName'))).toHaveValue('')
  await expect(dialog.getByLabel(t('settings.students.firstName'))).toBeFocused()
  for (const [name, text] of [
    ['firstName', 'رؤى'],
    ['middleName', 'يحيى'],
    ['lastName', 'الطنطاوي'],
  ])
    await dialog.getByLabel(t(`settings.students.${name}`)).fill(text!)
  await dialog.getByLabel(t('settings.students.paySeat')).uncheck()
  await page.keyboard.press('Enter') // the previously chosen class is still selected
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => coinsIn(page)).toBe(before - 1)

  await test.step('who has a name that is there already is asked about, and what is typed of them is not lost', async () => {
    await page.getByRole('button', { name: t('settings.students.add') }).click()
    for (const [name, text] of [
      ['firstName', 'رؤى'],
      ['middleName', 'يحيى'],
      ['lastName', 'الطنطاوي'],
    ])
      await dialog.getByLabel(t(`settings.students.${name}`)).fill(text!)
    await chooseContaining(page, dialog, t('settings.students.classRoomId'), class4a.name)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(dialog.getByText(t('settings.students.similar'))).toBeVisible()
    await page.keyboard.press('Escape')
    await page
      .getByRole('dialog', { name: t('common.discardAsk') })
      .getByRole('button', { name: t('common.keepWriting') })
      .click()
    await expect(dialog.getByLabel(t('settings.students.firstName'))).toHaveValue('رؤى')
    await dialog.getByRole('button', { name: t('common.cancel') }).click()
    await expect(dialog).toHaveCount(0)
  })

  await page.getByRole('searchbox').fill('اسراء يحيي') // folded: إ and ا, ى and ي
  await expect(rows).toHaveCount(1)
  await expect(rows.locator('img[src^="/media/"]')).toBeVisible()
  const code = (await rows.getByText(/^ST\d{10}$/).textContent()) ?? ''
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: t('settings.students.findByCode') }).click()
  await dialog.getByLabel(t('settings.students.code')).fill('٩٩٩٩٩٩')
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.Not found'))
  await dialog.getByLabel(t('settings.students.code')).fill(inArabic(String(Number(code.slice(2)))))
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('إسراء يحيى الطنطاوي')
  await openPart(page, t, t('student.file'))
  await openSheet(page, t, /إسراء/)
  await expect(page.getByLabel(t('settings.students.birthDate'))).toHaveValue('2016/05/23')
  const id = new URL(page.url()).pathname.split('/').at(-1)

  await elsewhere(house, 'Student/UpdateStudent', { id, lastName: 'الطنطاوى' })
  await page.getByLabel(t('settings.students.lastName')).fill('الطحاوي')
  await chooseContaining(page, dialog, t('settings.students.classRoomId'), class5a.name)
  await page.getByRole('button', { name: t('common.save') }).click()
  const versions = page.getByRole('alert').filter({ hasText: t('versions.theirs') })
  await expect(versions).toContainText('الطنطاوى')
  await page.evaluate(() => scrollTo(0, 0)) // a button partly under the header counts as too small a target
  await expectAccessible(page)
  await ask(house.connection, `update class_rooms set max_of_students = 1 where id = '${class5a.id}'`)
  await versions.getByRole('button', { name: t('versions.keepMine') }).click()
  // The sheet hides what is behind it from roles, and so the region of the toasts.
  await expect(page.getByText(t('sentences.This class is full')).first()).toBeVisible()
  await chooseContaining(page, dialog, t('settings.students.classRoomId'), class4b.name)
  await page.getByRole('button', { name: t('common.save') }).click()
  await versions.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('إسراء يحيى الطحاوي')
  await expect(page.getByRole('main')).toContainText(class4b.name)

  await page.getByRole('link', { name: t('student.all') }).click()
  await expect(rows).not.toHaveCount(0) // the filters of the list, not the class of the closed form
  await choose(page, page, t('settings.students.classRoomId'), class4b.name)
  await page.getByRole('searchbox').fill('الطحاوي')
  await expect(rows).toHaveCount(1)
  const active = rows.getByRole('switch', { name: new RegExp(t('settings.students.active')) })
  await elsewhere(house, 'Student/UpdateStudent', { id, firstName: 'اسراء' })
  const go = await holdBack(page, '**/Student/UpdateStudent')
  await active.click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(active).not.toBeChecked() // shown before the server has answered
  go()
  await expect(toastOf(page)).toContainText(t('sentences.Somebody else changed this meanwhile'))
  await expect(active).toBeChecked()
  await expect(rows).toContainText('اسراء')
  await active.click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(active).not.toBeChecked()
  await expect(active).toBeEnabled()

  await choose(page, page, t('settings.students.state'), t('settings.students.active'))
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await choose(page, page, t('settings.students.state'), t('settings.students.inactive'))
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows.filter({ hasText: 'الطحاوي' }).getByRole('switch').last()).not.toBeChecked()
})

test('the list is still narrowed on the way back from the statistics and from an import @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  const narrowed = `/settings/students?classRoomId=${class4a.id}`
  for (const [tool, back] of [
    ['settings.students.statistics', 'settings.students.all'],
    ['settings.students.import', 'common.back'],
  ] as const) {
    await page.goto(narrowed)
    await page.getByRole('link', { name: t(tool), exact: true }).click()
    await page.getByRole(tool.endsWith('import') ? 'link' : 'button', { name: t(back), exact: true }).click()
    await expect(page.getByRole('row')).toHaveCount(21)
    await expect(page).toHaveURL(narrowed)
  }
})

test('a person who may only view and add sees no other changes offered @once', async ({ page, house, t, comeAs }) => {
  const { registrar } = people // may see the students and add some
  const menu = [permissionId('ViewSchoolSettings'), permissionId('ViewClassesSettingSection')]
  await ask(
    house.connection,
    `insert into user_permissions (user_id, permission_id, school_id, given_by)
     select '${registrar.id}', id, '${schools.nile.id}', '${manager.id}' from permissions
     where id in (${menu.map((id) => `'${id}'`).join()})`,
  )
  await comeAs(registrar.phone)
  await page.goto(`/settings/students?classRoomId=${class4a.id}`)
  await expect(page.getByRole('row')).toHaveCount(21)
  await expect(page.getByRole('switch')).toHaveCount(0)
  await page.getByRole('checkbox').first().check()
  const chosen = page.getByRole('region', { name: t('settings.students.chosenOnes') })
  await expect(chosen.getByRole('button', { name: t('exports.export') })).toBeVisible()
  for (const key of ['moveThem', 'deactivateThem', 'noteForThem', 'renewChosen'])
    await expect(chosen.getByText(t(`settings.students.${key}`), { exact: true })).toHaveCount(0)
  for (const key of ['students.renewAll', 'moves.title'])
    await expect(page.getByText(t(`settings.${key}`), { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('settings.students.add') })).toBeVisible()
  await page.getByRole('link', { name: students.omar.lastName }).first().click()
  await openPart(page, t, t('student.file'))
  const parents = page.getByRole('list', { name: t('settings.parents.title') }).locator('> li')
  await expect(parents.first()).toBeVisible()
  await expect(parents.getByRole('button')).toHaveCount(0)
  await expect(page.getByText(/^010\d{8}$/)).toHaveCount(0)
  for (const role of ['textbox', 'switch'] as const) await expect(page.getByRole(role)).toHaveCount(0)
})

/** The remaining coins, as shown on the screen. */
const coinsIn = async (page: Page) => {
  const texts = page.getByRole('main').locator('header')
  await expect(texts).toContainText(/\d/)
  return Number(/\d+/.exec((await texts.textContent()) ?? '')?.[0])
}

const inArabic = (digits: string) => digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
