import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { openPart, openSheet } from './student-page.ts'

const { manager, parent } = people
const { omar } = students

test('the office enters the official record of a student, and the parent reads it @once', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  await comeAs(manager.phone)
  await page.goto(`/settings/students?student=${omar.id}`)
  await openPart(page, t, t('student.file'), t('children.record'))
  await openSheet(page, t, t('settings.record.tab'))
  await page.getByLabel(t('settings.record.officialName'), { exact: true }).fill('عمر كريم محمد الجندي')
  await choose(page, page.getByRole('dialog'), t('settings.record.sex'), t('reference.sexes.male'))
  await page.getByLabel(t('settings.record.birthPlace'), { exact: true }).fill('القاهرة')
  await page.getByLabel(t('settings.record.nationalNumber'), { exact: true }).fill('31703300112357')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('sentences.Choose the kind of the number')).first()).toBeVisible()
  await page.getByLabel(t('settings.record.nationalNumber'), { exact: true }).fill('')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('settings.saved'), { exact: true })).toBeVisible()

  await page.getByRole('button', { name: t('settings.guardian.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('settings.guardian.guardianName'), { exact: true }).fill('منى فؤاد')
  await choose(page, dialog, t('settings.guardian.relationId'), t('reference.relations.mother'))
  await choose(page, dialog, t('settings.guardian.mayFetch'), t('settings.guardian.no'))
  await dialog.getByLabel(t('settings.guardian.phone'), { exact: true }).fill('02 2456 7890')
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(page.getByText('منى فؤاد', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('settings.health.open') }).click()
  await openSheet(page, t, t('settings.health.title'))
  await page.getByLabel(t('settings.health.healthNotes'), { exact: true }).fill('حساسية من الفول السوداني')
  await page.goBack()
  await expect(page.getByRole('dialog').last()).toContainText(t('common.discardAsk'))
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('common.keepWriting') })
    .click()
  await expect(page.getByLabel(t('settings.health.healthNotes'), { exact: true })).toHaveValue(/الفول/)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await page.goto('/settings/students?statistics=day')
  await expect(page.getByRole('table', { name: t('settings.recordStatistics.ages') })).toBeVisible()
  await expect(page.getByRole('table', { name: t('settings.recordStatistics.movements') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const seen = page.viewportSize()!
  await page.setViewportSize({ width: 718, height: 1047 }) // a sheet of A4 between its margins
  await page.emulateMedia({ media: 'print' })
  for (const table of await page.getByRole('table').all()) await expect(table).toHaveCSS('display', 'table')
  await expect(page.getByRole('link', { name: t('settings.title') })).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await page.setViewportSize(seen)

  await signOut()
  await signIn(parent.phone)
  await page.goto(`/child?student=${omar.id}&tab=record`)
  await expect(page.getByText('عمر كريم محمد الجندي')).toBeVisible()
  await expect(page.getByText('القاهرة')).toBeVisible()
  await expect(page.getByText('منى فؤاد')).toHaveCount(0)
  await expectAccessible(page)
})
