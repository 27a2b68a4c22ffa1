import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './architecture.ts'
import { exceptedFrom, isOfTests, linter, type Size, sizes } from './sizes.ts'

const { rules, overrides, ignorePatterns } = linter
const exceptions = sizes.flatMap((size) => exceptedFrom(size).map((file) => `${file} ${size}`))

/** What the linter measures where nothing is excepted. */
function measured() {
  const folder = mkdtempSync(join(tmpdir(), 'sizes-'))
  try {
    const config = join(folder, 'sizes.json')
    writeFileSync(
      config,
      JSON.stringify({
        plugins: [],
        categories: { correctness: 'off' },
        rules: Object.fromEntries(sizes.map((size) => [size, rules[size]])),
        overrides: overrides.filter(isOfTests),
        ignorePatterns,
      }),
    )
    const { stdout } = spawnSync(
      process.execPath,
      ['node_modules/oxlint/bin/oxlint', '--config', config, '--format=json'],
      { encoding: 'utf8', maxBuffer: 16 * 1024 * 1024 },
    )
    const { diagnostics, number_of_files: files } = JSON.parse(stdout) as {
      diagnostics: { code: string; filename: string }[]
      number_of_files: number
    }
    expect(files).toBeGreaterThan(1000)
    return diagnostics.map(({ code, filename }) => `${filename} ${/\((.+)\)/.exec(code)![1]}`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the linter measures every function but those that are still excepted, and none is excepted that fits', () => {
  expect(exceptions.toSorted()).toEqual([...new Set(measured())].toSorted())
})

/** How many files are excepted still. These numbers only go down. */
const atMost: Record<Size, number> = {
  'max-lines-per-function': 19,
  complexity: 4,
  'max-depth': 0,
  'no-nested-ternary': 0,
}

test.each(sizes)('no more files than before are excepted from %s', (size) => {
  expect(exceptedFrom(size).length).toBeLessThanOrEqual(atMost[size])
})

test('no line switches a measure off beside the list of exceptions', () => {
  const switched = sources().filter(({ text }) =>
    text.split('\n').some((line) => line.includes('oxlint-disable') && sizes.some((size) => line.includes(size))),
  )
  expect(switched.map(({ file }) => file).filter((file) => file !== 'test/house/sizes.test.ts')).toEqual([])
})
