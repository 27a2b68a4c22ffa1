import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { issueWith, paperOf } from './paper.ts'

const { manager } = people
const { omar, classmate } = students

test('certificates of a class are printed with what is stored, and anybody proves them, also without the server @once', async ({
  page,
  t,
  comeAs,
  signOut,
}) => {
  await comeAs(manager.phone)
  await page.goto('/papers')
  await choose(page, page.locator('main'), t('papers.class'), classes.class4a.name)
  await expect(page.getByRole('checkbox')).toHaveCount(21)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  // A certificate is of those who are chosen.
  const boxes = page.getByRole('checkbox')
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(0)
  await page.getByRole('searchbox', { name: t('papers.forWhom') }).fill(omar.firstName)
  await page.getByRole('checkbox', { name: new RegExp(`${omar.firstName} .*${omar.lastName}`) }).check()
  await page.getByRole('searchbox', { name: t('papers.forWhom') }).fill('')
  await expect(boxes).toHaveCount(21)
  await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(1)
  await page.getByRole('checkbox', { name: t('papers.all'), exact: true }).check()
  await page.getByRole('button', { name: /20/ }).click()
  const asked = page.getByRole('dialog')
  await expect(asked).toContainText(/20/)
  await expectAccessible(page)
  await asked.getByRole('button', { name: t('common.cancel') }).click()

  const paper = await paperOf(page)
  await page.getByText(t('papers.languages.ar'), { exact: true }).click()
  await issueWith(page, /20/)
  const sheets = paper.sheet.locator('article')
  await expect(sheets).toHaveCount(20)
  const overflowing = await sheets.evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight).length)
  expect(overflowing).toBe(0)
  const codes: string[] = []
  // The name in the official record, if there is one.
  for (const [student, name] of [
    [omar, 'عمر كريم الجندي'],
    [classmate, 'نادين هاني محمد النجار'],
  ] as const) {
    const own = sheets.filter({ hasText: student.code })
    await expect(own).toContainText(name)
    await expect(own).toContainText(classes.class4a.name)
    codes.push((await own.locator('[data-code]').getAttribute('data-code'))!)
  }
  await paper.clear()
  await signOut()

  const verdict = page.locator('[data-verdict]')
  const check = (code: string) => page.evaluate((hash) => location.assign(`#${hash}`), code)
  await page.goto(`/verify#${codes[0]}`)
  await expect(verdict).toHaveAttribute('data-verdict', 'genuine')
  await expect(page.getByText(`${omar.firstName} ج.`)).toBeVisible()
  await expect(page.getByText(omar.lastName)).toHaveCount(0)
  await expectAccessible(page)
  await page.context().setOffline(true)
  await check(codes[1]!)
  await expect(verdict).toHaveAttribute('data-verdict', 'offline')
  await check(codes[1]!.slice(1))
  await expect(verdict).toHaveAttribute('data-verdict', 'noCode')
  await check(codes[1]!.slice(0, 90) + (codes[1]![90] === 'A' ? 'B' : 'A') + codes[1]!.slice(91))
  await expect(verdict).toHaveAttribute('data-verdict', 'forged')
})

test('who left long ago gets no card unless chosen, whichever year is chosen @once', async ({ page, t, comeAs }) => {
  const years = ['2025/2026', '2024/2025']
  const terms = [omar, classmate].map(({ id }, nth) => ({ termId: id, termName: '1', yearName: years[nth]! }))
  await page.route('**/Paper/GetTerms', (route) => route.fulfill({ json: terms }))
  await page.route('**/Paper/Plan', (route) => {
    const row = { classRoomName: '4', state: 'new', reason: null, number: null, year: null, leftOn: '2020-06-30' }
    const left = [
      { ...row, studentId: omar.id, studentName: 'Omar' },
      { ...row, studentId: classmate.id, studentName: 'Nadine' },
    ]
    return route.fulfill({ json: { students: left, nextNumber: 1, preview: null } })
  })
  await comeAs(manager.phone)
  await page.goto('/papers?kind=yearCard')
  const main = page.locator('main')
  await choose(page, main, t('papers.class'), t('papers.leavers'))
  const boxOf = (name: string) => main.getByRole('checkbox', { name: new RegExp(name) })
  await boxOf('Omar').check()
  await choose(page, main, t('papers.year'), years[1]!)
  await expect(boxOf('Omar')).not.toBeChecked()
  await expect(boxOf('Nadine')).not.toBeChecked()
})
