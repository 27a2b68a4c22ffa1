import { defineConfig } from '@playwright/test'
import { browser } from '#test/e2e/browser.ts'

const launchOptions = await browser()

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

/** A visitor who chose this language before. */
const speaking = (language: 'en' | 'ar', viewport: typeof phone) => ({
  viewport,
  locale: language,
  hasTouch: viewport === phone,
  storageState: {
    cookies: [],
    origins: [{ origin: address, localStorage: [{ name: 'i18nextLng', value: language }] }],
  },
})

/** Where the server of the journeys listens; the global setup starts it unless E2E_URL names a running one. */
const address = process.env.E2E_URL ?? 'http://localhost:3100'

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 20_000,
  expect: { timeout: 5000 },
  reporter: [['line']],
  outputDir: 'test-results',
  use: { baseURL: address, launchOptions, trace: 'retain-on-failure', timezoneId: 'Africa/Cairo' },
  projects: [
    { name: 'en-desktop', use: speaking('en', desktop) },
    { name: 'ar-phone', use: speaking('ar', phone) },
    { name: 'en-phone', use: speaking('en', phone), grepInvert: /@once/ },
    { name: 'ar-desktop', use: speaking('ar', desktop), grepInvert: /@once/ },
  ],
})
