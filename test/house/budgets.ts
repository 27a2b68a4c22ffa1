import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { localeFiles } from './locale-files.ts'

type Chunk = {
  file: string
  name?: string
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
}
type Manifest = Record<string, Chunk>

/** The largest size of each part on the wire, in bytes after gzip (design.md §7). */
export const budgets = {
  initialScript: 165_000,
  style: 12_000,
  lazyPart: 35_000,
  /** A form in a dialog, or a calendar: loaded when it is opened. */
  opened: 62_000,
  /** What staff load in the background on their home page because other screens need it: dialogs, menus, a register. */
  nextTap: 50_000,
  font: 34_000,
  locale: 20_000,
}

export type Weight = { what: string; kind: keyof typeof budgets; bytes: number }

/** What a browser loads of the built client: the first page, and each lazy part in addition to it. */
export function weigh(dist: string): Weight[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8')) as Manifest
  const size = (file: string) => gzipSync(readFileSync(join(dist, file)), { level: 9 }).length
  // An option of react-hook-form and a class of react-day-picker, which no minifier renames.
  const isOpened = (name: string) =>
    /shouldUnregister|rdp-/.test(readFileSync(join(dist, manifest[name]?.file ?? ''), 'utf8'))
  const scripts = (names: Iterable<string>) => sum([...names].map((name) => size(manifest[name]?.file ?? '')))

  const chunks = Object.entries(manifest)
  const first = firstPage(dist, manifest)
  // Nobody opens a part of the signed-in without the frame around it and without the files that screens share, which are
  // themselves weighed beyond the first page.
  const home = reached(manifest, signedIn, new Set(first))
  const frame = reached(manifest, nextTap, new Set(home))
  const parts = [...new Set(chunks.flatMap(([, chunk]) => chunk.dynamicImports ?? []))]
  const files = [...new Set(chunks.flatMap(([, { file, css = [] }]) => [file, ...css]))]

  return [
    { what: 'first page', kind: 'initialScript', bytes: scripts(first) },
    ...parts.map((part) => {
      const hadSignedIn = part === nextTap ? home : frame
      const had = isOpenToVisitors(part) ? first : hadSignedIn
      const beyond = [...reached(manifest, part)].filter((name) => !had.has(name))
      const later = beyond.some(isOpened) ? ('opened' as const) : ('lazyPart' as const)
      const kind = part === nextTap ? ('nextTap' as const) : later
      return { what: part, kind, bytes: scripts(beyond) }
    }),
    ...files
      .filter((file) => file.endsWith('.css'))
      .map((what) => ({ what, kind: 'style' as const, bytes: size(what) })),
    ...files
      .filter((file) => file.endsWith('.woff2'))
      .map((what) => ({ what, kind: 'font' as const, bytes: readFileSync(join(dist, what)).length })),
    ...[...localeFiles('en'), ...localeFiles('ar')].map((what) => ({
      what,
      kind: 'locale' as const,
      bytes: size(what),
    })),
  ]
}

/** What every page loads: the scripts in the page itself, and what they import. */
function firstPage(dist: string, manifest: Manifest): Set<string> {
  const html = readFileSync(join(dist, 'index.html'), 'utf8')
  const named = new Set([...html.matchAll(/<script type="module"[^>]* src="\/([^"]+)"/g)].map(([, file]) => file!))
  const names = Object.keys(manifest).filter((name) => named.has(manifest[name]!.file))
  return new Set(names.flatMap((name) => [...reached(manifest, name)]))
}

/** The parts that exceed their budget. */
export const overweight = (weights: Weight[]) => weights.filter(({ kind, bytes }) => bytes > budgets[kind])

const signedIn = 'web/app/signed-in.ts'
const nextTap = 'web/app/next-tap.ts'

const isOpenToVisitors = (part: string) =>
  part === signedIn || /^web\/app\/(AuthScreen|identityScreens|schoolScreens)|^web\/ui\/Toasts/.test(part)

/** A part and its static imports, by their names in the manifest. */
export function reached(manifest: Manifest, start: string, seen = new Set<string>()): Set<string> {
  if (seen.has(start) || !manifest[start]) return seen
  seen.add(start)
  for (const next of manifest[start].imports ?? []) reached(manifest, next, seen)
  return seen
}

const sum = (numbers: number[]) => numbers.reduce((total, n) => total + n, 0)
