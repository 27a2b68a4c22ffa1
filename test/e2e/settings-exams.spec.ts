import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses } from '#test/world/schools.ts'
import { namedDay, shownDay } from '#web/lib/days.ts'
import { choose, openFilters } from './choose.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { paste } from './paste.ts'

const { manager } = people
const { class4a, class4b, class6c } = classes

test('exams are added, several at once or not at all, found, edited by two people, and removed', async ({
  page,
  house,
  t,
  language,
  comeAs,
}) => {
  const count = async () =>
    (await ask<{ n: number }>(house.connection, 'select count(*)::int n from exams where removed_at is null'))[0]!.n
  await comeAs(manager.phone)
  await page.goto('/settings/exams')
  const dialog = page.getByRole('dialog')
  const exams = page.getByRole('list', { name: t('settings.exams.list') }).getByRole('listitem')
  await page.getByRole('button', { name: t('settings.exams.add') }).click()
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByText(t('sentences.Required'))).not.toHaveCount(0)
  await choose(page, dialog, t('settings.exams.classRoomId'), class4a.name)
  await choose(page, dialog, t('settings.exams.courseId'), courses.art.name)
  await test.step('a day is typed, and chosen in the calendar by keys', async () => {
    const date = dialog.getByLabel(t('settings.exams.date'))
    await date.clear()
    await date.pressSequentially('٢٠٢٦١١١١')
    await expect(date).toHaveValue('2026/11/11')
    const opener = dialog.getByRole('button', { name: t('form.calendar') })
    await opener.click()
    const calendar = page.getByRole('dialog', { name: t('form.calendar') })
    await expect(calendar.locator('th').first()).toHaveAttribute('aria-label', language === 'ar' ? 'السبت' : 'Sunday')
    const chosen = calendar.getByRole('button', { name: namedDay('2026-11-11', language, { year: true }) })
    await expect(chosen).toBeFocused()
    for (const control of [opener, chosen])
      expect((await control.boundingBox())!.height, 'large enough for a finger').toBeGreaterThanOrEqual(44)
    const viewport = page.viewportSize()!
    await page.setViewportSize({ width: 320, height: 740 })
    await expect.poll(async () => (await calendar.boundingBox())!.x).toBeGreaterThanOrEqual(0)
    const { x, width } = (await calendar.boundingBox())!
    expect(x + width, 'as wide as a small screen at most').toBeLessThanOrEqual(320)
    await page.setViewportSize(viewport)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
    await page.keyboard.press('Enter')
    await expect(calendar).toHaveCount(0)
    await expect(opener).toBeFocused()
    await expect(date).toHaveValue('2026/11/12')
  })
  await dialog.getByLabel(t('settings.exams.rate')).fill('٢٠')
  await dialog.getByLabel(t('settings.exams.details')).fill('رسم حر')
  await expectAccessible(page)
  const stored = (await count()) + 1
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
      [class6c.name, courses.maths.name, month, '2031/1/19', '0', ''],
    ]
    await paste(line(1).getByLabel(t('settings.exams.classRoomId')), rows)
    const question = page.getByRole('dialog', { name: t('common.discardAsk') })
    await page.getByRole('button', { name: t('common.back') }).click()
    await question.getByRole('button', { name: t('common.keepWriting') }).click()
    await expect(question).toHaveCount(0)
    const addAll = page.getByRole('button', { name: t('settings.addAll') })
    await addAll.click()
    await expect(
      line(2).getByText(t('sentences.Number must be greater than or equal to {n}').replace('{n}', '0.01')),
    ).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await expect(line(2)).toContainText(t('noItemFound')) // nothing can be set in an inactive class
    await line(2).getByLabel(t('settings.exams.rate')).fill('20')
    await line(2).getByLabel(t('settings.exams.classRoomId')).selectOption(class4b.name)
    await addAll.click()
    await expect(line(2)).toContainText(t('sentences.This date cannot be used'))
    expect(await count()).toBe(stored)
    await line(2).getByLabel(t('settings.exams.date')).fill('2026/1/19')
    await addAll.click()
    await expect(page).not.toHaveURL(/several/)
    expect(await count()).toBe(stored + 2)
  })

  await page.goto('/settings/exams')
  await openFilters(page, t('work.filters'))
  await choose(page, page, t('settings.exams.courseId'), courses.art.name)
  await expect(exams).toHaveCount(1)
  await page.reload()
  await expect(exams).toHaveCount(1)
  await expect(exams).toContainText(shownDay('2026-11-12'))

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
  await expect(exams).toContainText('/30')

  await exams.getByRole('button', { name: new RegExp(t('settings.remove')) }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await openFilters(page, t('work.filters'))
  await page.getByRole('button', { name: t('work.clear') }).click()
  await expect(exams).not.toHaveCount(0)
  expect(await count()).toBe(stored + 1)
})

test('weights show their sum, and more than a hundred is refused in words', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
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
