import { readFileSync } from 'node:fs'

/** What the linter measures of functions. */
export const sizes = ['max-lines-per-function', 'complexity', 'max-depth', 'no-nested-ternary'] as const

export type Size = (typeof sizes)[number]

type Override = { files: string[]; rules: Partial<Record<Size, 'off'>> }

/** The settings of the linter, whose comments have lines of their own. */
export const linter = JSON.parse(readFileSync('.oxlintrc.json', 'utf8').replace(/^\s*\/\/.*$/gm, '')) as {
  rules: Record<Size, unknown>
  overrides: Override[]
  ignorePatterns: string[]
}

export const isOfTests = ({ files }: Override) => files.every((file) => file.includes('*'))

/** The files that are excepted from a measure. */
export const exceptedFrom = (size: Size) =>
  linter.overrides.filter((one) => !isOfTests(one) && size in one.rules).flatMap(({ files }) => files)
