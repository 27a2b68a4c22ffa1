import { daysFrom } from '#server/base/days.ts'
import { today } from '#test/world/clock.ts'
import { people } from '#test/world/people.ts'
import { expectAccessible } from './accessible.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const { manager, teacher, parent } = people

const filled = (text: string, values: Record<string, string>) =>
  text.replaceAll(/{{(\w+)}}/g, (_, name: string) => values[name] ?? '')

test('a school makes an evening, a teacher asks for a family, and it books all its teachers with one press', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  await comeAs(manager.phone)
  await page.goto('/meetings')
  await page.getByRole('button', { name: t('meetings.add') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('meetings.day'), { exact: true }).fill(daysFrom(today, 7).replaceAll('-', '/'))
  await dialog.getByLabel(t('meetings.toTime'), { exact: true }).fill('18:00')
  await choose(page, dialog, t('meetings.classes'), 'فصل 4أ')
  await page.keyboard.press('Escape')
  await dialog.getByRole('button', { name: /^(Take|أضف)/ }).click()
  await dialog.getByLabel(filled(t('meetings.roomOf'), { name: 'منى سعيد الحلواني' })).fill('12')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await page.getByRole('button', { name: t('meetings.open') }).click()
  await expect(page.getByText(t('meetings.opened'), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('meetings.board') }).click()
  await expect(page.getByRole('table', { name: t('meetings.board') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await signOut()
  await signIn(teacher.phone)
  await page.goto('/meetings')
  const first = filled(t('meetings.timeNamed'), { time: '17:00', does: t('meetings.closeTime') })
  await page.getByRole('button', { name: first }).click()
  await expect(page.getByText(t('meetings.closed'), { exact: true })).toBeVisible()
  await page.getByRole('searchbox', { name: t('meetings.search') }).fill('عمر كريم')
  const asked = page.getByRole('checkbox', { name: /عمر كريم/ })
  await asked.click()
  await expect(asked).toBeChecked()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await signOut()
  await signIn(parent.phone)
  await page.goto('/meetings')
  const row = page.getByRole('listitem').filter({ hasText: 'منى سعيد الحلواني' })
  await expect(row).toContainText(t('meetings.wanted'))
  await page.getByRole('button', { name: t('meetings.wantAll') }).click()
  const times = page.getByRole('main').getByRole('combobox')
  const planned = await times.evaluateAll((all) => all.map((one) => (one as HTMLSelectElement).value))
  expect(planned.length).toBeGreaterThan(1)
  expect(new Set(planned).size).toBe(planned.length)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await page.getByRole('button', { name: /^(Book|احجز) / }).click()
  await expect(row).toContainText(t('meetings.bookedBy'))
  const time = await row.getByRole('combobox').inputValue()
  const cancel = filled(t('meetings.cancelOf'), { time, name: 'منى سعيد الحلواني' })
  await row.getByRole('button', { name: cancel }).click()
  await expect(row).not.toContainText(t('meetings.bookedBy'))
})
