import { defineConfig } from '@playwright/test'
import { browser } from '#test/e2e/browser.ts'

const launchOptions = await browser()

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

const speaking = (locale: 'en' | 'ar', viewport: typeof phone) => ({ locale, viewport, hasTouch: viewport === phone })

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './test/e2e/server.ts',
  workers: 3,
  fullyParallel: true,
  forbidOnly: true,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['line']],
  outputDir: 'test-results',
  use: {
    launchOptions,
    trace: 'retain-on-failure',
    timezoneId: 'Africa/Cairo',
    contextOptions: { reducedMotion: 'reduce' },
  },
  projects: [
    { name: 'en-desktop', use: speaking('en', desktop) },
    { name: 'ar-phone', use: speaking('ar', phone) },
    // The other half of the variants belongs to `npm run proof`.
    ...(process.env.PROOF === 'on'
      ? [
          { name: 'en-phone', use: speaking('en', phone) },
          { name: 'ar-desktop', use: speaking('ar', desktop) },
        ]
      : []),
  ],
})
