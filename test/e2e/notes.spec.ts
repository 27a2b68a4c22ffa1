import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses, schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { choose, openFilters } from './choose.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { deliveringInboxes, elsewhere } from './others.ts'

const { teacher, supervisor, parent } = people
const { omar, classmate } = students

type Note = { id: string; notes: string; studentId: string }

test('a teacher writes a note, mends it beside another, finds it, and withdraws one for the wrong child', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const tokenOf = async ({ phone }: { phone: string }) =>
    (await called<{ token: string }>(house, 'API/Identity/Login', { phoneNumber: phone, password: 'kashkool' })).token
  const ofParent = await tokenOf(parent)
  const seenByParent = () => called<Note[]>(house, 'StudentNote/GetStudentNotesList', { studentId: omar.id }, ofParent)

  await comeAs(teacher.phone)
  await page.goto(`/${classes.class4a.id}?tab=notes`)
  const list = page.getByRole('list', { name: t('settings.notes.list') }).getByRole('listitem')
  const dialog = page.getByRole('dialog')
  await expect(list).toHaveCount(3)
  await page.getByRole('button', { name: t('settings.notes.add') }).click()
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByText(t('sentences.Required'))).not.toHaveCount(0)
  await choose(page, dialog, t('settings.notes.studentId'), nameOf(omar))
  await dialog.getByRole('combobox', { name: t('settings.notes.courseId') }).click()
  await expect(page.getByRole('option', { name: courses.maths.name })).toHaveCount(0)
  await page.getByRole('option', { name: courses.arabic.name, exact: true }).click()
  await dialog.getByLabel(t('settings.notes.notes')).fill('قرأ القصة كاملة\nولخّصها في 5 أسطر')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(list).toHaveCount(4)
  await expect(list.first()).toContainText('ولخّصها')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const [note] = await seenByParent()
  expect(note).toMatchObject({ notes: 'قرأ القصة كاملة\nولخّصها في 5 أسطر', studentId: omar.id })

  await list
    .first()
    .getByRole('button', { name: new RegExp(`^${t('settings.edit')}`) })
    .click()
  const ofSupervisor = await tokenOf(supervisor)
  await called(house, 'StudentNote/UpdateStudentNote', { id: note!.id, notes: 'قرأ القصة' }, ofSupervisor)
  await dialog.getByLabel(t('settings.notes.notes')).fill('قرأ القصة كلها')
  await dialog.getByRole('button', { name: t('common.save'), exact: true }).click()
  await expect(dialog.getByRole('alert')).toContainText('قرأ القصة كلها')
  await dialog.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(list.first()).toContainText('قرأ القصة كلها')

  await openFilters(page, t('work.filters'))
  await page.getByLabel(t('work.details')).fill('القصه')
  await expect(list).toHaveCount(1)
  await page.getByLabel(t('work.fromDate')).fill('2020-01-01')
  await page.getByLabel(t('work.toDate')).fill('2020-01-02')
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await page.reload()
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await openFilters(page, t('work.filters'))
  await page.getByRole('button', { name: t('work.clear') }).click()
  await expect(list).toHaveCount(4)

  const ofOmar = list.first()
  await ofOmar.getByRole('button', { name: new RegExp(`^${t('settings.remove')}`) }).click()
  await expect(dialog).toContainText(t('settings.notes.removeMeans'))
  await dialog.getByRole('button', { name: t('settings.remove'), exact: true }).click()
  await expect(list).toHaveCount(3)
  expect((await seenByParent()).map(({ id }) => id)).not.toContain(note!.id)
  const [kept] = await ask<{ removed_by: string }>(
    house.connection,
    `select removed_by from student_notes where id = '${note!.id}'`,
  )
  expect(kept!.removed_by).toBe(teacher.id)

  // The message that offers to undo is gone by now, or would be.
  await page.getByRole('button', { name: t('removals.recent') }).click()
  await dialog.getByRole('button', { name: t('settings.removed.putBackOf').split(':')[0]! }).click()
  await expect(dialog.getByText(t('settings.removed.empty'))).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.close') }).click()
  await expect(list).toHaveCount(4)
  expect((await seenByParent()).map(({ id }) => id)).toContain(note!.id)

  // The supervisor's own note, without a course, is visible but cannot be changed.
  const theirs = list.filter({ hasText: nameOf(omar) }).filter({ hasText: 'أدواته' })
  await expect(theirs).toHaveCount(1)
  await expect(theirs.getByRole('button')).toHaveCount(0)
  await expect(list.filter({ hasText: nameOf(classmate) }).getByRole('button')).toHaveCount(2)
})

test('Back closes what lies over the screen, and words that were typed are not lost by it', async ({
  page,
  t,
  narrow,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  await page.goto('/')
  await page.getByRole('link', { name: /^فصل 4أ/ }).click()
  await page.getByRole('tab', { name: t('classes.notes') }).click()
  const add = page.getByRole('button', { name: t('settings.notes.add') })
  const form = page.getByRole('dialog', { name: t('settings.notes.add') })
  const question = page.getByRole('dialog', { name: t('common.discardAsk') })
  await add.click()
  await expect(form).toBeVisible()
  await page.goBack()
  await expect(form).toHaveCount(0)
  await expect(add).toBeFocused()

  await add.click()
  const words = form.getByLabel(t('settings.notes.notes'))
  await words.fill('قرأ القصة كاملة')
  await page.goBack()
  await expect(question).toBeVisible()
  await expectAccessible(page)
  await page.goBack()
  await expect(question).toHaveCount(0)
  await expect(words).toBeFocused()
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('common.keepWriting') }).click()
  await expect(question).toHaveCount(0)
  // For a moment after the question, the form does not react to clicks beside it; no person is fast enough to notice.
  await expect(async () => {
    if (!(await question.isVisible())) await page.mouse.click(5, 5)
    await expect(question).toBeVisible({ timeout: 1000 })
  }).toPass()
  await question.getByRole('button', { name: t('common.keepWriting') }).click()
  await expect(words).toHaveValue('قرأ القصة كاملة')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('common.discard') }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)

  const opener = page.getByRole('button', { name: narrow ? t('header.menu') : t('finder.open') })
  await opener.click()
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.goBack()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(add).toBeVisible()
})

const nameOf = ({ firstName, middleName, lastName }: { firstName: string; middleName: string; lastName: string }) =>
  [firstName, middleName, lastName].join(' ')

test('a parent reads in the inbox what was recorded of the conduct of their child, without its details', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const merit = { isMerit: true, points: 1, measures: [], parentsSee: true }
  const kinds = ['ساعد زميلًا', 'نظَّف الفصل'].map((kindName) => ({ ...merit, kindName }))
  await elsewhere(house, 'Conduct/SaveKinds', { schoolId: schools.nile.id, kinds })
  for (const { id } of await ask<{ id: string }>(house.connection, 'select id from conduct_kinds'))
    await elsewhere(house, 'Conduct/Record', {
      studentId: omar.id,
      kindId: id,
      day: today,
      details: 'سر بين الأسرة والمدرسة',
    })
  const worker = deliveringInboxes(house.connection)
  await comeAs(people.parent.phone)
  await page.goto('/inbox')
  const unread = page.getByRole('region', { name: t('inbox.unread') })
  await expect(async () => {
    await page.reload()
    await expect(unread.getByRole('link')).toHaveCount(2, { timeout: 5000 })
  }).toPass()
  for (const { kindName } of kinds)
    await expect(unread).toContainText(`${t('inbox.kind.conductRecorded')}: ${kindName}`)
  await expect(page.getByRole('main')).not.toContainText('سر بين')
  await worker.stop()
})
