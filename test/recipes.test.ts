import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applied, readOwn, recipesIn, scratchCopy } from './recipes.ts'

const document = readFileSync('CONTRIBUTING.md', 'utf8')
const recipes = recipesIn(document)
const proving = process.env.PROOF === 'on'
/** Written by `npm run db:types` from the migrations, as the recipes say. */
const generated = 'server/db/schema.d.ts'
const migrates = (files: Map<string, string>) => [...files.keys()].some((file) => file.endsWith('.sql'))

test('there are four recipes, and each names the tests that show it', () => {
  expect(recipes.map(({ title }) => title)).toEqual([
    'An operation',
    'A domain with a list, a form and a screen',
    'A column',
    'A permission',
  ])
  for (const { tests } of recipes) expect(tests.length).toBeGreaterThan(0)
})

test('an operation is three files, and a domain with a screen not more than fourteen, with the one that is generated', () => {
  const [operation, domain] = recipes.map((recipe) => applied(recipe, readOwn))
  expect(operation!.size).toBe(3)
  expect([...domain!.keys(), generated].length).toBeLessThanOrEqual(14)
})

describe.each(recipes)('the recipe of $title', (recipe) => {
  test('fits the sources as they are: each place is there once, each new file is new', () => {
    const files = applied(recipe, readOwn)
    expect(files.size).toBeGreaterThan(0)
    for (const [file, text] of files) {
      expect(text).not.toBe(readOwn(file))
      if (file.endsWith('.json')) expect(() => JSON.parse(text), file).not.toThrow()
    }
    for (const path of recipe.tests) expect(files.has(path) || existsSync(path) || isIn(files, path), path).toBe(true)
  })

  if (proving) {
    test('compiles, and passes the tests that it names', () => {
      const scratch = scratchCopy()
      const run = (...args: string[]) => {
        const { status, stdout, stderr } = spawnSync(process.execPath, args, {
          cwd: scratch.folder,
          encoding: 'utf8',
          env: Object.fromEntries(
            Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST|PROOF)/.test(name)),
          ),
        })
        expect(status, `${args.join(' ')}\n${stdout}${stderr}`).toBe(0)
      }
      try {
        const files = applied(recipe, readOwn)
        scratch.write(files)
        if (migrates(files)) run('--import', 'tsx', 'bin/db-types.ts')
        run('node_modules/typescript/bin/tsc', '--noEmit')
        run('node_modules/vitest/vitest.mjs', 'run', ...recipe.tests)
      } finally {
        scratch.remove()
      }
    })
  }
})

const isIn = (files: Map<string, string>, folder: string) =>
  [...files.keys()].some((file) => file.startsWith(`${folder}/`))
