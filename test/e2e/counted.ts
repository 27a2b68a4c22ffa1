import { readFileSync } from 'node:fs'
import type { Page, Request } from '@playwright/test'
import { firstPage, reached } from '#test/budgets.ts'
import { expect, quietOf } from './house.ts'

type Manifest = Parameters<typeof reached>[0]

/** What is fetched while nobody waits, for the next tap: a register, a dialog, the menu of the account. */
const nextTap = [
  'web/classes/ClassScreen.tsx',
  'web/ui/Dialog.tsx',
  'web/app/AvatarMenu.tsx',
  'web/attendance/outgoing.ts',
]

/**
 * Opens home as after a pause and counts what it fetches. A chain of many small files was what made it slow; what is
 * fetched for the next tap, once all is there, is counted apart.
 */
export async function expectFewRequests(page: Page, most = { requests: 15, scripts: 6, later: 45 }) {
  const manifest = JSON.parse(readFileSync('dist/.vite/manifest.json', 'utf8')) as Manifest
  const first = [...firstPage('dist', manifest), ...reached(manifest, 'web/app/signed-in.ts')]
  const filesOf = (names: Iterable<string>) => new Set([...names].map((name) => `/${manifest[name]!.file}`))
  const isFirst = filesOf(first)
  const isLater = filesOf(nextTap.flatMap((entry) => [...reached(manifest, entry)]))

  const paths: string[] = []
  const note = (request: Request) => {
    // The stream of events stays open as long as the page.
    if (request.resourceType() !== 'eventsource') paths.push(new URL(request.url()).pathname)
  }
  const quiet = quietOf(page)
  page.on('request', note)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await quiet()
  page.off('request', note)

  const later = paths.filter((path) => isLater.has(path) && !isFirst.has(path))
  const now = paths.filter((path) => !later.includes(path))
  expect(now.length, now.join('\n')).toBeLessThanOrEqual(most.requests)
  expect(now.filter((path) => path.endsWith('.js')).length, now.join('\n')).toBeLessThanOrEqual(most.scripts)
  expect(later.length, later.join('\n')).toBeLessThanOrEqual(most.later)
}
