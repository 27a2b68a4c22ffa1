import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'

/** One recipe of docs/recipes: what it changes, block by block, and the tests it names. */
export type Recipe = { name: string; blocks: Block[]; tests: string[] }
type Place = 'above' | 'below' | 'instead of'
type Block = { file: string; at: { place: Place; text: string } | null; body: string }

/** The recipe in docs/recipes with that name. */
export function recipe(name: string): Recipe {
  const document = readFileSync(join('docs/recipes', `${name}.md`), 'utf8')
  const blocks = [...document.matchAll(/^```(?:ts|tsx|sql|jsonc|md)\n(.*)\n([\s\S]*?)^```$/gm)]
  return {
    name,
    blocks: blocks.map(([, first, body]) => blockOf(first!, body!)),
    tests: /^Run: `npm run check -- (.*)`$/m.exec(document)?.[1]!.split(' ') ?? [],
  }
}

function blockOf(first: string, body: string): Block {
  const [, file, place, text] =
    /^(?:\/\/|--|<!--) ([^\s,]+)(?:, (above|below|instead of): (.+?))?(?: -->)?$/.exec(first) ?? []
  if (!file) throw new Error(`A block of a recipe names no file: ${first}`)
  return { file, at: place ? { place: place as Place, text: text! } : null, body }
}

/** The files of some recipes as these leave them. `read`: a file as it is, undefined where there is none. */
export function applied(recipes: readonly Recipe[], read: (file: string) => string | undefined): Map<string, string> {
  const files = new Map<string, string>()
  for (const block of recipes.flatMap(({ blocks }) => blocks))
    files.set(block.file, changed(block, files.get(block.file) ?? read(block.file)))
  return files
}

function changed({ file, at, body }: Block, text: string | undefined): string {
  if (!at) {
    if (text !== undefined) throw new Error(`${file} is there already`)
    return body
  }
  const found = text?.split(at.text).length ?? 0
  if (text === undefined || found !== 2) throw new Error(`${file} has ${found - 1} places that read: ${at.text}`)
  const start = text.indexOf(at.text)
  if (at.place === 'instead of') return text.replace(at.text, () => body.trim())
  const line = at.place === 'above' ? text.lastIndexOf('\n', start) + 1 : text.indexOf('\n', start) + 1
  return text.slice(0, line) + body + text.slice(line)
}

const left = new Set(['.git', 'node_modules', 'bundle', 'dist', 'data', 'test-results', 'playwright-report'])

/** A copy of the sources in a folder of its own, with the packages of this one. */
function scratchCopy() {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-recipe-'))
  for (const name of readdirSync('.')) if (!left.has(name)) cpSync(name, join(folder, name), { recursive: true })
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))
  return {
    folder,
    write(files: Map<string, string>) {
      for (const [file, text] of files) {
        mkdirSync(dirname(join(folder, file)), { recursive: true })
        writeFileSync(join(folder, file), text)
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Applies some recipes to a copy of the sources, and runs the compiler and the tests that they name there. */
export function follow(recipes: readonly Recipe[]) {
  const scratch = scratchCopy()
  const run = (...args: string[]) => {
    const env = Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST|PROOF)/.test(name))
    const options = { cwd: scratch.folder, encoding: 'utf8', env: Object.fromEntries(env) } as const
    const { status, stdout, stderr } = spawnSync(process.execPath, args, options)
    if (status !== 0) throw new Error(`${args.join(' ')}\n${stdout}${stderr}`)
  }
  try {
    const files = applied(recipes, readOwn)
    scratch.write(files)
    // The recipes say so: the types of the tables are generated from the migrations.
    if ([...files.keys()].some((file) => file.endsWith('.sql'))) run('--import', 'tsx', 'bin/db-types.ts')
    run('node_modules/typescript/bin/tsc', '--noEmit', '--pretty', 'false', '--checkers', '1', ...sinceLast)
    run('node_modules/vitest/vitest.mjs', 'run', ...new Set(recipes.flatMap(({ tests }) => tests)))
  } finally {
    scratch.remove()
  }
}

const sinceLast = ['--incremental', '--tsBuildInfoFile', join('.cache', 'types.tsbuildinfo')]

export const readOwn = (file: string) => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}
