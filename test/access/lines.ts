import { readFileSync } from 'node:fs'

/** The lines of a text file in this folder: what the proof mutates, and what it knows about that. */
export const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
