import { defineConfig } from '@playwright/test'
import { browser } from '#test/e2e/browser.ts'

const launchOptions = await browser()

const phone = { width: 360, height: 740 }
const desktop = { width: 1280, height: 800 }

const speaking = (locale: 'en' | 'ar', viewport: typeof phone) => ({ locale, viewport, hasTouch: viewport === phone })

const variants = [
  { name: 'en-desktop', use: speaking('en', desktop) },
  { name: 'ar-phone', use: speaking('ar', phone) },
  { name: 'en-phone', use: speaking('en', phone) },
  { name: 'ar-desktop', use: speaking('ar', desktop) },
]
const isProof = process.env.PROOF === 'on'
const named = (...names: string[]) => names.map((name) => `**/${name}.spec.ts`)
const onPhone = named(
  'cover',
  'fees-online',
  'import-attendance',
  'notes',
  'outgoing-register',
  'parents',
  'people',
  'people-account',
  'phones',
  'posts',
  'register-of-then',
  'seats-and-moves',
  'settings',
  'settings-exams',
  'settings-people',
  'settings-school',
  'sign-in',
  'student-parents',
  'today',
)
const atDesk = named(
  'attendance',
  'boxes',
  'calendar',
  'class-marks',
  'class-work',
  'closed-term',
  'connections',
  'fees',
  'fees-day',
  'import',
  'import-marks',
  'inbox',
  'inbox-number',
  'leaving',
  'marks',
  'payments',
  'people-abuse',
  'platform-schools',
  'reference',
  'results-sheets',
  'rights',
  'several-students',
  'student-page',
  'student-screen',
  'students',
  'term-steps',
  'timetable',
  'typed',
  'typed-editors',
)

export default defineConfig({
  testDir: 'test/e2e',
  testMatch: '*.spec.ts',
  globalSetup: './test/e2e/server.ts',
  workers: 2,
  fullyParallel: true,
  forbidOnly: true,
  // What is waited for comes in a moment, and much later where the machine has much else to do: time says only that something hangs.
  timeout: 240_000,
  retries: isProof ? 0 : 1, // a journey that needs it is reported as flaky
  expect: { timeout: 60_000 },
  reporter: [['line']],
  outputDir: 'test-results',
  use: {
    launchOptions,
    actionTimeout: 60_000,
    trace: isProof ? 'retain-on-failure' : 'off', // it costs a third of the time
    timezoneId: 'Africa/Cairo',
    contextOptions: { reducedMotion: 'reduce' },
  },
  // In every run each journey goes one way, those of everyday use both; all variants belong to `npm run proof`.
  projects: isProof
    ? variants
    : [
        { ...variants[0], testIgnore: onPhone },
        { ...variants[1], testIgnore: atDesk, grepInvert: /@once/ },
      ],
})
