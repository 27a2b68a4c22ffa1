import type { Page } from '@playwright/test'
import { inboxChannel, inboxPace } from '#server/messages/inbox/delivery.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager, parent, parentInBoth } = people
const { omar, laila, nileSister, deltaBrother } = students

test('a parent reads the day of their children at two schools without a tap, and without a network', async ({
  page,
  context,
  t,
  signIn,
  signOut,
}) => {
  await signIn(parentInBoth.phone)
  await expect(cards(page)).toHaveCount(2)
  const requests: string[] = []
  page.on('request', (request) => requests.push(new URL(request.url()).pathname))
  await page.goto('/')
  await expect(cards(page)).toHaveCount(2)
  await expect(card(page, nileSister)).toContainText(schools.nile.name)
  await expect(card(page, deltaBrother)).toContainText(schools.delta.name)
  for (const child of [nileSister, deltaBrother])
    for (const line of await card(page, child).getByRole('listitem').allInnerTexts())
      expect(line).toContain(child.firstName)
  await expect(page.getByText(new RegExp(`${t('today.asOf')} \\d\\d:\\d\\d`))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(requests.filter((path) => path === '/Parent/GetToday')).toHaveLength(1)
  expect(requests.filter((path) => /GetParentStudents|Attendences|GetStudentE/.test(path))).toEqual([])

  await test.step('without a network', async () => {
    const kept = () => page.evaluate(async () => (await (await caches.open('shell')).keys()).map(({ url }) => url))
    // The page, its first part, and the texts of all screens, of the day, and of what is missing in a record.
    await expect.poll(async () => (await kept()).filter((url) => /\/$|\/locales\/|base/.test(url)).length).toBe(5)
    expect((await kept()).filter((url) => !/\/$|\/assets\/|\/locales\/|\/icon/.test(url))).toEqual([])
    // A network that answers nothing counts as none.
    await context.route('**/locales/**', () => undefined)
    await page.reload()
    await expect(cards(page)).toHaveCount(2)
    await context.unroute('**/locales/**')

    await context.setOffline(true)
    await page.reload()
    await expect(cards(page)).toHaveCount(2)
    await expect(page.getByText(t('today.away'))).toBeVisible()
    await expect(card(page, nileSister)).toContainText(t('classes.attendance'))
    await context.setOffline(false)
    await expect(page.getByText(t('today.away'))).toHaveCount(0)
  })

  await test.step('and nothing of it stays after the parent signs out', async () => {
    const stays = () => page.evaluate(() => JSON.stringify(localStorage))
    expect(await stays()).toContain(nileSister.firstName)
    await signOut()
    await expect.poll(stays).not.toContain(nileSister.firstName)
  })
})

test('a parent who is unlinked loses the child at once', async ({ page, house, t, signIn }) => {
  const worker = deliverEvents(house.connection, inboxChannel({ sms: false }), { pace: inboxPace })
  await signIn(parent.phone)
  await expect(cards(page)).toHaveCount(2)
  const link = { studentId: laila.id, parentId: parent.id }
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: manager.phone,
    password: 'kashkool',
  })
  await called(house, 'StudentParent/DeleteStudentParent', link, token)
  await expect(cards(page)).toHaveCount(1)
  await expect(card(page, omar)).toBeVisible()
  await expect(page.getByText(laila.firstName)).toHaveCount(0)
  expect(await page.evaluate(() => localStorage.getItem('today'))).not.toContain(laila.id)
  await page.goto('/inbox')
  await expect(page.getByRole('region', { name: t('inbox.unread') })).toContainText(t('inbox.kind.parentLink.off'))
  await expect(page.getByText(laila.firstName)).toHaveCount(0)
  await worker.stop()
})

test('on a shared computer the day is kept nowhere', async ({ page, t }) => {
  await page.goto('/auth')
  await page.getByLabel(t('auth.phoneNumber')).fill(parent.phone)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await page.getByLabel(t('auth.sharedComputer')).check()
  await page.getByRole('button', { name: t('auth.login') }).click()
  await expect(cards(page)).toHaveCount(2)
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(omar.firstName)
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  await page.goto('/notices')
  await expect(page.getByText(t('notices.cannot.shared'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('notices.turnOn') })).toHaveCount(0)
})

const cards = (page: Page) =>
  page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { level: 3 }) })
    .filter({ has: page.locator('ul') })

const card = (page: Page, { firstName }: { firstName: string }) => cards(page).filter({ hasText: firstName })
