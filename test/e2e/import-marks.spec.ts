import writeXlsx from 'write-excel-file/node'
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { accountsOf } from '#test/harness/ground.ts'
import { clock } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { paths } from '#web/lib/paths.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test as base } from './house.ts'
import { drop } from './table-files.ts'

const { manager, parent, omar } = world

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

const sheet = (...lines: (string | number)[][]) =>
  writeXlsx(lines.map((cells) => cells.map((value) => ({ value }))) as never).toBuffer()

test('a sheet of former marks is looked through, stored, seen by the parent, and undone', async ({
  page,
  t,
  language,
  comeAs,
  signOut,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  await page.getByText(t('imports.kindOf.marks'), { exact: true }).click()
  await expect(page.getByText(t('imports.kindHint.marks'))).toBeVisible()
  const file = await sheet(
    ['اسم الطالب', 'الرياضيات (50)', 'العلوم', 'المجموع'],
    ['عُمر كريم الجندى', 45, 60, 105],
    ['ليلى كريم الجندي', 55, 50, 105],
  )
  await drop(page.locator('[data-drop]'), 'marks.xlsx', file)

  await test.step('whence the marks are is said once, and each column shows its course and maximum', async () => {
    await expect(page.getByRole('heading', { name: t('imports.marksOf') })).toBeVisible()
    await expect(page.getByText(t('imports.missing.year'))).toBeVisible()
    await page.getByLabel(t('imports.meaning.markYear'), { exact: true }).fill('2024/2025')
    await page.getByLabel(t('imports.termOrYear')).fill('الفصل الأول')
    const most = page.getByLabel(t('imports.fullMarkOf').replace('{{column}}', 'الرياضيات (50)'))
    await expect(most).toHaveValue('50')
    await page.getByLabel(t('imports.fullMarkOf').replace('{{column}}', 'العلوم')).fill('60')
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.getByRole('button', { name: t('imports.next') }).click()
  })

  await test.step('a mark above its maximum is corrected in its cell', async () => {
    const cell = page.getByLabel('الرياضيات (50)', { exact: true })
    await expect(cell).toHaveAttribute('aria-invalid', 'true')
    await expectAccessible(page)
    await cell.fill('40')
    await cell.press('Enter')
    await expect(cell).toHaveAttribute('aria-invalid', 'false')
    await page.getByRole('button', { name: t('imports.next') }).click()
  })

  await test.step('the preview shows every mark, and the import is stored', async () => {
    await expect(page.getByText('45 / 50')).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page
      .getByRole('button', {
        name: t(`imports.startRows_${language === 'ar' ? 'two' : 'other'}`).replace('{{count}}', '2'),
      })
      .click()
    await expect(page.getByRole('heading', { name: t('imports.done') })).toBeVisible()
  })
  const imported = page.url()

  await test.step('the parent sees them apart from the results of the school', async () => {
    await signOut()
    await page.goto('about:blank')
    await comeAs(parent.phone)
    await page.goto(paths.student(omar.id, undefined, 'results'))
    await expect(page.getByText(t('results.brought.label'))).toBeVisible()
    await expect(page.getByText('45 / 50')).toBeVisible()
    await expect(page.getByText('marks.xlsx')).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await signOut()
  await page.goto('about:blank')
  await comeAs(manager.phone)
  await page.goto(imported)
  await page.getByRole('button', { name: t('imports.undo') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('imports.undo') })
    .click()
  await expect(page.getByRole('heading', { name: t('imports.undone') })).toBeVisible()
})

test('a sheet of marks that was sent as students is seen, and the same file is read as marks', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  const file = await sheet(['اسم الطالب', 'المجموع', 'النسبة المئوية'], ['عُمر كريم الجندى', 105, 70])
  await drop(page.locator('[data-drop]'), 'sent-as-students.xlsx', file)
  const kind = t('imports.kindOf.marks')
  const says = (key: string) => t(key).replace('{{kind}}', kind)
  await expect(page.getByText(says('imports.otherKind'))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await test.step('what was chosen is not given up without a question', async () => {
    await page.getByRole('checkbox', { name: t('imports.pay') }).click()
    await page.getByRole('button', { name: says('imports.readAs') }).click()
    const question = page.getByRole('dialog')
    await expect(question).toContainText(t('imports.readAsMeans'))
    await question.getByRole('button', { name: says('imports.readAs') }).click()
  })

  await expect(page.getByRole('heading', { name: t('imports.marksOf') })).toBeVisible()
  await expect(page.getByText(says('imports.otherKind'))).toBeHidden()
  await page.getByRole('link', { name: t('imports.all') }).click()
  await expect(page.getByRole('list', { name: t('imports.earlier') }).getByText('sent-as-students')).toHaveCount(1)
})
