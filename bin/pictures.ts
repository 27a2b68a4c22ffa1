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
  language: 'en' | 'ar'
  person: { phone: string }
  address: string
  view: BrowserContextOptions
  before?: (page: Page) => Promise<unknown>
}

const desk = { viewport: { width: 1280, height: 860 } }
const phone = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 2, hasTouch: true }
const bytesAtMost = 100_000
const target = 'web/app/pictures'

const pictures = (language: 'en' | 'ar'): Picture[] => [
  { language, person: people.manager, address: '/', view: desk },
  { language, person: people.parent, address: '/', view: phone },
  {
    language,
    person: people.teacher,
    address: `/${classes.class4b.id}`,
    view: phone,
    before: async (page) => {
      for (const nth of [1, 4, 4]) await page.locator('[data-mark]').nth(nth).click()
    },
  },
]

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

const paper = '#faf7f0'

/** Pictures side by side on paper, all scaled to a height in pixels, as one file. */
async function compose(name: string, height: number, shown: Buffer[]) {
  const room = 20
  let width = room
  const parts = []
  for (const picture of shown) {
    const { data: input, info } = await sharp(picture).resize({ height }).toBuffer({ resolveWithObject: true })
    parts.push({ input, left: width, top: room })
    width += info.width + room
  }
  const file = join(target, `${name}.webp`)
  await sharp({ create: { width, height: height + 2 * room, channels: 3, background: paper } })
    .composite(parts)
    .webp({ quality: 60, effort: 6 })
    .toFile(file)
  const { size } = statSync(file)
  console.log(`${file}: ${width} × ${height + 2 * room}, ${Math.ceil(size / 1000)} kB`)
  if (size > bytesAtMost) throw new Error(`${file} is heavier than ${bytesAtMost / 1000} kB`)
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
  for (const language of ['en', 'ar'] as const) {
    const shown = []
    for (const picture of pictures(language)) shown.push(await take(url, picture))
    const [head, father, register] = shown
    await compose(`wide-${language}`, 800, [head!, father!, register!])
    await compose(`narrow-${language}`, 844, [father!, register!])
  }
} finally {
  const ended = new Promise((end) => product.once('exit', end))
  product.kill('SIGTERM')
  await ended
  rmSync(data, { recursive: true, force: true })
}
