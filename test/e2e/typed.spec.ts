import type { Page } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { choose } from './choose.ts'
import { droppedAndRestored } from './dropped.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { holdBack } from './others.ts'

type Texts = (key: string) => string

const { teacher, supervisor } = people
const { omar } = students
const name = [omar.firstName, omar.middleName, omar.lastName].join(' ')

test('a session ends while a note is written: signed in over the page, it is sent, once, and the page goes on', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  const note = await beginNote(page, t, 'قرأ القصة كاملة')
  const release = await holdBack(page, '**/StudentNote/CreateStudentNote')
  await note.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await endSessions(house, teacher.phone)
  release()
  const over = page.getByRole('dialog', { name: t('auth.again') })
  await expect(over.getByLabel(t('auth.phoneNumber'))).toHaveValue(teacher.phone)
  await expect(over.getByLabel(t('auth.password'), { exact: true })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.goBack()
  await expect(over).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await over.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await over.getByRole('button', { name: t('auth.login'), exact: true }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('list', { name: t('settings.notes.list') })).toContainText('قرأ القصة كاملة')
  const stored = await ask(house.connection, `select id from student_notes where notes = 'قرأ القصة كاملة'`)
  expect(stored).toHaveLength(1)
})

test('another person who signs in over the page finds nothing of the one before @once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  const note = await beginNote(page, t, 'قرأ القصة كاملة')
  const release = await holdBack(page, '**/StudentNote/CreateStudentNote')
  await note.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await endSessions(house, teacher.phone)
  const refused = page.waitForResponse(
    (answer) => answer.url().includes('CreateStudentNote') && answer.status() === 401,
  )
  release()
  await refused
  const over = page.getByRole('dialog', { name: t('auth.again') })
  await over.getByLabel(t('auth.phoneNumber')).fill(supervisor.phone)
  await over.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await over.getByRole('button', { name: t('auth.login'), exact: true }).click()
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(await page.evaluate(() => JSON.stringify(sessionStorage))).not.toContain('قرأ')
  await page.goto(`/${classes.class4a.id}?tab=notes`)
  await page.getByRole('button', { name: t('settings.notes.add') }).click()
  await expect(page.getByRole('dialog').getByLabel(t('settings.notes.notes'))).toHaveValue('')
  const stored = await ask(house.connection, `select id from student_notes where notes = 'قرأ القصة كاملة'`)
  expect(stored).toEqual([])
})

test('a page that the phone dropped brings back what was typed, until it is discarded or stored', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  await beginNote(page, t, 'قرأ القصة كاملة')
  const restored = await droppedAndRestored(page)
  const note = await openNote(restored, t)
  const words = note.getByLabel(t('settings.notes.notes'))
  await expect(words).toHaveValue('قرأ القصة كاملة')
  await expect(note.getByRole('combobox', { name: t('settings.notes.studentId') })).toContainText(name)
  await expect(note.getByText(t('common.restored'))).toBeVisible()
  await expectAccessible(restored)
  await restored.goBack()
  await restored.getByRole('button', { name: t('common.keepWriting') }).click()
  await note.getByRole('button', { name: t('common.discardRestored') }).click()
  await expect(words).toHaveValue('')
  await expect(note.getByText(t('common.restored'))).toHaveCount(0)
  await restored.reload()
  await expect((await openNote(restored, t)).getByLabel(t('settings.notes.notes'))).toHaveValue('')
})

test('on a shared computer nothing typed is kept, and the end of a session says so @once', async ({
  page,
  house,
  t,
}) => {
  await page.goto(`/auth?next=${encodeURIComponent(`/${classes.class4a.id}?tab=notes`)}`)
  await page.getByLabel(t('auth.phoneNumber')).fill(teacher.phone)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await page.getByLabel(t('auth.sharedComputer')).check()
  await page.getByRole('button', { name: t('auth.login') }).click()
  const note = await beginNote(page, t, 'قرأ القصة كاملة', false)
  expect(await page.evaluate(() => JSON.stringify([sessionStorage, localStorage]))).not.toContain('قرأ')
  const release = await holdBack(page, '**/StudentNote/CreateStudentNote')
  await note.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await endSessions(house, teacher.phone)
  release()
  await expect(page.getByText(t('auth.endedShared'))).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
})

async function openNote(page: Page, t: Texts, comes = true) {
  if (comes) await page.goto(`/${classes.class4a.id}?tab=notes`)
  await page.getByRole('button', { name: t('settings.notes.add') }).click()
  return page.getByRole('dialog', { name: t('settings.notes.add') })
}

async function beginNote(page: Page, t: Texts, words: string, comes = true) {
  const note = await openNote(page, t, comes)
  await choose(page, note, t('settings.notes.studentId'), name)
  await note.getByLabel(t('settings.notes.notes')).fill(words)
  return note
}

/** Ends the sessions of a person from another device of theirs. */
async function endSessions(house: { url: string }, phoneNumber: string) {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', { phoneNumber, password: 'kashkool' })
  await called(house, 'API/Identity/EndOtherSessions', {}, token)
}
