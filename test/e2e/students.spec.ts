import type { Browser, Locator, Page } from '@playwright/test'
import { permissionId } from '#server/db/first-rows.ts'
import { ask } from '#test/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { choose } from './choose.ts'
import { called, expect, expectAccessible, expectNoSidewaysScroll, test } from './house.ts'

const { manager, deputy, newcomer } = people
const { class4a, class4b, class5a, class6a, class6b } = classes
const newPhone = '01200000088'

test('a student is added with a picture, found, changed by two people at once, moved and switched off', async ({
  page,
  house,
  t,
  signIn,
}) => {
  test.slow()
  await signIn(manager.phone)
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
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByLabel(t('settings.students.firstName'))).toBeFocused()
  await dialog.getByLabel(t('settings.students.firstName')).fill('إسراء')
  await dialog.getByLabel(t('settings.students.middleName')).fill('يحيى')
  await dialog.getByLabel(t('settings.students.lastName')).fill('الطنطاوي')
  await dialog.getByLabel(t('settings.students.birthDate')).fill('2016-05-23')
  await choose(page, dialog, t('settings.students.classRoomId'), await optionOf(dialog, t, class4a.name))
  await page.locator('[data-picture=file]').setInputFiles('public/icon-192.png')
  await dialog
    .last()
    .getByRole('button', { name: t('common.save') })
    .click()
  await expect(dialog).toHaveCount(1)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => coinsIn(page)).toBe(before - 1)

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
  await expect(page.getByLabel(t('settings.students.birthDate'))).toHaveValue('2016-05-23')
  const id = new URL(page.url()).searchParams.get('student')

  await elsewhere(house, 'Student/UpdateStudent', { id, lastName: 'الطنطاوى' })
  await page.getByLabel(t('settings.students.lastName')).fill('الطحاوي')
  await choose(page, page, t('settings.students.classRoomId'), await optionOf(page, t, class5a.name))
  await page.getByRole('button', { name: t('common.save') }).click()
  const versions = page.getByRole('alert').filter({ hasText: t('versions.theirs') })
  await expect(versions).toContainText('الطنطاوى')
  await page.evaluate(() => scrollTo(0, 0)) // a button half under the header counts as too small a target
  await expectAccessible(page)
  await ask(house.connection, `update class_rooms set max_of_students = 1 where id = '${class5a.id}'`)
  await versions.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(toastOf(page)).toContainText(t('sentences.This class is full'))
  await choose(page, page, t('settings.students.classRoomId'), await optionOf(page, t, class4b.name))
  await page.getByRole('button', { name: t('common.save') }).click()
  await versions.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('إسراء يحيى الطحاوي')
  await expect(page.getByRole('main')).toContainText(class4b.name)

  await page.getByRole('button', { name: t('settings.students.all') }).click()
  await choose(page, page, t('settings.students.classRoomId'), class4b.name)
  await page.getByRole('searchbox').fill('الطحاوي')
  await expect(rows).toHaveCount(1)
  const active = rows.getByRole('switch', { name: new RegExp(t('settings.active')) })
  await elsewhere(house, 'Student/UpdateStudent', { id, firstName: 'اسراء' })
  const go = await held(page, '**/Student/UpdateStudent')
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

  await choose(page, page, t('settings.students.state'), t('settings.active'))
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await choose(page, page, t('settings.students.state'), t('settings.inactive'))
  await expect(rows).toHaveCount(1)
  await page.reload()
  await expect(rows.filter({ hasText: 'الطحاوي' }).getByRole('switch').last()).not.toBeChecked()
})

test('parents are linked by phone, seen by them at once, and a number without an account is invited', async ({
  page,
  browser,
  house,
  t,
  language,
  signIn,
  codes,
}) => {
  test.slow()
  const { eldest } = students
  const name = [eldest.firstName, eldest.middleName, eldest.lastName].join(' ')
  const family = await another(browser, house.url, language)
  await enter(family, t, newcomer.phone, 'kashkool')
  await family.goto('/my-children')
  await expect(family.getByText(t('children.empty'))).toBeVisible()

  await signIn(manager.phone)
  await page.goto(`/settings/students?student=${eldest.id}`)
  const dialog = page.getByRole('dialog')
  const parents = page.getByRole('list', { name: t('settings.parents.title') }).getByRole('listitem')
  await expect(parents).toHaveCount(1)
  const look = async (phone: string) => {
    await page.getByRole('button', { name: t('settings.parents.add') }).click()
    await dialog.getByLabel(t('settings.parents.phone')).fill(phone)
    await dialog.getByRole('button', { name: t('settings.find') }).click()
  }
  await look(newcomer.phone)
  await expect(dialog.getByRole('status')).toContainText(newcomer.lastName)
  await dialog.getByRole('button', { name: t('settings.parents.link'), exact: true }).click()
  await expect(dialog.getByText(t('sentences.Required'))).toBeVisible()
  await choose(page, dialog, t('settings.parents.relationId'), t('reference.relations.guardian'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.parents.link'), exact: true }).click()
  await expect(parents).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await family.reload()
  await expect(family.getByRole('heading', { name })).toBeVisible()

  const linked = parents.filter({ hasText: newcomer.phone })
  await linked.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
  await elsewhere(house, 'StudentParent/UpdateStudentParent', {
    studentId: eldest.id,
    parentId: newcomer.id,
    relationId: (await ask(house.connection, `select id from relation_types where name = 'father'`))[0]!.id,
  })
  await choose(page, dialog, t('settings.parents.relationId'), t('reference.relations.mother'))
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('reference.relations.father'))
  await dialog.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(linked).toContainText(t('reference.relations.mother'))
  await linked.getByRole('button', { name: new RegExp(t('settings.parents.unlink')) }).click()
  await expect(dialog).toContainText(t('settings.parents.unlinkMeans'))
  await dialog.getByRole('button', { name: t('settings.parents.unlink') }).click()
  await expect(parents).toHaveCount(1)
  await family.reload()
  await expect(family.getByText(t('children.empty'))).toBeVisible()

  for (const phone of ['01200000099', newPhone]) {
    await look(phone)
    await expect(page.getByText(t('settings.enterPhone'), { exact: true })).toBeVisible()
    await choose(page, dialog, t('settings.parents.relationId'), t('reference.relations.mother'))
    if (phone === newPhone) await expectAccessible(page)
    await dialog.getByRole('button', { name: t('settings.parents.invite'), exact: true }).click()
    await expect(parents.filter({ hasText: phone })).toContainText(t('settings.parents.waits'))
  }
  await page.getByRole('button', { name: `${t('settings.parents.withdraw')}: 01200000099` }).click()
  await dialog.getByRole('button', { name: t('settings.parents.withdraw') }).click()
  await expect(parents).toHaveCount(2)

  await registered(house, newPhone, codes)
  await page.reload()
  await expect(parents).toHaveCount(2)
  await expect(parents.filter({ hasText: t('settings.parents.waits') })).toHaveCount(0)
  const invited = await another(browser, house.url, language)
  await enter(invited, t, newPhone, 'a new password')
  await invited.goto('/my-children')
  await expect(invited.getByRole('heading', { name })).toBeVisible()
})

test('seats are renewed after saying what they cost, and a class moves on and comes back', async ({
  page,
  house,
  t,
  signIn,
}) => {
  test.slow()
  await signIn(manager.phone)
  await page.goto('/settings/students')
  const dialog = page.getByRole('dialog')
  const row = (student: { code: string }) => page.getByRole('table').getByRole('row').filter({ hasText: student.code })
  const seatOf = (student: { code: string }) =>
    row(student).getByRole('switch', { name: new RegExp(t('settings.students.seat')) })
  const before = await coinsIn(page)
  for (const student of [students.unpaidStudent, students.neverPaidStudent]) {
    await page.getByRole('searchbox').fill(student.code)
    await expect(seatOf(student)).not.toBeChecked()
    await row(student).getByRole('checkbox').check()
  }
  await page.getByRole('button', { name: t('settings.students.renewChosen') }).click()
  // One of the two was charged for this year already, when his seat was paid for the first time.
  await expect(dialog.getByRole('definition').nth(2)).toHaveText(
    t('settings.students.coins_one').replace('{{count}}', '1'),
  )
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.students.renew'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  await expect.poll(() => coinsIn(page)).toBe(before - 1)
  await expect(seatOf(students.neverPaidStudent)).toBeChecked()
  await page.getByRole('button', { name: t('settings.students.renewAll') }).click()
  await expect(dialog).toContainText(t('settings.students.nothingToRenew'))
  await dialog.getByRole('button', { name: t('common.cancel') }).click()

  const seat = seatOf(students.neverPaidStudent)
  await seat.click()
  await expect(dialog).toContainText(t('settings.students.endSeatMeans'))
  await dialog.getByRole('button', { name: t('settings.students.endSeat') }).click()
  await expect(seat).not.toBeChecked()
  await expect.poll(() => coinsIn(page)).toBe(before) // paid today, so it comes back
  await seat.click()
  await expect(dialog).toContainText(t('settings.students.payMeans'))
  await dialog.getByRole('button', { name: t('settings.students.pay') }).click()
  await expect(seat).toBeChecked()

  await page.getByRole('link', { name: t('settings.moves.title') }).click()
  const option = (label: string, name: string) => optionOf(page, t, name, label)
  const chosen = async () => {
    await choose(page, page, t('settings.moves.from'), await option('settings.moves.from', class6a.name))
    await choose(page, page, t('settings.moves.to'), await option('settings.moves.to', class6b.name))
  }
  await chosen()
  const who = page.getByRole('list', { name: t('settings.moves.who') }).getByRole('listitem')
  await expect(who).toHaveCount(20)
  await expect(page.getByRole('button', { name: /19/ })).toBeDisabled() // eight places are left in it
  await ask(house.connection, `update class_rooms set max_of_students = 60 where id = '${class6b.id}'`)
  await page.reload()
  await chosen()
  await expect(who.filter({ hasText: t('settings.moves.inactiveStays') })).toHaveCount(1)
  await who.filter({ hasText: students.eldest.code }).getByRole('checkbox').uncheck()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.getByRole('button', { name: /18/ }).click()
  const past = page.getByRole('list', { name: t('settings.moves.past') }).getByRole('listitem')
  await expect(past.first()).toContainText(/18/)
  await past.getByRole('button', { name: t('settings.moves.undo') }).click()
  await dialog.getByRole('button', { name: t('settings.moves.undo') }).click()
  await expect(past.first()).toContainText(t('settings.moves.undone'))
  await page.getByRole('button', { name: t('settings.students.all') }).click()
  await choose(page, page, t('settings.students.classRoomId'), class6a.name)
  await expect(page.getByRole('table').getByRole('switch', { name: new RegExp(t('settings.active')) })).toHaveCount(20)
})

test('who may only look and add sees nothing that changes anything else @once', async ({ page, house, t, signIn }) => {
  const { registrar } = people // sees the students and adds some
  const menu = [permissionId('ViewSchoolSettings'), permissionId('ViewClassesSettingSection')]
  await ask(
    house.connection,
    `insert into user_permissions (user_id, permission_id, school_id, given_by)
     select '${registrar.id}', id, '${schools.nile.id}', '${manager.id}' from permissions
     where id in (${menu.map((id) => `'${id}'`).join()})`,
  )
  await signIn(registrar.phone)
  await page.goto(`/settings/students?classRoomId=${class4a.id}`)
  await expect(page.getByRole('row')).toHaveCount(21)
  for (const role of ['switch', 'checkbox'] as const) await expect(page.getByRole(role)).toHaveCount(0)
  for (const key of ['students.renewAll', 'moves.title'])
    await expect(page.getByText(t(`settings.${key}`), { exact: true })).toHaveCount(0)
  await expect(page.getByRole('button', { name: t('settings.students.add') })).toBeVisible()
  await page.getByRole('link', { name: students.omar.lastName }).first().click()
  const parents = page.getByRole('list', { name: t('settings.parents.title') }).getByRole('listitem')
  await expect(parents.first()).toBeVisible()
  await expect(parents.getByRole('button')).toHaveCount(0)
  await expect(page.getByText(/^010\d{8}$/)).toHaveCount(0)
  for (const role of ['textbox', 'switch'] as const) await expect(page.getByRole(role)).toHaveCount(0)
})

type House = { url: string }
type Texts = (key: string) => string

/** The coins left, as the screen says them. */
const coinsIn = async (page: Page) => {
  const said = page.getByRole('main').locator('header')
  await expect(said).toContainText(/\d/)
  return Number(/\d+/.exec((await said.textContent()) ?? '')?.[0])
}

/** The whole line of a class in a choice of classes, which also says how full it is. */
async function optionOf(within: Page | Locator, t: Texts, name: string, label = 'settings.students.classRoomId') {
  const page = 'page' in within ? within.page() : within
  await within
    .getByRole('combobox', { name: t(label) })
    .first()
    .click()
  const text = await page.getByRole('option', { name: new RegExp(name) }).textContent()
  await page.keyboard.press('Escape')
  return text ?? ''
}

const toastOf = (page: Page) => page.getByRole('region', { name: /F8/ })

const inArabic = (digits: string) => digits.replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)

/** Lets a call wait until it is told to go. */
async function held(page: Page, path: string) {
  let go = () => {}
  const told = new Promise<void>((done) => (go = done))
  await page.route(path, async (route) => {
    await told
    await route.continue()
  })
  return () => go()
}

/** Another manager does something meanwhile. */
async function elsewhere(house: House, path: string, body: object) {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: deputy.phone,
    password: 'kashkool',
  })
  await called(house, path, body, token)
}

/** A browser of somebody else. */
async function another(browser: Browser, url: string, language: string) {
  const page = await browser.newPage({
    baseURL: url,
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [{ name: 'i18nextLng', value: language }] }] },
  })
  return page
}

async function enter(page: Page, t: Texts, phoneNumber: string, password: string) {
  await page.goto('/auth')
  await page.getByLabel(t('auth.phoneNumber')).fill(phoneNumber)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.login') }).click()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
}

/** Somebody registers on another device. */
async function registered(house: House, phoneNumber: string, codes: { next: (phone: string) => Promise<string> }) {
  await called(house, 'API/Identity/Register', { phoneNumber })
  const key = await codes.next(phoneNumber)
  const { id: userId } = await called<{ id: string }>(house, 'API/Identity/ConfirmPhonNumber', { phoneNumber, key })
  await called(house, 'API/Identity/AddUserNewPassword', { userId, password: 'a new password' })
}
