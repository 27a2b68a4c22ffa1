import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sources } from './architecture.ts'

const sizes = ['max-lines-per-function', 'complexity', 'max-depth', 'no-nested-ternary'] as const

type Size = (typeof sizes)[number]
type Override = { files: string[]; rules: Partial<Record<Size, 'off'>> }
type Settings = { rules: Record<Size, unknown>; overrides: Override[]; ignorePatterns: string[] }

/** The settings of the linter, whose comments have lines of their own. */
const { rules, overrides, ignorePatterns } = JSON.parse(
  readFileSync('.oxlintrc.json', 'utf8').replace(/^\s*\/\/.*$/gm, ''),
) as Settings

const isTests = ({ files }: Override) => files.every((file) => file.includes('*'))
const exceptions = overrides
  .filter((one) => !isTests(one))
  .flatMap((one) => Object.keys(one.rules).flatMap((rule) => one.files.map((file) => `${file} ${rule}`)))

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
        overrides: overrides.filter(isTests),
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
  'max-lines-per-function': 22,
  complexity: 16,
  'max-depth': 5,
  'no-nested-ternary': 24,
}

test.each(sizes)('no more files than before are excepted from %s', (size) => {
  expect(exceptions.filter((one) => one.endsWith(` ${size}`)).length).toBeLessThanOrEqual(atMost[size])
})

test('no line switches a measure off beside the list of exceptions', () => {
  const switched = sources().filter(({ text }) =>
    text.split('\n').some((line) => line.includes('oxlint-disable') && sizes.some((size) => line.includes(size))),
  )
  expect(switched.map(({ file }) => file).filter((file) => file !== 'test/house/sizes.test.ts')).toEqual([])
})
