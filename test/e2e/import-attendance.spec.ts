import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { daysFrom } from '#server/base/days.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { sqlIn } from '#test/harness/database.ts'
import { accountsOf } from '#test/harness/ground.ts'
import { clock, today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test as base } from './house.ts'
import { drop } from './table-files.ts'

const { manager, omar, laila } = world

const test = base.extend<{ importer: null }>({
  importer: [
    async ({ house }, use) => {
      const importer = workInBackground(accountsOf(house.connection), clock, [importWork])
      await use(null)
      await importer.stop()
    },
    { auto: true },
  ],
})

test('attendance of another system is looked through, its unknown letter said once, stored and undone', async ({
  page,
  house,
  t,
  language,
  comeAs,
}) => {
  const day = daysFrom(today, -1)
  // The school has no marks of its own on this day, which would have to be decided first.
  await sqlIn(house.connection)('delete from attendance_marks where date = $1 and student_id = any ($2)', [
    day,
    [omar.id, laila.id],
  ])
  const file = [
    'كود الطالب,اسم الطالب,التاريخ,الحالة',
    `${omar.code},عمر كريم الجندي,${day},غائب`,
    `${laila.code},ليلى كريم الجندي,${day},ك`,
  ].join('\n')
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  await page.getByText(t('imports.kindOf.attendance'), { exact: true }).click()
  await drop(page.locator('[data-drop]'), 'attendance.csv', Buffer.from(file))

  await expect(page.getByRole('heading', { name: t('imports.daysOf') })).toBeVisible()
  await page.getByLabel(t('imports.meaningOfLetter').replace('{{letter}}', 'ك'), { exact: true }).click()
  await page.getByRole('option', { name: t('imports.dayState.late') }).click()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: t('imports.next') }).click()

  await expect(page.getByText('عمر كريم الجندي').first()).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const start = t(`imports.startRows_${language === 'ar' ? 'two' : 'other'}`).replace('{{count}}', '2')
  await page.getByRole('button', { name: start }).click()
  await expect(page.getByRole('heading', { name: t('imports.done') })).toBeVisible()

  await page.getByRole('button', { name: t('imports.undo') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('imports.undo') })
    .click()
  await expect(page.getByRole('heading', { name: t('imports.undone') })).toBeVisible()
})
