import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, test } from './house.ts'

const { teacher } = people

test('without a network a confirmed register waits, is sent when it returns, and keeps what is tapped meanwhile', async ({
  page,
  context,
  t,
  signIn,
}) => {
  await signIn(teacher.phone)
  await page.getByRole('link', { name: /^فصل 4أ/ }).click()
  const students = page.getByRole('region', { name: t('attendance.register') }).locator('[data-mark]')
  await students.nth(2).click()
  await context.setOffline(true)
  await page.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(page.getByText(t('attendance.waiting'))).toBeVisible()
  await expect(page.getByText(t('attendance.kept'), { exact: true })).toBeVisible()
  await page.goBack()
  const card = page.getByRole('link', { name: /^فصل 4أ/ }).first()
  await expect(card).toContainText(t('attendance.kept'))
  await expect(card).not.toContainText(t('home.takeRegister'))
  await card.click()
  await expect(page.getByText(t('attendance.waiting'))).toBeVisible()

  await page.getByRole('button', { name: t('header.account') }).click()
  await page.getByRole('menuitem', { name: t('header.logout') }).click()
  await expect(page.getByRole('dialog')).toContainText(t('attendance.lostOnLogout'))
  await page.getByRole('button', { name: t('common.cancel') }).click()

  await students.nth(3).click()
  await context.setOffline(false)
  await expect(page.getByText(t('attendance.waiting'))).toHaveCount(0)
  await expect(page.getByText(t('attendance.notConfirmed'))).toBeVisible()

  let goOn = () => {}
  const isTapped = new Promise<void>((tapped) => (goOn = tapped))
  await page.route('**/Attendance/SaveAttendance', async (route) => (await isTapped, route.continue()))
  await page.getByRole('button', { name: t('attendance.correct') }).click()
  await expect(page.getByRole('button', { name: t('common.submitting') })).toBeVisible()
  await students.nth(4).click()
  goOn()
  const correct = page.getByRole('button', { name: t('attendance.correct') })
  await expect(correct).toBeEnabled()
  await correct.click()
  await expect(page.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  await page.reload()
  for (const nth of [2, 3, 4]) await expect(students.nth(nth)).toContainText(t('attendance.absent'))
  await expect(students.nth(5)).toContainText(t('attendance.present'))

  await test.step('another tab says that it waits, and no longer once this one has sent it', async () => {
    await page.unroute('**/Attendance/SaveAttendance')
    await context.route('**/Attendance/SaveAttendance', (route) => route.abort())
    await students.nth(5).click()
    await correct.click()
    await expect(page.getByText(t('attendance.waiting'))).toBeVisible()
    const other = await context.newPage()
    await other.goto('/')
    const unsent = other.getByRole('link', { name: t('attendance.openRegister') })
    await expect(unsent).toBeVisible()
    await context.unroute('**/Attendance/SaveAttendance')
    const lookAgain = () => void dispatchEvent(new Event('visibilitychange'))
    await page.evaluate(lookAgain)
    await expect(page.getByText(t('attendance.waiting'))).toHaveCount(0)
    await other.evaluate(lookAgain)
    await expect(unsent).toHaveCount(0)
  })
})

test('a register that was begun is gone on with when the phone has dropped the page, and ends with the session', async ({
  page,
  context,
  t,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  await page.goto(`/${classes.class4a.id}`)
  const students = page.getByRole('region', { name: t('attendance.register') }).locator('[data-mark]')
  await students.nth(2).click()
  await page.close()

  const again = await context.newPage()
  await again.goto(`/${classes.class4a.id}`)
  const marks = again.getByRole('region', { name: t('attendance.register') }).locator('[data-mark]')
  await expect(marks.nth(2)).toContainText(t('attendance.absent'))
  await expect(again.getByText(t('attendance.notConfirmed'))).toBeVisible()
  const kept = () => again.evaluate(() => localStorage.getItem('begun'))
  expect(await kept()).not.toBeNull()
  await again.getByRole('button', { name: t('attendance.confirm') }).click()
  await expect(again.getByText(t('attendance.taken'), { exact: true })).toBeVisible()
  expect(await kept()).toBeNull()

  await marks.nth(3).click()
  expect(await kept()).not.toBeNull()
  await again.getByRole('button', { name: t('header.account') }).click()
  await again.getByRole('menuitem', { name: t('header.logout') }).click()
  await expect(again).toHaveURL('/auth')
  await expect.poll(kept).toBeNull()
})
