import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { operations } from '#server/operations.ts'
import { document, type Kept } from './table.ts'

const kept = new URL('./matrix.json', import.meta.url)
const page = new URL('../../docs/access.md', import.meta.url)

/** What was reviewed of the operations of a table; with RENEW_MATRIX set they are written anew first. */
export function reviewed(table: Kept): Kept {
  if (process.env.RENEW_MATRIX) renew(table)
  const whole = wholeTable()
  return Object.fromEntries(Object.keys(table).flatMap((path) => (whole[path] ? [[path, whole[path]]] : [])))
}

/** The whole table, and the page that shows it to people, as they were reviewed. */
export const wholeTable = (): Kept => (existsSync(kept) ? JSON.parse(readFileSync(kept, 'utf8')) : {})

export const wholePage = (): string => (existsSync(page) ? readFileSync(page, 'utf8') : '')

function renew(table: Kept) {
  const whole = { ...wholeTable(), ...table }
  const ordered = operations.flatMap(({ path }) => (whole[path] ? [[path, whole[path]] as const] : []))
  const now: Kept = Object.fromEntries(ordered)
  writeFileSync(kept, `${JSON.stringify(now, null, 1)}\n`)
  writeFileSync(page, document(now))
}
