import { existsSync, readdirSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { applied, readOwn, recipe } from './recipes.ts'

const recipes = readdirSync('docs/recipes').map((file) => recipe(file.replace('.md', '')))

test('there are four recipes, and each names the tests that show it', () => {
  expect(recipes.map(({ name }) => name).toSorted()).toEqual(['column', 'domain', 'operation', 'permission'])
  for (const { tests } of recipes) expect(tests.length).toBeGreaterThan(0)
})

test('an operation is three files, and a domain with a screen not more than fourteen, with the types that are generated', () => {
  expect(applied([recipe('operation')], readOwn).size).toBe(3)
  expect(applied([recipe('domain')], readOwn).size + 1).toBeLessThanOrEqual(14)
})

describe.each(recipes)('the recipe of $name', (one) => {
  test('fits the sources as they are: each place is there once, each new file is new', () => {
    const files = applied([one], readOwn)
    expect(files.size).toBeGreaterThan(0)
    for (const [file, text] of files) {
      expect(text).not.toBe(readOwn(file))
      if (file.endsWith('.json')) expect(() => JSON.parse(text), file).not.toThrow()
    }
    for (const path of one.tests) expect(files.has(path) || existsSync(path) || isIn(files, path), path).toBe(true)
  })
})

const isIn = (files: Map<string, string>, folder: string) =>
  [...files.keys()].some((file) => file.startsWith(`${folder}/`))
