// Takes the pictures of the front door and of the README: starts a separate Kashkool with the demo on a free port, and removes it afterwards.
import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContextOptions, chromium, type Page } from '@playwright/test'
import sharp from 'sharp'
import { browser } from '#test/e2e/browser.ts'
import { arrived, quietOf } from '#test/e2e/going-on.ts'
import { speakAsChosen } from '#test/e2e/visitor.ts'
import { freePort } from '#test/harness/ports.ts'
import { demoPassword } from '#test/world/world.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'

type Picture = {
  name: string
  language: 'en' | 'ar'
  person: { phone: string }
  address: string
  view: BrowserContextOptions
  before?: (page: Page) => Promise<unknown>
}

const desk = { viewport: { width: 1280, height: 860 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }
const bytesAtMost = 60_000
const target = 'web/app/pictures'

const pictures: Picture[] = (['en', 'ar'] as const).flatMap((language): Picture[] => [
  { name: 'head', language, person: people.manager, address: '/', view: desk },
  { name: 'father', language, person: people.parent, address: '/', view: phone },
  {
    name: 'register',
    language,
    person: people.teacher,
    address: `/${classes.class4b.id}`,
    view: phone,
    before: async (page) => {
      for (const nth of [1, 4, 4]) await page.locator('[data-mark]').nth(nth).click()
    },
  },
])

async function take(url: string, { language, person, address, view, before }: Picture) {
  const opened = await chromium.launch(await browser())
  try {
    const context = await opened.newContext({ ...view, timezoneId: 'Africa/Cairo', reducedMotion: 'reduce' })
    await speakAsChosen(context, language)
    const page = await context.newPage()
    await page.goto(`${url}/auth`)
    await page.locator('input[type=tel], input[name=phoneNumber]').first().fill(person.phone)
    await page.locator('input[type=password]').fill(demoPassword)
    await page.keyboard.press('Enter')
    await page.waitForURL((now) => now.pathname === '/')
    const quiet = quietOf(page)
    await page.goto(url + address)
    await arrived(page, quiet)
    await before?.(page)
    await page.evaluate(() => scrollTo(0, 0))
    return await page.screenshot()
  } finally {
    await opened.close()
  }
}

const data = mkdtempSync(join(tmpdir(), 'kashkool-pictures-'))
const port = await freePort()
const url = `http://localhost:${port}`
const product = spawn(process.execPath, ['bin/start.mjs'], {
  env: { ...process.env, DATA_DIR: data, PORT: String(port) },
  stdio: ['ignore', 'ignore', 'inherit'],
})
try {
  const isReady = () =>
    fetch(`${url}/health/ready`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) await new Promise((later) => setTimeout(later, 500))
  mkdirSync(target, { recursive: true })
  for (const picture of pictures) {
    const file = join(target, `${picture.name}-${picture.language}.webp`)
    await sharp(await take(url, picture))
      .webp({ quality: 60, effort: 6 })
      .toFile(file)
    const { size } = statSync(file)
    console.log(`${file}: ${Math.ceil(size / 1000)} kB`)
    if (size > bytesAtMost) throw new Error(`${file} is heavier than ${bytesAtMost / 1000} kB`)
  }
} finally {
  const ended = new Promise((end) => product.once('exit', end))
  product.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true })
}
