import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Machine } from './machine.ts'

/** A stored run: the machine, the number of schools, and the result. */
export type Result<Found> = { kind: string; machine: Machine; schools: number; loadAfter: number[]; found: Found }

const folder = fileURLToPath(new URL('results', import.meta.url))

/** Stores a result under its kind, and replaces the previous one. */
export function storeResult<Found>(result: Result<Found>) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${result.kind}.json`, `${JSON.stringify(result, null, 2)}\n`)
}

export const storedResults = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Result<never>)
