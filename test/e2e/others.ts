import { type Browser, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { inboxChannel, inboxPace } from '#server/messages/inbox/delivery.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { people } from '#test/world/people.ts'
import { liveOnTestDay, speakAsChosen } from './visitor.ts'
import { called, type Codes } from './house.ts'

type House = { url: string }
type Texts = (key: string) => string

/** Another manager makes a change meanwhile. */
export async function elsewhere(house: House, path: string, body: object) {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: people.deputy.phone,
    password: 'kashkool',
  })
  await called(house, path, body, token)
}

/** Another person's browser, signed in. */
export async function another(browser: Browser, house: House, who: Who) {
  const context = await browser.newContext({ baseURL: house.url })
  await liveOnTestDay(context)
  await speakAsChosen(context, who.language)
  const page = await context.newPage()
  const { t, phoneNumber, password } = who
  await page.goto('/auth')
  await page.getByLabel(t('auth.phoneNumber')).fill(phoneNumber)
  await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
  await page.getByRole('button', { name: t('auth.login') }).click()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  return page
}

type Who = { t: Texts; language: string; phoneNumber: string; password: string }

/** Another person registers on another device. */
export async function registered(house: House, phoneNumber: string, password: string, codes: Codes) {
  await called(house, 'API/Identity/Register', { phoneNumber })
  const key = await codes.next(phoneNumber)
  const { id: userId } = await called<{ id: string }>(house, 'API/Identity/ConfirmPhonNumber', { phoneNumber, key })
  await called(house, 'API/Identity/AddUserNewPassword', { userId, password })
}

/** Delays requests to a path until the returned function is called. */
export async function holdBack(page: Page, path: string) {
  let go = () => {}
  const released = new Promise<void>((done) => (go = done))
  await page.route(path, async (route) => {
    await released
    await route.continue()
  })
  return () => go()
}

export const toastOf = (page: Page) => page.getByRole('region', { name: /F8/ })

/** As in production: published events reach the inboxes until this is stopped. */
export const deliveringInboxes = (connection: pg.ClientConfig) =>
  deliverEvents(connection, inboxChannel({ sms: false }), { pace: inboxPace })
