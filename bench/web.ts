import { execFileSync } from 'node:child_process'
import { loadavg } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { chromium, type CDPSession } from '@playwright/test'
import { browser } from '#test/e2e/browser.ts'
import { filled } from './data.ts'
import { machine } from './machine.ts'
import { start } from './processes.ts'
import { keep } from './result.ts'

/** A first visit: what travels, and until when the page can be read. Bytes as they are sent, times in ms. */
export type FirstVisit = { page: string; requests: number; bytes: number; shown: number; script: number }

/**
 * `npm run bench:web`: first visits on a phone that computes a quarter as fast as this machine, over 1.6 Mbit/s with 150 ms
 * of delay. Builds the client first.
 */
const { values } = parseArgs({ options: { keep: { type: 'boolean', default: false } } })
execFileSync(process.execPath, [fileURLToPath(new URL('../bin/build.mjs', import.meta.url))], { stdio: 'inherit' })
const { cluster, connection, schools, postgres } = await filled(1)
const where = machine(postgres)
const product = await start('server.ts', { owner: connection, web: true })
const chrome = await chromium.launch(await browser())
const url = `http://127.0.0.1:${product.port}`
const found: FirstVisit[] = []

for (const [page, person] of [
  ['a visitor', null],
  ['a supervisor’s home', 10_001],
  ['a manager’s home', 10_000],
  ['a parent’s Today', 11_001],
] as const) {
  found.push({ page, ...(await firstVisit(person)) })
  console.log(JSON.stringify(found.at(-1)))
}

await chrome.close()
await product.stop()
await cluster.stop()
if (values.keep) keep({ kind: 'web', machine: where, schools, loadAfter: loadavg(), found })

async function firstVisit(person: number | null) {
  const context = await chrome.newContext({ viewport: { width: 360, height: 740 }, locale: 'ar' })
  if (person !== null)
    await context.addCookies([
      { name: 'session', value: encodeURIComponent(`session ${person}`), url },
      // Who was signed in here before is fetched as such from the first request on.
      { name: 'kashkool-in', value: '1', url },
    ])
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const traffic = await slowPhone(devtools)
  await page.goto(url, { waitUntil: 'commit' })
  await page.getByRole('heading', { level: 1 }).first().waitFor()
  const shown = await page.evaluate(() => performance.now())
  await page.waitForLoadState('networkidle')
  const { metrics } = await devtools.send('Performance.getMetrics')
  const script = metrics.find(({ name }) => name === 'ScriptDuration')!.value * 1000
  await context.close()
  return { ...traffic, shown: Math.round(shown), script: Math.round(script) }
}

/** Counts what travels from here on. */
async function slowPhone(devtools: CDPSession) {
  const traffic = { requests: 0, bytes: 0 }
  devtools.on('Network.responseReceived', () => traffic.requests++)
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (traffic.bytes += encodedDataLength))
  await devtools.send('Network.enable')
  await devtools.send('Performance.enable')
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: 150,
    downloadThroughput: 200_000,
    uploadThroughput: 94_000,
  })
  return traffic
}
