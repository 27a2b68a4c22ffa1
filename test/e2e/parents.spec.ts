import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { openFilters } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { openPart, partsOf } from './student-page.ts'

const { parent, parentInBoth } = people
const { omar, laila, nileSister, deltaBrother, classmate } = students

test('a parent reads everything about their child, and nothing about another', async ({ page, t, comeAs }) => {
  await comeAs(parent.phone)
  await page.goto('/my-children')
  await page.getByRole('link', { name: new RegExp(`${t('children.more')}.*${omar.firstName}`) }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(omar.firstName)

  await test.step('the first view says the month, what comes, and the last marks against the class', async () => {
    const month = page.getByRole('main').getByRole('table').first()
    await expect(
      month
        .getByRole('cell')
        .filter({ hasText: t('attendance.present') })
        .first(),
    ).toBeVisible()
    await expect(
      page
        .getByRole('list', { name: t('student.ahead') })
        .getByRole('listitem')
        .first(),
    ).toBeVisible()
    const marks = page.getByRole('list', { name: t('student.marks') }).getByRole('listitem')
    await expect(marks).toHaveCount(5)
    await expect(marks.first()).toContainText(t('home.classMean'))
    const excuse = page.getByRole('button', { name: t('children.excuse') })
    await excuse.click()
    await expect(page.getByRole('dialog', { name: t('absence.ask') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(excuse).toBeFocused()
    await expectAccessible(page)
  })

  await openPart(page, t, t('student.learning'), t('classes.activity'))
  const activities = page.getByRole('table', { name: t('settings.activity.list') }).getByRole('row')
  await expect(activities.filter({ hasText: /\d+(\.\d+)?\/\d+/ }).first()).toBeVisible()
  await expect(page.getByLabel(t('work.fromDate'))).toBeHidden()

  await openPart(page, t, t('student.learning'), t('classes.exams'))
  await expect(page).toHaveURL(/months=/)
  const exams = page.getByRole('table', { name: t('settings.exams.list') }).getByRole('row')
  await expect(exams.nth(1)).toBeVisible()
  const ofLastMonth = await exams.count()
  await openFilters(page, t('work.filters'))
  await expect(page.getByRole('combobox', { name: t('work.months') })).toBeVisible()
  await page.getByRole('button', { name: t('work.clear') }).click()
  await expect(page).not.toHaveURL(/months=/)
  await expect.poll(() => exams.count()).toBeGreaterThan(ofLastMonth)

  for (const tab of ['attendance', 'homework']) {
    await (tab === 'homework'
      ? openPart(page, t, t('student.learning'), t('classes.homework'))
      : openPart(page, t, t('classes.attendance')))
    const latest = page.getByRole('table').getByRole('row').nth(1)
    await expect(latest).toBeVisible()
    if (tab === 'homework') continue
    const excuse = page.getByRole('button', { name: t('children.excuse') })
    expect((await excuse.boundingBox())!.y).toBeLessThan((await latest.boundingBox())!.y)
    await excuse.click()
    await expect(page.getByRole('dialog', { name: t('absence.ask') })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(excuse).toBeFocused()
  }
  await openPart(page, t, t('student.conduct'))
  await expect(
    page
      .getByRole('list', { name: t('settings.notes.list') })
      .getByRole('listitem')
      .first(),
  ).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)
  await page.reload()
  await expect(partsOf(page, t('children.tabs')).filter({ hasText: t('student.conduct') })).toHaveAttribute(
    'aria-current',
    'page',
  )

  await page.goto(`/child?student=${classmate.id}`)
  await expect(page.getByText('404')).toBeVisible()
})

test('the table of a child opens beside the others at a desk, alone on a phone, and outlives a reload', async ({
  page,
  narrow,
  t,
  comeAs,
}) => {
  await comeAs(parentInBoth.phone)
  await page.goto('/my-children')
  const cards = page.getByRole('listitem').filter({ has: page.getByRole('link', { name: t('children.more') }) })
  await expect(cards).toHaveCount(2)
  await expect(cards.filter({ hasText: deltaBrother.firstName })).toContainText('الدلتا')

  await cards
    .filter({ hasText: nileSister.firstName })
    .getByRole('link', { name: t('children.table') })
    .click()
  await expect(page).toHaveURL(narrow ? /\/table\?student=/ : /\/my-children\/table\?student=/)
  const days = page.getByRole('table', { name: t('children.table') }).getByRole('row')
  await expect(days).toHaveCount(8)
  await expect(cards).toHaveCount(narrow ? 0 : 2)
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await page.getByRole('button', { name: t('children.weekBefore') }).click()
  await expect(page).toHaveURL(/week=/)
  await expect(days.filter({ hasText: t('attendance.present') }).first()).toBeVisible()
  await page.reload()
  await expect(days).toHaveCount(8)
  await expect(page.getByText(nileSister.firstName).first()).toBeVisible()

  await page.goto(`/child?student=${nileSister.id}`)
  await expect(page.getByRole('heading', { level: 1 })).toContainText(nileSister.firstName)
  await expectNoSidewaysScroll(page)
  await page.getByRole('link', { name: t('children.table') }).click()
  await expect(days).toHaveCount(8)
  if (narrow) await page.getByRole('link', { name: t('children.pages') }).click()
  else await page.goBack()
  await page
    .getByRole('main')
    .getByRole('link', { name: t('children.title') })
    .click()
  await expect(page).toHaveURL('/my-children')
  await expect(cards).toHaveCount(2)

  await page.goto(`/my-children/table?student=${laila.id}`)
  await expect(page.getByText(t('children.unknown'))).toBeVisible()
})
