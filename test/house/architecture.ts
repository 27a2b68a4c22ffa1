import { readdirSync, readFileSync } from 'node:fs'
import { posix } from 'node:path'

/** A source file with its imports, as they are written. */
export type Source = { file: string; imports: string[]; text: string }

/** Every source file of the project. */
export const sources = (): Source[] =>
  ['contract', 'server', 'web', 'test', 'bin'].flatMap((root) =>
    readdirSync(root, { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(root, name.replaceAll('\\', '/')))
      .filter((file) => /\.(ts|tsx|mjs|sql)$/.test(file) && !file.startsWith('server/db/schema.'))
      .toSorted()
      .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
      .map(({ file, text }) => ({ file, text, imports: importsOf(text) })),
  )

const importsOf = (text: string) =>
  [...text.matchAll(/^(?:import|export)\b[^'"`;]*?from '([^']+)'|^import '([^']+)'|\bimport\('([^']+)'\)/gm)].map(
    ([, from, bare, late]) => (from ?? bare ?? late)!,
  )

/**
 * The groups of the server, from the ground up: a file imports its own group and those before it in this list. The files in the root of
 * `server/` stand on top of all.
 */
export const floors = (
  'base db processes outbox access call ' +
  'platform school people teaching results money messages exchange overviews run'
).split(' ')

/** Groups of which every folder is a domain of its own. */
const ofDomains = floors.slice(floors.indexOf('platform'))

/** The path or package that an import refers to. */
const pathOf = (file: string, spelled: string) =>
  spelled.startsWith('.') ? posix.join(posix.dirname(file), spelled) : spelled.replace(/^#/, '')

/** What each file may import (ARCHITECTURE.md). The first entry that matches the file decides. */
const reaches: { of: RegExp; may: (path: string, file: string) => boolean }[] = [
  { of: /\.test\.tsx?$|^(test|bin)\//, may: () => true },
  { of: /^contract\/language\//, may: (path) => /^(zod(\/.*)?$|contract\/language\/)/.test(path) },
  { of: /^contract\//, may: (path) => /^(zod(\/.*)?$|contract\/)/.test(path) },
  // The demo is the world of the tests.
  {
    of: /^server\/run\/start\/demo\.ts$/,
    may: (path) => path === 'test/world/world.ts' || /^(node:|server\/)/.test(path),
  },
  {
    of: /^server\/.*\.queries\.ts$/,
    may: (path) => /^(kysely|pg)$|^server\/(db\/|access\/caller\.ts|.*\.queries\.ts)/.test(path),
  },
  {
    of: /^server\/db\//,
    may: (path) =>
      !/^(contract|web|test)\/(?!platform\/roles\/built-in-roles|language\/permissions)|^fastify/.test(path),
  },
  // The start and the files that combine the domains may import all of them.
  { of: /^server\/(run\/(start|operator)\/|[\w-]+\.ts$)/, may: (path) => !/^(web\/|test\/|react|kysely$)/.test(path) },
  {
    of: /^server\/run\/system\//,
    may: (path) =>
      /^(contract\/|server\/(run\/system|base|db|call|access)\/|server\/[\w/-]+\/(port|[\w-]+\.queries)\.ts|server\/[\w-]+\.ts|@?fastify|node:|vite$|prom-client$)/.test(
        path,
      ),
  },
  {
    of: /^server\/(base|call|access|outbox|processes)\//,
    may: (path, file) => !/^(web\/|test\/|react|kysely$)/.test(path) && !ownedByDomain(path, file),
  },
  {
    of: /^server\//,
    may: (path, file) => !/^(web\/|test\/|react|kysely$|fastify|@fastify)/.test(path) && !ownedByDomain(path, file),
  },
  { of: /^web\/(app\/|main\.tsx|.*Screen\.tsx$)/, may: (path) => !outOfTheBrowser.test(path) },
  { of: /^web\/ui\//, may: (path) => !outOfTheBrowser.test(path) && !/^(contract\/|web\/(?!lib\/|ui\/))/.test(path) },
  { of: /^web\/lib\//, may: (path) => !outOfTheBrowser.test(path) && !/^web\/(?!lib\/)/.test(path) },
  {
    of: /^web\/records\//,
    may: (path) => !outOfTheBrowser.test(path) && (!path.startsWith('web/') || /^web\/(lib|ui|records)\//.test(path)),
  },
  {
    of: /^web\//,
    may: (path, file) =>
      !outOfTheBrowser.test(path) &&
      (!path.startsWith('web/') ||
        /^web\/(lib|ui|records|teaching\/class-work|platform\/attachments)\//.test(path) ||
        folderOf(path) === folderOf(file)),
  },
]

const outOfTheBrowser = /^(server\/|test\/|node:|fastify|kysely$|pg$)/

/** `server/teaching/exams` of `server/teaching/exams/exams.ts` and of everything below it; `server/call` of what stands there. */
export function folderOf(path: string) {
  const [root, group, domain] = path.split('/')
  return ofDomains.includes(group!) ? `${root}/${group}/${domain}` : `${root}/${group}`
}

/** Whether a path is private to another domain than the file's own; queries, rules and ports of a domain are not private. */
const ownedByDomain = (path: string, file: string) =>
  /^server\/[\w-]+\//.test(path) &&
  ofDomains.includes(path.split('/')[1]!) &&
  // What homework, exams and activities share.
  folderOf(path) !== 'server/teaching/class-work' &&
  !/\.(queries|rules)\.ts$|\/port\.ts$/.test(path) &&
  folderOf(path) !== folderOf(file)

/** The floor of a file of the server; the root is the highest. */
function floorOf(path: string) {
  const [root, group, ...below] = path.split('/')
  return root === 'server' && below.length > 0 ? floors.indexOf(group!) : floors.length
}

/** Imports of the server that run to a higher floor, as `file → path`. */
export const risingImports = (all: Source[]) =>
  all
    .filter(({ file }) => file.startsWith('server/') && !file.includes('.test.'))
    .flatMap(({ file, imports }) =>
      imports
        .map((spelled) => pathOf(file, spelled))
        .filter((path) => path.startsWith('server/') && path !== 'server/db/schema.d.ts')
        // The start puts the whole together.
        .filter((path) => floorOf(path) > floorOf(file) && folderOf(file) !== 'server/run/start')
        .map((path) => `${file} → ${path}`),
    )

/** Folders of the server that import each other, at once or over others: each once, with all that it reaches and that reaches it. */
export function knots(all: Source[]) {
  const folders = new Map<string, Set<string>>()
  for (const { file, imports } of all) {
    if (!/^server\/[\w-]+\//.test(file) || file.includes('.test.')) continue
    const own = folderOf(file)
    for (const path of imports.map((spelled) => pathOf(file, spelled)))
      if (/^server\/[\w-]+\//.test(path) && folderOf(path) !== own)
        folders.set(own, (folders.get(own) ?? new Set()).add(folderOf(path)))
  }
  return reachingThemselves(folders).toSorted()
}

/** Where statements are sent over the driver itself: below all, and where the operator works beside the product. */
const onTheDriver = /^server\/(db|run\/(backup|operator))\//

/** Files of the server that import the driver of PostgreSQL although they speak SQL as all do, by `sql` of Kysely. */
export const besideKysely = (all: Source[]) =>
  all
    .filter(({ file, imports }) => file.startsWith('server/') && !file.includes('.test.') && imports.includes('pg'))
    .map(({ file }) => file)
    .filter((file) => !onTheDriver.test(file))

/** Forbidden imports, as `file → import`. */
export const forbiddenImports = (all: Source[]) =>
  all.flatMap(({ file, imports }) =>
    imports
      .filter((spelled) => {
        if (spelled.startsWith('../')) return !file.startsWith('bin/')
        return !reaches.find(({ of }) => of.test(file))!.may(pathOf(file, spelled), file)
      })
      .map((spelled) => `${file} → ${spelled}`),
  )

/** Files in an import cycle, also through `import()`, which the linter does not follow. */
export function circles(all: Source[]) {
  return reachingThemselves(
    new Map(all.map(({ file, imports }) => [file, imports.map((spelled) => pathOf(file, spelled))])),
  )
}

/** What leads back to itself by what it imports. */
function reachingThemselves(imported: Map<string, Iterable<string>>) {
  const reached = (from: string, seen = new Set<string>()): Set<string> => {
    for (const next of imported.get(from) ?? []) if (!seen.has(next)) reached(next, seen.add(next))
    return seen
  }
  return [...imported.keys()].filter((one) => reached(one).has(one))
}

const unfinished = /\b(TODO|FIXME)\b/

/** A source without its comments and strings, which are prose. */
const codeOf = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/.*|'(?:[^'\\\n]|\\.)*'/g, (found) =>
    found.startsWith("'") ? "''" : '',
  )

type TextRule = { rule: string; of: RegExp; breach: RegExp }

/** Patterns that a file must not contain. */
const texts: TextRule[] = [
  {
    rule: 'reads process.env, which only server/run/start/config.ts does',
    of: /^(contract|web)\/(?!.*\.test\.)|^server\/(?!run\/start\/config\.ts|.*\.test\.)/,
    breach: /process\.env/,
  },
  {
    rule: 'registers a route, which serve.ts does for every operation',
    of: /^server\/(?!call\/(serve|openapi)\.ts|run\/system\/|.*\.test\.)/,
    breach: /\b(app|fastify)\s*\.(route|get|post|put|patch|delete|all)\(/,
  },
  {
    rule: 'uses any, which only the types of operations may',
    of: /^(?!contract\/language\/operation\.ts|server\/call\/implement\.ts|test\/house\/architecture)/,
    breach: /(: |as |<)any\b(?!\()/,
  },
  // The driver accepts only instances of its own class.
  {
    rule: 'has a class that is no error',
    of: /^(?!server\/db\/batch\.ts)/,
    breach: /^(export )?class \w+ (?!extends (Error|CannotStart|\w*Refus\w*)\b)/m,
  },
  { rule: 'has an enum', of: /./, breach: /^(export )?(const )?enum \w/m },
  { rule: 'is a barrel', of: /./, breach: /^export \* from/m },
  { rule: 'exports by default', of: /^(contract|server|web)\//, breach: /^export default/m },
  { rule: 'leaves a TODO', of: /^(?!test\/house\/architecture)/, breach: unfinished },
  {
    rule: 'puts text into a page as markup',
    of: /^web\//,
    breach: /dangerouslySetInnerHTML|\.(inner|outer)HTML\b|insertAdjacentHTML/,
  },
  {
    rule: "reads the machine's date, which only a clock does",
    of: /^(?!bin\/|(server\/base|test\/world)\/clock\.ts|web\/lib\/clock\.ts|server\/db\/ids\.ts|test\/push\/certificate\.ts|test\/e2e\/clock\.ts)/,
    breach: /\bDate\(\)|\bDate\.now\b|\bcurrent_(date|time)|\blocaltime/i,
  },
  // One that begins with ^ is tried at one place, and what the house itself wrote is short.
  {
    rule: 'tries a run at every place of a text for what is behind it, which takes the square of its length',
    of: /^(contract|server)\/(?!.*\.test\.|db\/embedded\/)/,
    breach: /(?<=[\s(=,!])\/(?![\^*/])(?:[^/\n\\]|\\.)*[*+]\)*(?:\$\/|\(\?[=!])/,
  },
  {
    rule: 'writes SQL from text that is not its own',
    of: /^server\/(?!.*\.test\.)/,
    breach: /sql\.raw\(|sql\.unsafe/,
  },
]

/** Files that break one of these rules, as `file uses any, …`. */
export const forbiddenTexts = (all: Source[]) =>
  all.flatMap(({ file, text }) =>
    texts
      .filter(({ of, breach }) => of.test(file) && breach.test(breach === unfinished ? text : codeOf(text)))
      .map(({ rule }) => `${file} ${rule}`),
  )

const linesAtMost = (file: string) => (file.includes('.test.') || file.startsWith('test/') ? 450 : 300)

/** Files that are too long for one reading. */
export const tooLong = (all: Source[]) =>
  all
    .map(({ file, text }) => ({ file, lines: text.trimEnd().split('\n').length }))
    .filter(({ file, lines }) => lines > linesAtMost(file))
    .map(({ file, lines }) => `${file} has ${lines} lines`)

/** Files whose name says nothing about their content. */
export const emptyNames = (all: Source[]) =>
  all
    .map(({ file }) => file)
    .filter((file) => /(^|[/-])(utils?|helpers?|common|managers?|services?|data|infos?)([.-]|$)/i.test(file))

/**
 * Names that several files of the server and the contract export, or several files of the web client: a search for one would find
 * something else.
 */
export const namesExportedTwice = (all: Source[]) =>
  [/^(server|contract)\//, /^web\//].flatMap((side) => exportedTwice(all.filter(({ file }) => side.test(file))))

function exportedTwice(all: Source[]) {
  const files = new Map<string, string[]>()
  for (const { file, text } of all)
    if (!file.includes('.test.'))
      for (const [, name] of text.matchAll(/^export (?:async )?(?:const|function|type|class) (\w+)/gm))
        files.set(name!, [...new Set([...(files.get(name!) ?? []), file])])
  return [...files].filter(([, of]) => of.length > 1).map(([name, of]) => `${name}: ${of.join(', ')}`)
}
