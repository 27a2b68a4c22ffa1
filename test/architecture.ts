import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A file of ours with what it imports, as it spells it. */
export type Source = { file: string; imports: string[]; text: string }

/** Every source of the house as it stands. */
export const sources = (): Source[] =>
  ['contract', 'server', 'web', 'test', 'bin'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(root, name.replaceAll('\\', '/')))
      .filter((file) => /\.(ts|tsx|mjs)$/.test(file) && file !== 'server/db/schema.d.ts')
      .toSorted()
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
      .map(({ file, text }) => ({ file, text, imports: importsOf(text) })),
  )

const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, from, bare, late]) => (from ?? bare ?? late)!,
  )

/** What each file may reach (architecture.md §2.3). The first line that speaks of a file decides. */
const reaches: { of: RegExp; may: (path: string, file: string) => boolean }[] = [
  { of: /\.test\.tsx?$|^(test|bin)\//, may: () => true },
  { of: /^contract\//, may: (path) => /^(zod(\/.*)?$|contract\/)/.test(path) },
  // The demo is the small world of the tests.
  { of: /^server\/demo\.ts$/, may: (path) => path === 'test/world.ts' || /^(node:|server\/[\w-]+\.ts$)/.test(path) },
  {
    of: /^server\/.*\.queries\.ts$/,
    may: (path) => /^(kysely|pg)$|^server\/(db\/|reach\.ts|.*\.queries\.ts)/.test(path),
  },
  { of: /^server\/db\//, may: (path) => !/^(contract|web|test)\/(?!built-in-roles|permissions)|^fastify/.test(path) },
  {
    of: /^server\/[\w-]+\.ts$/,
    may: (path) => !/^(web\/|test\/|react|kysely$)/.test(path) && !ownedByDomain(path, 'server/main.ts'),
  },
  {
    of: /^server\/system\//,
    may: (path) => /^(contract\/|server\/(db|system)\/|server\/[\w-]+\.ts|@?fastify|node:|vite$)/.test(path),
  },
  {
    of: /^server\//,
    may: (path, file) => !/^(web\/|test\/|react|kysely$|fastify|@fastify)/.test(path) && !ownedByDomain(path, file),
  },
  { of: /^web\/(app\/|main\.tsx|.*Screen\.tsx$)/, may: (path) => !outOfTheBrowser.test(path) },
  { of: /^web\/ui\//, may: (path) => !outOfTheBrowser.test(path) && !/^(contract\/|web\/(?!lib\/|ui\/))/.test(path) },
  { of: /^web\/lib\//, may: (path) => !outOfTheBrowser.test(path) && !/^web\/(?!lib\/)/.test(path) },
  {
    of: /^web\//,
    may: (path, file) =>
      !outOfTheBrowser.test(path) &&
      (!path.startsWith('web/') ||
        /^web\/(lib|ui)\/|^web\/(settings|class-work)\/(?!.*Screen)/.test(path) ||
        near(path, file)),
  },
]

const outOfTheBrowser = /^(server\/|test\/|node:|fastify|kysely$|pg$)/

/** Whether a path is a domain's operations, and not of the file's own domain; its queries are everybody's. */
const ownedByDomain = (path: string, file: string) =>
  /^server\/(?!db\/|system\/)[\w-]+\//.test(path) && !path.endsWith('.queries.ts') && !near(path, file)

const near = (path: string, file: string) => posix.dirname(path) === posix.dirname(file)

/** Files of the server that know the domains: they put them together. */
const composing = new Set(['operations', 'app', 'admin', 'main', 'limit-settings'].map((name) => `server/${name}.ts`))

/** Imports that a file may not have, as `file → import`. */
export const forbiddenImports = (all: Source[]) =>
  all.flatMap(({ file, imports }) =>
    imports
      .filter((spelled) => {
        if (spelled.startsWith('../')) return !file.startsWith('bin/')
        const path = spelled.startsWith('./') ? posix.join(posix.dirname(file), spelled) : spelled.replace(/^#/, '')
        if (composing.has(file) && path.startsWith('server/')) return false
        return !reaches.find(({ of }) => of.test(file))!.may(path, file)
      })
      .map((spelled) => `${file} → ${spelled}`),
  )

const unfinished = /\b(TODO|FIXME)\b/

/** A text without its comments and quotations, which are prose. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/.*|'(?:[^'\\\n]|\\.)*'/g, (found) =>
    found.startsWith("'") ? "''" : '',
  )

type TextRule = { rule: string; of: RegExp; breach: RegExp }

/** What may not stand in a file. */
const texts: TextRule[] = [
  {
    rule: 'reads process.env, which only server/config.ts does',
    of: /^(contract|web)\/(?!.*\.test\.)|^server\/(?!config\.ts|.*\.test\.)/,
    breach: /process\.env/,
  },
  {
    rule: 'registers a route, which serve.ts does for every operation',
    of: /^server\/(?!serve\.ts|openapi\.ts|system\/|.*\.test\.)/,
    breach: /\b(app|fastify)\s*\.(route|get|post|put|patch|delete|all)\(/,
  },
  {
    rule: 'uses any, which only the types of operations may',
    of: /^(?!contract\/operation\.ts|server\/serve\.ts|test\/architecture)/,
    breach: /(: |as |<)any\b(?!\()/,
  },
  { rule: 'has a class that is no error', of: /./, breach: /^(export )?class \w+ (?!extends (Error|\w*Refus\w*)\b)/m },
  { rule: 'has an enum', of: /./, breach: /^(export )?(const )?enum \w/m },
  { rule: 'is a barrel', of: /./, breach: /^export \* from/m },
  { rule: 'exports by default', of: /^(contract|server|web)\//, breach: /^export default/m },
  { rule: 'leaves a TODO', of: /^(?!test\/architecture)/, breach: unfinished },
  {
    rule: 'puts text into a page as markup',
    of: /^web\//,
    breach: /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/,
  },
  {
    rule: 'writes SQL from text that is not its own',
    of: /^server\/(?!.*\.test\.)/,
    breach: /sql\.raw\(|sql\.unsafe/,
  },
]

/** Files that say what they may not, as `file uses any, …`. */
export const forbiddenTexts = (all: Source[]) =>
  all.flatMap(({ file, text }) =>
    texts
      .filter(({ of, breach }) => of.test(file) && breach.test(breach === unfinished ? text : codeOf(text)))
      .map(({ rule }) => `${file} ${rule}`),
  )

const linesAtMost = 250

/** Files longer than a reader holds. */
export const tooLong = (all: Source[]) =>
  all
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ lines }) => lines > linesAtMost)
    .map(({ file, lines }) => `${file} has ${lines} lines`)

/** Files named for no idea. */
export const emptyNames = (all: Source[]) =>
  all
    .map(({ file }) => file)
    .filter((file) => /(^|[/-])(utils?|helpers?|common|managers?|services?|data|infos?)([.-]|$)/i.test(file))
