import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { test as base, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { peopleOfDemo } from '#server/run/start/demo.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { smsChannel } from '#server/messages/sms/sms.ts'
import { clock } from '#test/world/clock.ts'
import { demoSignIns } from '#test/world/world.ts'
import { asRequests, ask, copyOf, type Ground } from '#test/harness/ground.ts'
import { textsIn } from '#test/house/locale-files.ts'
import { startGateway } from '#test/world/gateways/server.mjs'
import { unlimited } from '#test/harness/unlimited.ts'
import { liveOnTestDay, speakAsChosen } from './visitor.ts'

type Texts = (key: string) => string

/** The countries whose numbers get codes. */
const smsCountries = ['EG', 'SA', 'KW', 'AE', '+49']

type House = {
  /** The product on its own copy of the test data, and where that copy is. */
  house: { url: string; connection: pg.ClientConfig; paymentHosts: Record<string, string>; signInHosts: string[] }
  /** A payment gateway to try out, and the host by which a school names it. */
  gateway: { host: string }
  /** The texts of this project's language. */
  t: Texts
  language: 'en' | 'ar'
  narrow: boolean
  /** Signs a person in, by default with the password of the demo, and waits until they are signed in. */
  signIn: (phoneNumber: string, password?: string) => Promise<void>
  /** Gives the browser a session of a person before it opens anything, as if they had signed in some time ago. */
  comeAs: (phoneNumber: string) => Promise<void>
  /** Signs the current person out, and waits until they are signed out. */
  signOut: () => Promise<void>
  codes: Codes
}

/** The phones of the visitors: the codes sent by SMS. */
export type Codes = {
  /** The next code that arrives at a phone; each is returned once. */
  next: (phoneNumber: string) => Promise<string>
  /** Makes the server forget that it has just sent codes. */
  letTimePass: () => Promise<unknown>
}

/** A page whose test fails if the content security policy is violated or an error is not handled. */
export const test = base.extend<House>({
  house: async ({ browserName: _ }, use) => {
    const ground = JSON.parse(process.env.KASHKOOL_GROUND ?? '') as Ground
    const { connection, drop } = await copyOf(ground, ground.worldTemplate)
    const origins: string[] = []
    const paymentHosts: Record<string, string> = {}
    const signInHosts: string[] = []
    const app = await buildApp({
      connection: asRequests(connection),
      key: Buffer.from('the key of the tests'),
      // A journey makes few calls at once, and every further connection plans all its statements again.
      pool: 3,
      clock,
      origins,
      trustProxy: null,
      pushHosts: ['fcm.googleapis.com'],
      paymentHosts,
      signInHosts,
      smsNotices: true,
      smsInvitations: 5,
      smsCountries,
      demo: await peopleOfDemo(demoSignIns),
      gate: { expected: 1e9, patience: 60_000 },
      databaseTimes: unlimited.databaseTimes,
      deadline: unlimited.deadline,
      web: { kind: 'built', root: resolve('dist') },
    })
    const url = await app.listen({ port: 0, host: 'localhost' })
    origins.push(url)
    await use({ url, connection, paymentHosts, signInHosts })
    await app.close()
    await drop()
  },
  gateway: async ({ house }, use) => {
    const { port, stop } = await startGateway()
    const host = 'gateway.test'
    house.paymentHosts[host] = `http://localhost:${port}`
    await use({ host })
    await stop()
  },
  baseURL: async ({ house }, use) => use(house.url),
  language: async ({ browserName: _ }, use, info) => use(info.project.name.startsWith('ar') ? 'ar' : 'en'),
  narrow: async ({ viewport }, use) => use((viewport?.width ?? 0) < 768),
  t: async ({ language }, use) => use(textsOf(language)),
  context: async ({ context, language }, use) => {
    await liveOnTestDay(context)
    await speakAsChosen(context, language)
    await use(context)
  },
  page: async ({ page }, use) => {
    const wrong: string[] = []
    page.on('pageerror', (error) => wrong.push(error.message))
    page.on('console', (message) => {
      if (message.type() === 'error' && !message.text().startsWith('Failed to load resource'))
        wrong.push(message.text())
    })
    await use(page)
    expect(wrong, 'errors in the browser').toEqual([])
  },
  signIn: async ({ page, t }, use) =>
    use(async (phoneNumber, password = 'kashkool') => {
      await page.goto('/auth')
      await page.getByLabel(t('auth.phoneNumber')).fill(phoneNumber)
      await page.getByLabel(t('auth.password'), { exact: true }).fill(password)
      await page.getByRole('button', { name: t('auth.login') }).click()
      await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
    }),
  comeAs: async ({ page, house }, use) =>
    use(async (phoneNumber) => {
      expect(page.url()).toBe('about:blank')
      const answer = await page.request.post('/API/Identity/Login', { data: { phoneNumber, password: 'kashkool' } })
      expect(answer.status()).toBe(200)
      await page.context().addCookies([{ name: 'kashkool-in', value: '1', url: house.url }]) // as web/lib/keeping.ts does
    }),
  signOut: async ({ page, t }, use) =>
    use(async () => {
      await page.getByRole('button', { name: t('header.account') }).click()
      await page.getByRole('menuitem', { name: t('header.logout') }).click()
      await expect(page).toHaveURL('/auth') // shown at once; the person is forgotten after that, and the server is notified last
      await expect.poll(() => page.evaluate(() => document.cookie)).not.toContain('kashkool-left=1')
    }),
  codes: async ({ house }, use, info) => {
    const path = info.outputPath('sms.jsonl')
    const worker = deliverEvents(house.connection, smsChannel({ by: 'file', path }, clock, { countries: smsCountries }))
    const read = new Map<string, number>()
    await use({
      async next(phoneNumber) {
        const seen = read.get(phoneNumber) ?? 0
        read.set(phoneNumber, seen + 1)
        await expect.poll(() => codesIn(path, phoneNumber).length).toBeGreaterThan(seen)
        return codesIn(path, phoneNumber)[seen]!
      },
      letTimePass: () => ask(house.connection, `delete from rate_limits where key like 'codes-phone-%'`),
    })
    await worker.stop()
  },
})

export { expect }

/** All codes sent to a phone so far, from the file that replaces the gateway. */
function codesIn(path: string, phoneNumber: string): string[] {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n').filter(Boolean) : []
  return lines
    .map((line) => JSON.parse(line) as { phoneNumber: string; code?: string })
    .flatMap((sms) => (sms.phoneNumber === phoneNumber && sms.code ? [sms.code] : []))
}

/** Expects that the page does not scroll sideways. */
export const expectNoSidewaysScroll = async (page: Page, where = page.url()) =>
  expect(
    await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth),
    where,
  ).toBeLessThanOrEqual(0)

/** Expects that no word of a heading, button or choice exceeds its container, and that no heading touches the edge of the page. */
export const expectNothingCut = async (page: Page, address: string) =>
  expect(
    await page.evaluate(() => {
      const boxOf = (one: Element) => (getComputedStyle(one).display === 'inline' ? one.parentElement! : one)
      const shown = [...document.querySelectorAll('h1, h2, h3, button, label, [role=tab]')]
        .map(boxOf)
        .filter((one) => one.checkVisibility({ checkOpacity: true }) && one.clientWidth > 1 && !one.closest('.sr-only'))
      const leaving = shown.filter((one) => one.scrollWidth > one.clientWidth + 1)
      const atEdge = [...document.querySelectorAll('main h1')].filter((one) => {
        const { left, right } = one.getBoundingClientRect()
        return left < 8 || right > innerWidth - 8
      })
      return [...new Set([...leaving, ...atEdge])].map((one) => `${one.tagName}: ${one.textContent}`)
    }),
    address,
  ).toEqual([])

export function textsOf(language: string): Texts {
  const texts: unknown = textsRead.get(language) ?? textsIn(language)
  textsRead.set(language, texts)
  return (key) => {
    const found = key
      .split('.')
      .reduce<unknown>((here, word) => (here as Record<string, unknown> | undefined)?.[word], texts)
    if (typeof found !== 'string') throw new Error(`No text ${key} in ${language}`)
    return found
  }
}

// Cached: there are two dozen files per language, and a sheet of paper looks up each of its words.
const textsRead = new Map<string, unknown>()

/** A call from another device, without a session unless a token is given. Throws the refusal's sentence. */
export async function called<T>(house: { url: string }, path: string, body: unknown, token?: string): Promise<T> {
  const answer = await fetch(`${house.url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return (await answer.json()) as T
}
