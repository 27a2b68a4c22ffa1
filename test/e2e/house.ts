import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import { test as base, expect, type Page } from '@playwright/test'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { copyOf, type Ground } from '#test/ground.ts'

type Texts = (key: string) => string

type House = {
  /** The product on a copy of the world of its own, and where that copy is. */
  house: { url: string; connection: pg.ClientConfig }
  /** The texts of the language this project speaks. */
  t: Texts
  language: 'en' | 'ar'
  narrow: boolean
  /** Signs a person of the demo in and waits for home. */
  signIn: (phoneNumber: string) => Promise<void>
}

/** A page that fails its test when the content policy is broken or an error goes unnoticed. */
export const test = base.extend<House>({
  house: async ({ browserName: _ }, use) => {
    const { server, worldTemplate } = JSON.parse(process.env.KASHKOOL_GROUND ?? '') as Ground
    const { connection, drop } = await copyOf(server, worldTemplate)
    const origins: string[] = []
    const app = await buildApp({
      connection,
      key: Buffer.from('the key of the tests'),
      origins,
      trustProxy: null,
      web: { kind: 'built', root: resolve('dist') },
    })
    const url = await app.listen({ port: 0, host: 'localhost' })
    origins.push(url)
    await use({ url, connection })
    await app.close()
    await drop()
  },
  baseURL: async ({ house }, use) => use(house.url),
  // A visitor who chose this language before.
  storageState: async ({ house, language }, use) =>
    use({ cookies: [], origins: [{ origin: house.url, localStorage: [{ name: 'i18nextLng', value: language }] }] }),
  language: async ({ browserName: _ }, use, info) => use(info.project.name.startsWith('ar') ? 'ar' : 'en'),
  narrow: async ({ viewport }, use) => use((viewport?.width ?? 0) < 768),
  t: async ({ language }, use) => use(textsOf(language)),
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
    use(async (phoneNumber) => {
      await page.goto('/auth')
      await page.getByLabel(t('auth.phoneNumber')).fill(phoneNumber)
      await page.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
      await page.getByRole('button', { name: t('auth.login') }).click()
      await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
    }),
})

export { expect }

/** No violation of WCAG 2.2 AA in what is shown now, light and dark. */
export async function expectAccessible(page: Page) {
  for (const theme of ['light', 'dark']) {
    await page.evaluate((seen) => void (document.documentElement.dataset.theme = seen), theme)
    const { violations } = await new AxeBuilder({ page })
      .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'])
      .analyze()
    const said = violations.flatMap(({ id, nodes }) =>
      nodes.map(({ target }) => `${theme}: ${id} at ${target.join(' ')}`),
    )
    expect(said).toEqual([])
  }
}

/** Nothing sticks out sideways: a page is scrolled in one direction. */
export const expectNoSidewaysScroll = async (page: Page) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)).toBe(0)

function textsOf(language: string): Texts {
  const texts: unknown = JSON.parse(readFileSync(`public/locales/${language}.json`, 'utf8'))
  return (key) => {
    const found = key
      .split('.')
      .reduce<unknown>((here, word) => (here as Record<string, unknown> | undefined)?.[word], texts)
    if (typeof found !== 'string') throw new Error(`No text ${key} in ${language}`)
    return found
  }
}
