import type { Locator, Page } from '@playwright/test'
import { ask } from '#test/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses, schools } from '#test/world/schools.ts'
import { called, expect, expectAccessible, expectNoSidewaysScroll, test } from './house.ts'

const { manager, newcomer } = people
const { class4a, class4b, class6c } = classes

test('a teacher is linked by phone, gets a course with its classes, teaches, and is unlinked', async ({
  page,
  t,
  signIn,
}) => {
  test.slow()
  await signIn(manager.phone)
  await page.goto('/settings/teachers')
  await page.getByRole('button', { name: t('settings.teachers.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('settings.teachers.phone')).fill('٠١٠٩٩٩٩٩٩٩٩')
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(page.getByText(t('settings.enterPhone'), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveText(t('settings.teachers.nobody'))
  await expectAccessible(page)

  await dialog.getByLabel(t('settings.teachers.phone')).fill(newcomer.phone)
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(dialog.getByRole('status')).toContainText(newcomer.lastName)
  await dialog.getByRole('button', { name: t('settings.teachers.link') }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(nameOf(newcomer))
  await page.getByRole('button', { name: t('settings.teachers.give') }).click()
  await choose(page, dialog, t('settings.teachers.courseId'), courses.art.name)
  await choose(page, dialog, t('settings.teachers.classes'), class4a.name, class4b.name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()

  const taught = page.getByRole('list', { name: `${t('settings.teachers.classes')}: ${courses.art.name}` })
  await expect(taught.getByRole('listitem')).toHaveText([class4a.name, class4b.name].map(containing))
  await expectNoSidewaysScroll(page)
  await taught.getByRole('button', { name: `${t('settings.remove')}: ${class4b.name}` }).click()
  await dialog.getByRole('button', { name: t('settings.remove'), exact: true }).click()
  await expect(taught.getByRole('listitem')).toHaveText([containing(class4a.name)])
  await page.reload()
  await expect(taught.getByRole('listitem')).toHaveText([containing(class4a.name)])

  await signOut(page, t)
  await signIn(newcomer.phone)
  await page.goto('/my-classroom')
  await expect(page.getByRole('link', { name: containing(class4a.name) })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: t('profile.teachesAt') }).getByRole('link')).toHaveText(
    schools.nile.name,
  )
  await signOut(page, t)

  await signIn(manager.phone)
  await page.goto('/settings/teachers')
  const rows = page.getByRole('list', { name: t('settings.teachers.title') }).getByRole('listitem')
  await page.getByRole('searchbox').fill('مروه الشربينى') // folded: ة and ه, ي and ى
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: new RegExp(t('settings.teachers.unlink')) }).click()
  await expect(dialog).toContainText(t('settings.teachers.unlinkMeans'))
  await dialog.getByRole('button', { name: t('settings.teachers.unlink') }).click()
  await expect(rows).toHaveCount(0)
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
})

test('a year goes from its beginning to its end, and its controls with it', async ({ page, t, signIn }) => {
  test.slow()
  await signIn(manager.phone)
  await page.goto('/settings/current-year')
  const dialog = page.getByRole('dialog')
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  const before = (await page.getByRole('heading', { level: 2 }).filter({ hasText: '/' }).textContent()) ?? ''

  await button('settings.years.deactivate').click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(page.getByText(t('settings.currentYear.none'))).toBeVisible()
  for (const key of ['years.edit', 'years.deactivate', 'years.complete', 'currentYear.add'])
    await expect(button(`settings.${key}`)).toHaveCount(0)
  await expectAccessible(page)

  await button('settings.years.add').click()
  await dialog.getByLabel(t('settings.years.name')).fill(before)
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.A year with this name already exists'))
  await dialog.getByLabel(t('settings.years.name')).fill('2040/2041')
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(page.getByRole('heading', { name: '2040/2041' })).toBeVisible()
  await expect(page.getByText(t('settings.currentYear.empty'))).toBeVisible()

  const months = page.getByRole('list', { name: t('settings.currentYear.title') }).getByRole('listitem')
  for (const name of ['سبتمبر', 'أكتوبر']) {
    await button('settings.currentYear.add').click()
    await dialog.getByLabel(t('settings.months.name')).fill(name)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(months.filter({ hasText: name })).toHaveCount(1)
  }
  const october = months.filter({ hasText: 'أكتوبر' })
  await october.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
  await dialog.getByLabel(t('settings.months.startDate')).fill('2040-10-31')
  await dialog.getByLabel(t('settings.months.endDate')).fill('2040-10-01')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.Invalid date'))
  await dialog.getByLabel(t('settings.months.startDate')).fill('2040-10-01')
  await dialog.getByLabel(t('settings.months.endDate')).fill('2040-10-31')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(october).toContainText('2040/10/01')
  await october.getByRole('switch').click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(october.getByRole('switch')).not.toBeChecked()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await button('settings.years.complete').click()
  await expect(dialog).toContainText(t('settings.years.completeMeans'))
  await dialog.getByRole('button', { name: t('settings.years.complete') }).click()
  await expect(button('settings.years.add')).toBeVisible()

  await page.goto('/settings/years')
  const years = page.getByRole('list', { name: t('settings.years.title') }).getByRole('listitem')
  const completed = years.filter({ hasText: '2040/2041' })
  await expect(completed).toContainText(t('settings.years.completed'))
  await expect(completed.getByRole('button')).toHaveCount(0)
  await expect(button('settings.years.add')).toBeVisible()
  await years.filter({ hasText: before }).getByRole('button').click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(years.filter({ hasText: before })).toContainText(t('settings.years.current'))
  await expect(button('settings.years.add')).toHaveCount(0)
})

test('exams are added, several at once or not at all, found, edited by two people, and removed', async ({
  page,
  house,
  t,
  signIn,
}) => {
  test.slow()
  const count = async () =>
    (await ask<{ n: number }>(house.connection, 'select count(*)::int n from exams where removed_at is null'))[0]!.n
  await signIn(manager.phone)
  await page.goto('/settings/exams')
  const dialog = page.getByRole('dialog')
  const exams = page.getByRole('list', { name: t('settings.exams.list') }).getByRole('listitem')
  await page.getByRole('button', { name: t('settings.exams.add') }).click()
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByText(t('sentences.Required'))).not.toHaveCount(0)
  await choose(page, dialog, t('settings.exams.classRoomId'), class4a.name)
  await choose(page, dialog, t('settings.exams.courseId'), courses.art.name)
  await dialog.getByLabel(t('settings.exams.examDate')).fill('2026-01-15')
  await dialog.getByLabel(t('settings.exams.rate')).fill('٢٠')
  await dialog.getByLabel(t('settings.exams.examDetails')).fill('رسم حر')
  await expectAccessible(page)
  const [, stored] = [await count(), (await count()) + 1]
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog).toHaveCount(0)
  expect(await count()).toBe(stored)

  await test.step('several', async () => {
    await page.getByRole('button', { name: t('settings.addSeveral') }).click()
    const line = (number: number) =>
      page.getByRole('listitem', { name: t('settings.line').replace('{{number}}', String(number)) })
    const month = (await line(1).getByLabel(t('settings.exams.monthId')).getByRole('option').last().textContent()) ?? ''
    const rows = [
      [class4a.name, courses.maths.name, month, '2026/1/18', '20', ''],
      [class6c.name, courses.maths.name, month, '2026/1/19', '0', ''],
    ]
    await paste(line(1).getByLabel(t('settings.exams.classRoomId')), rows)
    const addAll = page.getByRole('button', { name: t('settings.addAll') })
    await addAll.click()
    await expect(
      line(2).getByText(t('sentences.Number must be greater than or equal to {n}').replace('{n}', '0.01')),
    ).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await line(2).getByLabel(t('settings.exams.rate')).fill('20')
    await addAll.click()
    await expect(line(2)).toContainText(t('sentences.This class is not active'))
    expect(await count()).toBe(stored)
    await line(2).getByLabel(t('settings.exams.classRoomId')).selectOption(class4b.name)
    await addAll.click()
    await expect(page).not.toHaveURL(/several/)
    expect(await count()).toBe(stored + 2)
  })

  await page.goto('/settings/exams')
  const narrowing = page.getByRole('button', { name: t('settings.exams.filters') })
  if (await narrowing.isVisible()) await narrowing.click()
  await choose(page, page, t('settings.exams.courseId'), courses.art.name)
  await expect(exams).toHaveCount(1)
  await page.reload()
  await expect(exams).toHaveCount(1)
  await expect(exams).toContainText('2026/01/15')

  await exams.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
  await dialog.getByLabel(t('settings.exams.rate')).fill('30')
  const [exam] = await ask<{ id: string }>(
    house.connection,
    `select id from exams where course_id = '${courses.art.id}' and removed_at is null`,
  )
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: people.deputy.phone,
    password: 'kashkool',
  })
  await called(house, 'Exams/UpdateExam', { id: exam!.id, rate: 40 }, token)
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog.getByRole('alert')).toContainText('40')
  await dialog.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(exams).toContainText(`${t('settings.exams.rate')}: 30`)

  await exams.getByRole('button', { name: new RegExp(t('settings.remove')) }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await page.getByRole('button', { name: t('settings.exams.clear') }).click()
  await expect(exams).not.toHaveCount(0)
  expect(await count()).toBe(stored + 1)
})

test('weights show their sum, and more than a hundred is refused in words', async ({ page, t, signIn }) => {
  await signIn(manager.phone)
  await page.goto('/settings/exams?tab=weights')
  const dialog = page.getByRole('dialog')
  const weights = page.getByRole('list', { name: t('settings.rateHeaders.title') }).getByRole('listitem')
  await expect(page.getByRole('status').filter({ hasText: '100%' })).toContainText(t('settings.rateHeaders.full'))
  await page.getByRole('button', { name: t('settings.rateHeaders.add') }).click()
  await dialog.getByLabel(t('settings.rateHeaders.name')).fill('المشروع')
  await dialog.getByLabel(t('settings.rateHeaders.percentage')).fill('٠٫٥')
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.The percentages exceed 100'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.cancel') }).click()

  await weights.first().getByRole('button').click()
  await dialog.getByLabel(t('settings.rateHeaders.percentage')).fill('30')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByRole('status').filter({ hasText: '90%' })).toContainText('10%')
  await expect(weights.first()).toContainText('30%')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

/** Opens a dropdown and chooses; of several, each, and closes it again. */
async function choose(page: Page, within: Page | Locator, label: string, ...options: string[]) {
  await within.getByRole('combobox', { name: label }).first().click()
  for (const name of options) await page.getByRole('option', { name, exact: true }).click()
  if (options.length > 1) await page.keyboard.press('Escape')
}

/** What a spreadsheet copies, pasted into a cell. */
const paste = (cell: Locator, rows: string[][]) =>
  cell.evaluate(
    (element, text) => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', text)
      element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
    },
    rows.map((cells) => cells.join('\t')).join('\n'),
  )

async function signOut(page: Page, t: (key: string) => string) {
  await page.getByRole('button', { name: t('header.account') }).click()
  await page.getByRole('menuitem', { name: t('header.logout') }).click()
  await expect(page).toHaveURL(/\/auth/)
}

const nameOf = ({ firstName, middleName, lastName }: typeof newcomer) => [firstName, middleName, lastName].join(' ')

const containing = (text: string) => new RegExp(text)
