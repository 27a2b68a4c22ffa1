import { createECDH } from 'node:crypto'
import type { Page } from '@playwright/test'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { deliveringInboxes, elsewhere } from './others.ts'

const { supervisor, parent, manager } = people
const { omar } = students

test('a parent is notified of their child at once, and what they open is read', async ({ page, house, t, signIn }) => {
  const worker = deliveringInboxes(house.connection)
  await signIn(parent.phone)
  const inboxLink = page.getByRole('banner').getByRole('link', { name: new RegExp(t('inbox.title')) })
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { level: 3, name: /عمر/ }) })
  const unread = page.getByRole('region', { name: t('inbox.unread') })
  await expect(card).toContainText(t('attendance.notYet'))
  await expect(inboxLink).toHaveAccessibleName(t('inbox.title'))

  await test.step('the inbox’s number and the day follow the register', async () => {
    await attends(house, 'absent')
    await expect(inboxLink).toHaveAccessibleName(`${t('inbox.title')}: 1 ${t('inbox.unread')}`)
    await expect(card).toContainText(t('attendance.absent'))
    await expectAccessible(page)
  })

  await test.step('the inbox says what, of whom and where, and leads there', async () => {
    await inboxLink.click()
    const item = unread.getByRole('link')
    await expect(item).toHaveCount(1)
    await expect(item).toContainText(`${t('inbox.kind.attendance')}: ${t('attendance.absent')}`)
    await expect(item).toContainText(omar.firstName)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await item.click()
    await expect(page).toHaveURL(new RegExp(`/students/${omar.id}\\?tab=attendance`))
    await expect(page.getByRole('heading', { level: 1 })).toContainText(omar.firstName)
    await expect(inboxLink).toHaveAccessibleName(t('inbox.title'))
  })

  await test.step('a notice of the device leads to what it is about', async () => {
    await attends(house, 'late')
    await expect(inboxLink).toHaveAccessibleName(`${t('inbox.title')}: 1 ${t('inbox.unread')}`)
    const [newest] = await ask<{ id: string }>(
      house.connection,
      `select id from inbox_items where person_id = '${parent.id}' and read_at is null`,
    )
    await page.goto(`/inbox?item=${newest!.id}`)
    await expect(page).toHaveURL(new RegExp(`/students/${omar.id}`))
    await page.goto('/inbox')
    await expect(page.getByRole('region', { name: t('inbox.read') }).getByRole('link')).toHaveCount(2)
    await expect(unread).toHaveCount(0)
    await elsewhere(house, 'Paper/Issue', { schoolId: omar.schoolId, kind: 'enrolment', studentIds: [omar.id] })
    await expect(inboxLink).toHaveAccessibleName(new RegExp(t('inbox.unread')))
    await page.reload()
    await expect(unread).toContainText(t('papers.kind.enrolment'))
  })
  await worker.stop()
})

test('people choose what they are notified of, when, and on which device', async ({
  page,
  context,
  house,
  t,
  signIn,
  signOut,
}) => {
  await context.grantPermissions(['notifications'])
  await subscribable(page)
  await signIn(parent.phone)
  await page.getByRole('button', { name: t('header.account') }).click()
  await page.getByRole('menuitem', { name: t('notices.title') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('notices.title'))

  await test.step('each choice is stored as it is made', async () => {
    const homework = page.getByRole('group', { name: t('notices.topic.homework') })
    await expect(homework.getByRole('radio', { name: t('notices.way.once') })).toBeChecked()
    await homework.getByRole('radio', { name: t('notices.way.digest') }).check()
    await page.getByLabel(t('notices.digestHour')).selectOption('7')
    await page.getByLabel(t('notices.quiet')).uncheck()
    await expect(page.getByLabel(t('work.fromDate'), { exact: true })).toHaveCount(0)
    await page.getByLabel(t('notices.language')).selectOption('ar')
    const stored = () =>
      ask(
        house.connection,
        `select homework, digest_hour, quiet_from, quiet_to, language from notice_preferences where id = '${parent.id}'`,
      )
    const wanted = { homework: 'digest', digest_hour: 7, quiet_from: null, quiet_to: null, language: 'ar' }
    await expect.poll(stored).toEqual([wanted])
    await page.reload()
    await expect(homework.getByRole('radio', { name: t('notices.way.digest') })).toBeChecked()

    await context.setOffline(true)
    await page.getByLabel(t('notices.quiet')).check()
    await expect(page.getByText(t('notices.notStored'))).not.toHaveCount(0)
    await context.setOffline(false)
    await expect(page.getByText(t('notices.notStored'))).toHaveCount(0)
    await expect(page.getByLabel(t('notices.quiet'))).toBeChecked()
    await page.getByLabel(t('notices.quiet')).uncheck()
    await expect.poll(stored).toEqual([wanted])
    await expect(page.getByLabel(t('notices.quiet'))).not.toBeChecked()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step('this device is turned on and off, and forgotten with the sign-out', async () => {
    const device = page.getByRole('region', { name: t('notices.device') })
    await expect(device).toContainText(t('notices.able'))
    await device.getByRole('button', { name: t('notices.turnOn') }).click()
    await expect(device.getByText(t('notices.deviceOn'), { exact: true })).toBeVisible()
    const subscribed = () =>
      ask(house.connection, `select language from push_subscriptions where person_id = '${parent.id}'`)
    expect(await subscribed()).toEqual([{ language: 'ar' }])
    await device.getByRole('button', { name: t('notices.turnOff') }).click()
    await expect(device.getByText(t('notices.deviceOff'), { exact: true })).toBeVisible()
    expect(await subscribed()).toEqual([])
    await device.getByRole('button', { name: t('notices.turnOn') }).click()
    await expect(device.getByText(t('notices.deviceOn'), { exact: true })).toBeVisible()
    await signOut()
    await expect.poll(subscribed).toEqual([])
  })
})

test('the worker shows what is pushed under the tag of its event, and a press opens what it is about @once', async ({
  page,
  context,
  t,
  comeAs,
}) => {
  await context.grantPermissions(['notifications'])
  await subscribable(page)
  await comeAs(parent.phone)
  await page.goto('/notices')
  await page.getByRole('button', { name: t('notices.turnOn') }).click()
  await expect(page.getByText(t('notices.deviceOn'), { exact: true })).toBeVisible()

  await page.waitForFunction(() => navigator.serviceWorker.controller !== null) // it controls only pages that it has claimed
  const [worker] = context.serviceWorkers()
  const browser = await context.newCDPSession(page)
  const registered = new Promise<string>((found) =>
    browser.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [one] = registrations
      if (one) found(one.registrationId)
    }),
  )
  await browser.send('ServiceWorker.enable')
  // A headless browser shows no notifications, so the test records those that it should show.
  await worker!.evaluate(() => {
    const scope = globalThis as never as { shown: unknown[]; registration: ServiceWorkerRegistration }
    scope.shown = []
    scope.registration.showNotification = async (title, { body, tag, data } = {}) =>
      void scope.shown.push({ title, body, tag, data })
  })
  const message = { title: 'Kashkool', body: 'News', tag: 'one event', url: '/inbox', lang: 'en', dir: 'ltr' }
  await browser.send('ServiceWorker.deliverPushMessage', {
    origin: new URL(page.url()).origin,
    registrationId: await registered,
    data: JSON.stringify(message),
  })
  const shown = () => worker!.evaluate(() => (globalThis as never as { shown: unknown[] }).shown)
  const notice = { title: 'Kashkool', body: 'News', tag: 'one event', data: { url: '/inbox' } }
  await expect.poll(shown).toEqual([notice])

  const press = (url: string) =>
    worker!.evaluate(
      (notification) => {
        const waitUntil = (work: Promise<unknown>) => void work.catch(() => undefined)
        const pressed = { notification: { ...notification, close: () => undefined }, waitUntil }
        dispatchEvent(Object.assign(new Event('notificationclick'), pressed))
      },
      { ...notice, data: { url } },
    )
  await page.evaluate(() => ((globalThis as { stays?: boolean }).stays = true))
  await press('/inbox')
  await expect(page).toHaveURL('/inbox')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('inbox.title'))
  expect(await page.evaluate(() => (globalThis as { stays?: boolean }).stays), 'nothing begun is lost').toBe(true)

  await test.step('what is typed in a dialog goes only after a question', async () => {
    await page.getByRole('button', { name: t('header.createSchool') }).click()
    const name = page.getByLabel(t('settings.schoolInfo.name'))
    await name.fill('Reeds')
    const question = page.getByRole('dialog', { name: t('common.discardAsk') })
    await press('/notices')
    await question.getByRole('button', { name: t('common.keepWriting') }).click()
    await expect(question).toHaveCount(0)
    await expect(name).toHaveValue('Reeds')
    await expect(page).toHaveURL('/inbox')
    await press('/notices')
    await question.getByRole('button', { name: t('common.discard') }).click()
    await expect(page).toHaveURL('/notices')
    await expect(page.getByRole('dialog')).toHaveCount(0)
  })
})

test('a school that notifies by SMS lets each of its people choose so @once', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/notices')
  await expect(page.getByLabel(t('notices.digestHour'))).toBeVisible()
  await expect(page.getByLabel(t('notices.sms'))).toHaveCount(0)
  await page.goto('/settings/school-info')
  await page.getByLabel(t('notices.schoolSms')).click()
  const saved = page.getByRole('region', { name: /F8/ }).getByText(t('settings.saved'))
  await expect(saved).toBeVisible()
  await expect(page.getByLabel(t('notices.schoolSms'))).toBeChecked()
  await page.goto('/notices')
  await page.getByLabel(t('notices.sms')).check()
  await expect(saved).toBeVisible()
  await page.reload()
  await expect(page.getByLabel(t('notices.sms'))).toBeChecked()
})

/** Replaces the push service of a browser, because a headless one has none. */
const subscribable = (page: Page) =>
  page.addInitScript(
    (keys) => {
      // Granted, although a headless browser reports otherwise.
      Object.defineProperty(Notification, 'permission', { get: () => 'granted' })
      let here: object | null = null
      const subscription = {
        toJSON: () => ({ endpoint: 'https://fcm.googleapis.com/fcm/send/one', keys }),
        unsubscribe: async () => {
          here = null
          return true
        },
      }
      PushManager.prototype.getSubscription = async () => here as never
      PushManager.prototype.subscribe = async () => (here = subscription) as never
    },
    { p256dh: createECDH('prime256v1').generateKeys('base64url'), auth: Buffer.alloc(16, 7).toString('base64url') },
  )

/** Marks Omar's attendance today, as the supervisor of the class. */
async function attends(house: { url: string }, state: 'absent' | 'late') {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: supervisor.phone,
    password: 'kashkool',
  })
  await called(
    house,
    'Attendance/SaveAttendance',
    { classRoomId: classes.class4a.id, date: today, studentsAttenndaceList: [{ studentId: omar.id, state }] },
    token,
  )
}
