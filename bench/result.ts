import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { Machine } from './machine.ts'

/** A run that was kept: on which machine, with how many schools, and what it found. */
export type Result<Found> = { kind: string; machine: Machine; schools: number; loadAfter: number[]; found: Found }

const folder = fileURLToPath(new URL('results', import.meta.url))

/** Keeps a result under the kind of its run; the newer takes the place of the older. */
export function keep<Found>(result: Result<Found>) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}/${result.kind}.json`, `${JSON.stringify(result, null, 2)}\n`)
}

export const kept = () =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .sort()
    .map((name) => JSON.parse(readFileSync(`${folder}/${name}`, 'utf8')) as Result<never>)
