import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

type Unpacking = { inflate: (pack: string) => Promise<string> }

export type Browser = { executablePath: string; args: string[]; env: Record<string, string> }

/**
 * The browser that CHROME_PATH names, else the one in an npm package: the same on every machine, and faster than those of distributions.
 * The package has one for Linux on x64 only; elsewhere an installed Chrome is used.
 */
export async function browser(): Promise<Browser> {
  const chosen = chosenBrowser() ?? (isCarried ? undefined : installedBrowser())
  if (chosen) return { executablePath: chosen, args: flags, env: environment({}) }

  const home = await unpackedBrowser()
  return {
    executablePath: join(home, 'chromium'),
    args: [...flags, '--font-render-hinting=none'],
    env: environment({
      LD_LIBRARY_PATH: join(home, 'al2023', 'lib'),
      FONTCONFIG_PATH: join(home, 'fonts'),
      HOME: home,
    }),
  }
}

const flags = [
  '--headless',
  '--no-sandbox', // root cannot use a sandbox, and the pages are our own
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-dev-shm-usage',
  '--js-flags=--single-threaded', // both cores are busy
]

const isCarried = process.platform === 'linux' && process.arch === 'x64'

function chosenBrowser(): string | undefined {
  const named = process.env.CHROME_PATH
  if (named && !runnable(named)) throw new Error(`CHROME_PATH names ${named}, which cannot be run`)
  return named || undefined
}

const usualPlaces = [
  '/opt/google/chrome/chrome',
  '/usr/bin/chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Google\\Chrome\\Application\\chrome.exe',
]

function installedBrowser(): string {
  const installed = usualPlaces.find(runnable)
  if (!installed) throw new Error('Name a Chrome or Chromium in CHROME_PATH; none is in its usual place')
  return installed
}

/** Unpacked next to its final name and then renamed, so that two test runs at once never see half a browser. */
async function unpackedBrowser(): Promise<string> {
  const modules = dirname(fileURLToPath(import.meta.resolve('@sparticuz/chromium')))
  const carried = join(modules, '..', '..')
  const packs = join(carried, 'bin')
  const { version } = JSON.parse(readFileSync(join(carried, 'package.json'), 'utf8')) as { version: string }
  const homes = [besidePackages, ownDir()].map((dir) => join(dir, `chromium-${version}`))
  const there = homes.find((home) => runnable(join(home, 'chromium')))
  if (there) return there
  const home = homes.find((free) => !existsSync(free) && writable(dirname(free)))
  if (!home) throw new Error(`No browser, and no place to unpack one: ${homes.join(', ')}`)

  // Imported by path, because the package exports only a function that unpacks into a folder of its own choice.
  const { inflate } = (await import(pathToFileURL(join(modules, 'lambdafs.js')).href)) as Unpacking
  const unfinished = `${home}.${process.pid}`
  mkdirSync(unfinished, { recursive: true, mode: 0o700 })
  const temporary = process.env.TMPDIR
  process.env.TMPDIR = unfinished // the package unpacks into the system's temporary directory, whatever that is
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
    if (!existsSync(home)) throw error // another run was faster, or it really failed
  }
  return home
}

const besidePackages = resolve('node_modules', '.cache', 'kashkool')

/** One per user if the packages belong to another user: a browser that another user left in /tmp is never run. */
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
