import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

/** A browser without apt and without a download: the installed one, else the one carried by an npm package. */
export async function browser(): Promise<Browser> {
  const installed = installedBrowser()
  if (installed) return { executablePath: installed, args: flags, env: environment({}) }

  const home = await unpackedBrowser()
  return {
    executablePath: join(home, 'chromium'),
    args: [...flags, '--no-zygote', '--font-render-hinting=none'],
    env: environment({
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
      HOME: home,
    }),
  }
}

const flags = [
  '--headless',
  '--no-sandbox', // root has no other way, and the pages are our own
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
]

const usualPlaces = [
  '/opt/google/chrome/chrome',
  '/usr/lib/chromium/chromium',
  '/usr/lib/chromium-browser/chromium-browser',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]
const usualNames = ['google-chrome-stable', 'google-chrome', 'chromium', 'chromium-browser', 'chrome.exe']

function installedBrowser(): string | undefined {
  const named = process.env.CHROME_PATH
  if (named) {
    if (!runnable(named)) throw new Error(`CHROME_PATH names ${named}, which cannot be run`)
    return named
  }
  const onPath = (process.env.PATH ?? '').split(delimiter).flatMap((dir) => usualNames.map((name) => join(dir, name)))
  return [...onPath, ...usualPlaces].find(runnable)
}

/** Unpacked beside its finished name and renamed, so that two test runs at once never see half a browser. */
async function unpackedBrowser(): Promise<string> {
  const carried = join(dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium'))), '..')
  const packs = join(carried, 'bin')
  const { version } = JSON.parse(readFileSync(join(carried, 'package.json'), 'utf8')) as { version: string }
  const homes = [besidePackages, ownDir()].map((dir) => join(dir, `chromium-${version}`))
  const there = homes.find((home) => runnable(join(home, 'chromium')))
  if (there) return there
  const home = homes.find((free) => !existsSync(free) && writable(dirname(free)))
  if (!home) throw new Error(`No browser, and no place to unpack one: ${homes.join(', ')}`)

  const { inflate } = await import('@sparticuz/chromium')
  const unfinished = `${home}.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = unfinished // the package unpacks into the system's temporary directory, wherever that is
  try {
    for (const pack of ['chromium.br', 'al2023.tar.br', 'fonts.tar.br']) await inflate(join(packs, pack))
  } finally {
    if (temporary === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = temporary
  }
  try {
    renameSync(unfinished, home)
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true })
    if (!existsSync(home)) throw error // somebody else was faster, or it really failed
  }
  return home
}

const besidePackages = resolve('node_modules', '.cache', 'kashkool')

/** One per user where the packages belong to somebody else: a browser another user left in /tmp is never run. */
function ownDir(): string {
  const own = join(tmpdir(), `kashkool-${process.getuid?.() ?? 'user'}`)
  mkdirSync(own, { recursive: true, mode: 0o700 })
  if (process.getuid && statSync(own).uid !== process.getuid()) throw new Error(`${own} belongs to another user`)
  return own
}

function writable(dir: string): boolean {
  try {
    mkdirSync(dir, { recursive: true })
    accessSync(dir, constants.W_OK)
    return true
  } catch {
    return false
  }
}

function runnable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const environment = (added: Record<string, string>): Record<string, string> => {
  const own = Object.entries(process.env).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return { ...Object.fromEntries(own), ...added }
}
