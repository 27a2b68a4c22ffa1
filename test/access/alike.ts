import { now } from '#test/world/clock.ts'
import type { Call } from './call.ts'

/** Field → the groups of people who read null while others read a value of the same row; `own` if everybody reads their own value. */
export type Differences = Record<string, string>

type Object = Record<string, unknown>

/**
 * Checks that a row is answered in the same way to everybody who names the same. Fields hidden from some people are listed one by one. Fields with a
 * person's own data differ and are listed as such.
 */
export function differences(calls: Call[]): Differences {
  const withheld = new Map<string, Set<string>>()
  const given = new Map<string, Set<string>>()
  const own = new Set<string>()
  for (const alike of bySubject(calls).values())
    for (const [field, answers] of alike) {
      const full = answers.filter(({ value }) => value !== 'null')
      if (full.length === 0) continue
      if (full.some(({ value }) => value !== full[0]!.value)) own.add(field)
      if (full.length === answers.length) continue
      for (const { group, value } of answers) {
        const known = value === 'null' ? withheld : given
        known.set(field, (known.get(field) ?? new Set()).add(group))
      }
    }
  const masked = [...withheld].map(([field, without]) => [field, worded(without, given.get(field)!)] as const)
  return Object.fromEntries(
    [...masked, ...[...own].map((field) => [`${field}≠`, 'own'] as const)].toSorted((a, b) => (a[0] < b[0] ? -1 : 1)),
  )
}

const worded = (without: Set<string>, given: Set<string>) =>
  without.size <= given.size ? `not ${[...without].sort().join(' ')}` : `only ${[...given].sort().join(' ')}`

type Read = { group: string; value: string }

/** What a row's `may` says is compared with the answers of the writes elsewhere (test/access/may.test.ts). */
const withoutMay = (text: string): unknown => JSON.parse(text, (key, value) => (key === 'may' ? undefined : value))

/** Audit lines of reads are stored a moment later, and so between two calls that are compared. */
const grows = (path: string, field = '') =>
  path === 'Audit/GetPlatformLines' || (path === 'Audit/GetStudentReaders' && field === 'times')

/** For each body and row: each field with what everybody read there. */
function bySubject(calls: Call[]) {
  const subjects = new Map<string, Map<string, Read[]>>()
  for (const { answer, about, group, operation } of calls) {
    if (answer.status !== 200 || grows(operation.path)) continue
    for (const { key, path, row } of objectsIn(withoutMay(answer.text), '')) {
      const subject = `${about} ${path} ${key}`
      const fields = subjects.get(subject) ?? new Map<string, Read[]>()
      subjects.set(subject, fields)
      const compared = plainFields(row, path).filter(({ field }) => !grows(operation.path, field))
      for (const { field, value } of compared) {
        const reads = fields.get(field) ?? []
        reads.push({ group, value: isNow(value) ? 'now' : JSON.stringify(value) })
        fields.set(field, reads)
      }
    }
  }
  return subjects
}

/** The fields of a row that hold no other object, each with its place. */
const plainFields = (row: Object, path: string) =>
  Object.entries(row)
    .filter(([, value]) => typeof value !== 'object' || value === null)
    .map(([name, value]) => ({ field: path ? `${path}.${name}` : name, value }))

const began = now() - 60_000

/** Whether a value is a moment during this run. */
const isNow = (value: unknown) =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(value) && Date.parse(value) > began

/** Every object of an answer, with its place and what distinguishes it from others there. */
function objectsIn(value: unknown, path: string): { key: string; path: string; row: Object }[] {
  if (Array.isArray(value)) return value.flatMap((one) => objectsIn(one, path))
  if (typeof value !== 'object' || value === null) return []
  const row = value as Object
  const inside = Object.entries(row).flatMap(([name, field]) =>
    typeof field === 'object' && field !== null ? objectsIn(field, path ? `${path}.${name}` : name) : [],
  )
  return [{ key: keyOf(row), path, row }, ...inside]
}

const keyOf = (row: Object) =>
  'id' in row && typeof row.id === 'string'
    ? row.id
    : Object.entries(row)
        .filter(([name, value]) => typeof value === 'string' && /(Id|^date|^key)$/i.test(name))
        .map(([, value]) => value)
        .join(' ')
