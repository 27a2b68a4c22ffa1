import type { Locator, Page } from '@playwright/test'
import { people } from '#test/world/people.ts'
import { grades, schools } from '#test/world/schools.ts'
import { ask, values } from '#test/ground.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './house.ts'
import { countTaps } from './taps.ts'

const { manager, deputy, teacher, newcomer } = people
const { nile } = schools

test('a manager finds the settings in the menu, adds a grade, is told what is wrong, and edits it', async ({
  page,
  t,
  narrow,
  signIn,
}) => {
  await signIn(manager.phone)
  if (narrow) await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
  await page.getByRole('link', { name: t('menu.schoolSettings') }).click()
  await expect(page.getByText(t('settings.select'))).toBeVisible()
  await page
    .getByRole('navigation', { name: t('settings.title') })
    .getByText(t('settings.menu.grades'))
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('settings.grade.title'))

  await page.getByRole('button', { name: t('settings.grade.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog.getByLabel(t('settings.grade.name'))).toBeFocused()
  await dialog.getByLabel(t('settings.grade.name')).fill(grades.grade4.name)
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.A grade with this name already exists'))
  await expectAccessible(page)

  await dialog.getByLabel(t('settings.grade.name')).fill('الصف السابع')
  await dialog.getByLabel(t('settings.grade.notes')).fill('يبدأ في العام القادم')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toHaveCount(0)
  const list = page.getByRole('list', { name: t('settings.grade.title') })
  await expect(list).toContainText('الصف السابع')

  await page.getByRole('button', { name: `${t('settings.edit')}: الصف السابع` }).click()
  await dialog.getByLabel(t('settings.grade.notes')).fill('')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(list).not.toContainText('يبدأ')
  await expect(page.getByRole('button', { name: `${t('settings.edit')}: الصف السابع` })).toBeFocused()
})

test('rows of a spreadsheet are all added or none: each bad line says why', async ({ page, house, t, signIn }) => {
  await signIn(manager.phone)
  await page.goto('/settings/grade')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  const line = (number: number) =>
    page.getByRole('listitem', { name: t('settings.line').replace('{{number}}', String(number)), exact: true })
  const name = (number: number) => line(number).getByLabel(t('settings.grade.name'))
  await paste(name(1), ['الصف السابع\tبنون', 'ص', grades.grade5.name, 'الصف الثامن\tبنات'].join('\n'))
  await expect(name(4)).toHaveValue('الصف الثامن')

  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(name(2)).toBeFocused()
  await expect(line(2)).toContainText('3')
  await name(2).fill('الصف التاسع')
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(line(3)).toContainText(t('sentences.A grade with this name already exists'))
  await expect(page.getByRole('status').filter({ hasText: t('settings.wrongLines_one').slice(-12) })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(await gradesOf(house.connection)).toBe(3)

  await name(3).fill('الصف العاشر')
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(page.getByRole('list', { name: t('settings.grade.title') }).getByRole('listitem')).toHaveCount(7)
  expect(await gradesOf(house.connection)).toBe(7)
})

test('two people edit one grade: the second sees both versions and decides', async ({ page, house, t, signIn }) => {
  await signIn(manager.phone)
  await page.goto('/settings/grade')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `${t('settings.edit')}: ${grades.grade4.name}` }).click()
  await dialog.getByLabel(t('settings.grade.name')).fill('الرابع الابتدائي')
  await changedElsewhere(house.url, 'Grade/EditGrade', { id: grades.grade4.id, name: 'صف رابع', notes: 'جديد' })

  await dialog.getByRole('button', { name: t('common.save') }).click()
  const told = dialog.getByRole('alert')
  await expect(told).toContainText(t('versions.changedMeanwhile'))
  await expect(told).toContainText('صف رابع')
  await expect(told).toContainText('الرابع الابتدائي')
  await expectAccessible(page)
  await told.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(dialog).toHaveCount(0)
  const [stored] = await ask(house.connection, `select name, notes from grades where id = '${grades.grade4.id}'`)
  expect(stored).toEqual({ name: 'الرابع الابتدائي', notes: 'جديد' })

  await page.getByRole('button', { name: `${t('settings.edit')}: الرابع الابتدائي` }).click()
  await dialog.getByLabel(t('settings.grade.name')).fill('مرة أخرى')
  await changedElsewhere(house.url, 'Grade/EditGrade', { id: grades.grade4.id, name: 'صف رابع' })
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await told.getByRole('button', { name: t('versions.takeTheirs') }).click()
  await expect(dialog.getByLabel(t('settings.grade.name'))).toHaveValue('صف رابع')
})

test('two thousand grades are searched as Arabic is written', async ({ page, house, t, signIn }) => {
  await ask(
    house.connection,
    `insert into grades (id, school_id, name) select gen_random_uuid(), '${nile.id}', 'مُستوى ' || n from generate_series(1, 2000) n`,
  )
  await signIn(manager.phone)
  await page.goto('/settings/grade')
  const rows = page.getByRole('list', { name: t('settings.grade.title') }).getByRole('listitem')
  await expect(rows).toHaveCount(100)
  await page.getByRole('button', { name: t('common.loadMore') }).click()
  await expect(rows).toHaveCount(200)
  await page.getByRole('searchbox', { name: t('settings.grade.search') }).fill('مستوي ١٩٩٩')
  await expect(rows).toHaveCount(1)
  await expect(rows).toContainText('1999')
  await page.getByRole('searchbox').fill('لا شيء')
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
})

test('a class is edited, given a supervisor and a timetable, and deactivated only after a question', async ({
  page,
  t,
  signIn,
}) => {
  await signIn(manager.phone)
  await page.goto('/settings/classes')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('listitem').filter({ hasText: 'فصل 6ب' })
  await expect(row).toContainText(t('classes.noSupervisor'))
  await row.getByRole('button', { name: t('settings.edit') }).click()
  await choose(page, t('settings.classes.supervisorId'), `${teacher.firstName}`)
  await dialog.getByLabel(t('settings.classes.maxOfStudents')).fill('٣٠')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(row).toContainText(teacher.firstName)
  await expect(row).toContainText('/30')

  await row.getByRole('button', { name: t('settings.classes.timetable') }).click()
  await dialog.getByLabel(t('settings.classes.wcsUrl')).fill('javascript:alert(1)')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog).toContainText(t('sentences.This link is not allowed'))
  await expectAccessible(page)
  await dialog.getByLabel(t('settings.classes.wcsUrl')).fill('https://example.com/6b')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog).toHaveCount(0)

  await row.getByRole('switch').click()
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect(row.getByRole('switch')).toBeChecked()
  await row.getByRole('switch').click()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(row.getByRole('switch')).not.toBeChecked()
})

test('a school says what it is, and in which languages it teaches', async ({ page, t, signIn }) => {
  await signIn(manager.phone)
  await page.goto('/settings/school-info')
  await page.getByLabel(t('settings.schoolInfo.name')).fill('')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('sentences.School Name is required'))).toBeVisible()
  await page.getByLabel(t('settings.schoolInfo.name')).fill('مدرسة شاطئ النيل')
  await choose(page, t('settings.schoolInfo.timeZone'), 'Asia/Riyadh')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByRole('region', { name: /F8/ }).getByText(t('settings.saved'))).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  await page.goto('/settings/language')
  const arabic = t('reference.languages.arabic')
  await page.getByRole('button', { name: `${t('settings.remove')}: ${arabic}` }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(
    t('sentences.This language is still used by classes or courses'),
  )
})

test('a school says where it is reached, and takes back what it said by mistake', async ({ page, t, signIn }) => {
  await signIn(manager.phone)
  await page.goto('/settings/school-info')
  await page.getByRole('link', { name: t('settings.contact.title') }).click()
  await page.getByRole('button', { name: t('settings.contact.add') }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, t('settings.contact.contactTypeId'), t('reference.contactTypes.phone'))
  await dialog.getByLabel(t('settings.contact.value'), { exact: true }).fill('02 5555 1234')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('button', { name: `${t('settings.remove')}: 02 5555 1234` }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(page.getByText('02 5555 1234')).toHaveCount(0)
})

test('the administrator hands the school over to another manager, and to nobody else', async ({ page, t, signIn }) => {
  await signIn(manager.phone)
  await page.goto('/settings/school-info')
  const phone = page.getByLabel(t('settings.schoolInfo.managerPhone'))
  const find = page.getByRole('button', { name: t('settings.find') })
  const handOver = page.getByRole('button', { name: t('settings.schoolInfo.handOver') })
  await phone.fill('01099999999')
  await find.click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('settings.enterPhone'))

  await phone.fill(teacher.phone)
  await find.click()
  await handOver.click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.schoolInfo.handOver') })
    .click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(
    t('sentences.The new administrator must already be a manager of this school'),
  )

  await phone.fill(deputy.phone)
  await find.click()
  await expect(page.getByText(deputy.lastName)).toBeVisible()
  await handOver.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.schoolInfo.handOver') })
    .click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('settings.schoolInfo.handedOver'))
  await expect(phone).toHaveCount(0)
})

test('who may not see the settings is not led there', async ({ page, t, narrow, signIn }) => {
  await signIn(teacher.phone)
  if (narrow) await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
  await expect(page.getByRole('link', { name: t('menu.myClassroom') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('menu.schoolSettings') })).toHaveCount(0)
  await page.goto('/settings/grade')
  await expect(page).toHaveURL('/unauthorized')
})

test('a new school goes from nothing to its classes in 13 clicks, 16 on a phone', async ({
  page,
  house,
  t,
  narrow,
  signIn,
}) => {
  test.setTimeout(40_000)
  const taps = countTaps(page)
  await signIn(newcomer.phone)
  taps.reset()
  const dialog = page.getByRole('dialog')
  if (narrow) await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
  await page.getByRole('button', { name: t('header.createSchool') }).click()
  const form = dialog.filter({ hasText: t('settings.schoolInfo.addHint') })
  await form.getByLabel(t('settings.schoolInfo.name')).fill('مدرسة نسائم الصباح')
  await form.getByLabel(t('settings.schoolInfo.about')).fill('مدرسة ابتدائية جديدة')
  await form.getByLabel(t('settings.schoolInfo.vision')).fill('تعليم قريب من البيت')
  await form.getByRole('button', { name: t('settings.schoolInfo.send') }).click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('settings.schoolInfo.submitted'))
  await expect(page).toHaveURL('/settings')

  const open = async (setting: string) => {
    if (narrow && page.url() !== `${house.url}/settings`)
      await page.getByRole('link', { name: t('settings.title') }).click()
    await page
      .getByRole('navigation', { name: t('settings.title') })
      .getByRole('link', { name: t(`settings.menu.${setting}`) })
      .click()
  }
  await open('language')
  await page.getByRole('button', { name: t('settings.language.add') }).click()
  await choose(page, t('settings.language.languageId'), t('reference.languages.arabic'))
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toHaveCount(0)

  await open('grades')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  await paste(page.getByLabel(t('settings.grade.name')).first(), 'الصف الأول\nالصف الثاني\nالصف الثالث')
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(page.getByRole('list', { name: t('settings.grade.title') }).getByRole('listitem')).toHaveCount(3)

  await open('classes')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  const both = t('settings.classes.gender3')
  const language = t('reference.languages.arabic')
  const rows = ['الأول', 'الثاني', 'الثالث'].flatMap((grade) =>
    ['أ', 'ب'].map((letter) => [`فصل ${grade} ${letter}`, `الصف ${grade}`, language, both, '30'].join('\t')),
  )
  await paste(page.getByLabel(t('settings.classes.name')).first(), rows.join('\n'))
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(page.getByRole('list', { name: t('settings.classes.title') }).getByRole('listitem')).toHaveCount(6)
  expect(taps.count()).toBe(narrow ? 16 : 13)
})

/** Chooses an item of a searchable choice by its label. */
async function choose(page: Page, label: string, item: string) {
  await page.getByRole('combobox', { name: new RegExp(`^${label}`) }).click()
  await page.getByPlaceholder(/./).and(page.locator('[cmdk-input]')).fill(item)
  await page.getByRole('option').filter({ hasText: item }).first().click()
}

/** What a spreadsheet put on the clipboard, pasted into a field. */
const paste = (field: Locator, text: string) =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', pasted)
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }, text)

const gradesOf = async (connection: Parameters<typeof ask>[0]) =>
  Number((await values(connection, `select count(*) from grades where school_id = '${nile.id}'`))[0])

/** The other manager, elsewhere, makes a change. */
async function changedElsewhere(url: string, path: string, body: unknown) {
  const post = async (to: string, sent: unknown, token?: string) => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    const answer = await fetch(`${url}/${to}`, { method: 'POST', headers, body: JSON.stringify(sent) })
    expect(answer.status).toBe(200)
    return (await answer.json()) as { token: string }
  }
  const { token } = await post('API/Identity/Login', { phoneNumber: deputy.phone, password: 'kashkool' })
  await post(path, body, token)
}
