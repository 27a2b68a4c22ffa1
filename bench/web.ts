import { execFileSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { type BrowserContext, chromium, type CDPSession } from '@playwright/test'
import { browser } from '#test/e2e/browser.ts'
import { quietOf } from '#test/e2e/going-on.ts'
import { speakAsChosen } from '#test/e2e/visitor.ts'
import { filled } from './data.ts'
import { machine } from './machine.ts'
import { start } from './processes.ts'
import { storeResult } from './result.ts'

/**
 * A visit without cached files, by a person who has used the product before. It measures the transferred bytes, the time of the
 * largest paint (LCP), the time until the wanted content was there, and how long scripts ran. Bytes are compressed, times are
 * in ms; all are the median of several visits.
 */
export type FirstVisit = {
  page: string
  requests: number
  scripts: number
  bytes: number
  lcp: number
  useful: number
  script: number
  /** The largest paint in the last visit. */
  largest?: string
}

type Home = { page: string; person: number | null; useful: string }

/** The content that a person wants: for a visitor the promise of the product, for others a link of their day. */
const homes: Home[] = [
  { page: 'a visitor', person: null, useful: 'main h1' },
  { page: 'a supervisor’s home', person: 10_001, useful: 'main section a[href]' },
  { page: 'a manager’s home', person: 10_000, useful: 'main section a[href]' },
  { page: 'a parent’s Today', person: 11_001, useful: 'main a[href^="/students/"]' },
]
const times = 5

/**
 * `node bin/bench.mjs web`: visits on a phone with a quarter of this machine's speed, over 1.6 Mbit/s with a delay of 150 ms. Builds
 * the client first. `--profile FOLDER` stores a CPU profile of the last visit of each kind.
 */
const { values } = parseArgs({
  options: { keep: { type: 'boolean', default: false }, profile: { type: 'string' } },
})
execFileSync(process.execPath, [fileURLToPath(new URL('../bin/build.mjs', import.meta.url))], { stdio: 'inherit' })
const { cluster, connection, schools, postgres } = await filled(1)
const where = machine(postgres)
const product = await start('server.ts', { owner: connection, web: true })
const chrome = await chromium.launch(await browser())
const url = `http://127.0.0.1:${product.port}`
const found: FirstVisit[] = []

for (const home of homes) {
  const storageState = await stateOf(home)
  const all: Omit<FirstVisit, 'page'>[] = []
  for (let nth = 0; nth < times; nth++) all.push(await visit(home, storageState))
  const of = (key: Exclude<keyof FirstVisit, 'page' | 'largest'>) => Math.round(median(all.map((one) => one[key])))
  const { page } = home
  found.push({
    page,
    requests: of('requests'),
    scripts: of('scripts'),
    bytes: of('bytes'),
    lcp: of('lcp'),
    useful: of('useful'),
    script: of('script'),
    largest: all.at(-1)!.largest!,
  })
  console.log(JSON.stringify(found.at(-1)))
}

await chrome.close()
await product.stop()
await cluster.stop()
if (values.keep) storeResult({ kind: 'web', machine: where, schools, loadAfter: loadavg(), found })

function median(numbers: number[]) {
  return numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]!
}

function phone(storageState?: StorageState) {
  return chrome.newContext({
    viewport: { width: 360, height: 740 },
    locale: 'ar',
    serviceWorkers: 'block', // The service worker would keep the files from one visit to the next.
    ...(storageState && { storageState }),
  })
}

/** What the browser stores after a visit: the person, their school, and the language. */
async function stateOf({ person, useful }: Home) {
  const context = await phone()
  if (person !== null)
    await context.addCookies([
      { name: 'session', value: encodeURIComponent(`session ${person}`), url },
      { name: 'kashkool-in', value: '1', url },
    ])
  await speakAsChosen(context, 'ar')
  const page = await context.newPage()
  const quiet = quietOf(page)
  await page.goto(url)
  await page.locator(useful).first().waitFor()
  await quiet()
  const state = await context.storageState()
  await context.close()
  return state
}

async function visit({ page: name, useful }: Home, storageState: StorageState) {
  const context = await phone(storageState)
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  const traffic = await slowPhone(devtools)
  await page.addInitScript(watch, useful)
  if (values.profile) {
    await devtools.send('Profiler.enable')
    await devtools.send('Profiler.start')
  }
  const quiet = quietOf(page)
  await page.goto(url, { waitUntil: 'commit' })
  await page.waitForFunction(() => (globalThis as unknown as Watched).seen.useful > 0)
  await quiet()
  const { lcp, useful: usefulAt, largest } = await page.evaluate(() => (globalThis as unknown as Watched).seen)
  const { metrics } = await devtools.send('Performance.getMetrics')
  if (values.profile) {
    const { profile } = await devtools.send('Profiler.stop')
    mkdirSync(values.profile, { recursive: true })
    writeFileSync(join(values.profile, `${name.replaceAll(/\W+/g, '-')}.cpuprofile`), JSON.stringify(profile))
  }
  await context.close()
  const script = metrics.find((metric) => metric.name === 'ScriptDuration')!.value * 1000
  return { ...traffic, lcp, useful: usefulAt, script, largest }
}

type StorageState = Awaited<ReturnType<BrowserContext['storageState']>>

type Watched = { seen: { lcp: number; useful: number; largest: string } }

/** Runs in the page: records the largest paint, and the first time at which the wanted content is there. */
function watch(useful: string) {
  const seen = { lcp: 0, useful: 0, largest: '' }
  type Paint = PerformanceEntry & { element?: Element | null }
  Object.assign(globalThis, { seen })
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries() as Paint[]) {
      seen.lcp = entry.startTime
      seen.largest = `${entry.element?.localName}: ${entry.element?.textContent?.slice(0, 40)}`
    }
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  const looking = setInterval(() => {
    if (!document.querySelector(useful)?.getBoundingClientRect().height) return
    seen.useful = performance.now()
    clearInterval(looking)
  }, 16)
}

/** Counts the transferred bytes from here on. */
async function slowPhone(devtools: CDPSession) {
  const traffic = { requests: 0, scripts: 0, bytes: 0 }
  devtools.on('Network.responseReceived', ({ type }) => {
    traffic.requests++
    if (type === 'Script') traffic.scripts++
  })
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
