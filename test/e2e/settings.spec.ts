import { people } from '#test/world/people.ts'
import { grades, schools } from '#test/world/schools.ts'
import { ask, values } from '#test/harness/ground.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { paste } from './paste.ts'

const { manager, deputy, teacher } = people
const { nile } = schools

test('a manager finds the settings in the menu, adds a grade, sees what is wrong, and edits it', async ({
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

test('rows of a spreadsheet are all added or none: each bad line says why', async ({ page, house, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/grade')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  const line = (number: number) =>
    page.getByRole('listitem', { name: t('settings.line').replace('{{number}}', String(number)), exact: true })
  const name = (number: number) => line(number).getByLabel(t('settings.grade.name'))
  await paste(name(1), [['الصف السابع', 'بنون'], ['ص'], [grades.grade5.name], ['الصف الثامن', 'بنات']])
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

test('two people edit one grade: the second sees both versions and decides', async ({ page, house, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/grade')
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: `${t('settings.edit')}: ${grades.grade4.name}` }).click()
  await dialog.getByLabel(t('settings.grade.name')).fill('الرابع')
  await changedElsewhere(house.url, 'Grade/EditGrade', { id: grades.grade4.id, name: 'صف رابع', notes: 'جديد' })

  await dialog.getByRole('button', { name: t('common.save') }).click()
  const texts = dialog.getByRole('alert')
  await expect(texts).toContainText(t('versions.changedMeanwhile'))
  await expect(texts).toContainText('صف رابع')
  await expect(texts).toContainText('الرابع')
  await expectAccessible(page)
  await dialog.getByLabel(t('settings.grade.name')).fill('الرابع الابتدائي') // in addition to what is compared
  await texts.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(dialog).toHaveCount(0)
  const [stored] = await ask(house.connection, `select name, notes from grades where id = '${grades.grade4.id}'`)
  expect(stored).toEqual({ name: 'الرابع الابتدائي', notes: 'جديد' })

  await page.getByRole('button', { name: `${t('settings.edit')}: الرابع الابتدائي` }).click()
  await dialog.getByLabel(t('settings.grade.name')).fill('مرة أخرى')
  await changedElsewhere(house.url, 'Grade/EditGrade', { id: grades.grade4.id, name: 'صف رابع' })
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await texts.getByRole('button', { name: t('versions.takeTheirs') }).click()
  await expect(dialog.getByLabel(t('settings.grade.name'))).toHaveValue('صف رابع')
})

test('two thousand grades are searched as Arabic is written', async ({ page, house, t, comeAs }) => {
  await ask(
    house.connection,
    `insert into grades (id, school_id, name, position)
     select gen_random_uuid(), '${nile.id}', 'مُستوى ' || n, 100 + n from generate_series(1, 2000) n`,
  )
  await comeAs(manager.phone)
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
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/classes')
  const dialog = page.getByRole('dialog')
  const row = page.getByRole('listitem').filter({ hasText: 'فصل 6ب' })
  await expect(row).toContainText(t('classes.noSupervisor'))
  await row.getByRole('button', { name: t('settings.edit') }).click()
  await choose(
    page,
    dialog,
    t('settings.classes.supervisorId'),
    [teacher.firstName, teacher.middleName, teacher.lastName].join(' '),
  )
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
  await expect(row.getByRole('switch')).toBeFocused()
})

test('a person who may not see the settings finds no way to them', async ({ page, t, narrow, signIn }) => {
  await signIn(teacher.phone)
  if (narrow) await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
  await expect(page.getByRole('link', { name: t('menu.myClassroom') })).toBeVisible()
  await expect(page.getByRole('link', { name: t('menu.schoolSettings') })).toHaveCount(0)
  await page.goto('/settings/grade')
  await expect(page).toHaveURL('/unauthorized')
})

const gradesOf = async (connection: Parameters<typeof ask>[0]) =>
  Number((await values(connection, `select count(*) from grades where school_id = '${nile.id}'`))[0])

/** The other manager makes a change on another device. */
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
