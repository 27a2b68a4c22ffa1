import { readFileSync } from 'node:fs'

/** The lines of a text that lies beside: what the proof turns, and what it knows of it. */
export const linesOf = (file: string): string[] =>
  readFileSync(new URL(file, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '')
