import type { Operation, OutputOf } from '#contract/language/operation.ts'
import { toWire } from '#contract/language/wire-names.ts'
import type { Db } from '#server/db/db.ts'
import { changeRow, type RowAt, lockRow } from '#server/db/change-row.ts'
import { changedMeanwhile, found, invalid, Refusal } from '#server/base/errors.ts'
import { step } from '#server/db/savepoint.ts'
import { refusalOfDatabase } from './refusals.ts'

type Edit<Row> = RowAt & {
  baseVersion: Version
  /** Columns to write; undefined leaves a column unchanged, null clears it (api.md §5.4). */
  changes: Record<string, unknown>
  /** Fields that are accepted only if they are equal to the stored values, as they were sent (api.md §5.3). */
  equal?: Record<string, unknown>
  /** Throws a refusal for changes that the stored row does not allow. */
  validate?: (stored: Row) => unknown
  /** Changes dependent rows and returns how many. If there are any, the version of the row increases too. */
  further?: (stored: Row) => Promise<number>
  /** Reads the row as the operation returns it. */
  read: () => Promise<Row | undefined>
}

/**
 * Edits one row: locks it, compares its version with the one on which the change is based, writes it and returns it (api.md
 * §5.4, §8.7). Throws 409 with the stored row if another person has changed it in the meantime.
 */
export async function edited<O extends Operation>(
  db: Db,
  operation: O,
  { table, schoolId, id, baseVersion, changes, equal = {}, validate, further, read }: Edit<OutputOf<O>>,
): Promise<OutputOf<O>> {
  const version = await lockRow(db, { table, schoolId, id })
  const stored = found(await read())
  mustEqual(equal, stored as Record<string, unknown>)
  await validate?.(stored)
  await mustBeCurrent(baseVersion, version, () => toWire(operation.output, stored, { aliases: true }))

  const changed = await changeRow(db, { table, schoolId, id }, changes, ((await further?.(stored)) ?? 0) > 0)
  return changed === 0 ? stored : found(await read())
}

type Version = number | null | undefined

/** Whether a change is based on another version than the stored one. A change without a version is never stale. */
export const isStale = (baseVersion: Version, stored: number) => baseVersion != null && baseVersion !== stored

/** Throws 409 for a stale change. `current`: the stored row, as the operation returns it (api.md §8.7). */
export async function mustBeCurrent(baseVersion: Version, stored: number, current?: () => unknown) {
  if (isStale(baseVersion, stored)) throw changedMeanwhile(current && { current: await current() })
}

/** Throws a refusal if a field differs from the stored value (api.md §5.3). */
function mustEqual(sent: Record<string, unknown>, stored: Record<string, unknown>) {
  for (const [field, value] of Object.entries(sent))
    if (value != null && value !== stored[field]) {
      const sentence = places.includes(field) ? 'Invalid input' : 'This field cannot be changed here'
      throw invalid(sentence, field)
    }
}

/** Fields that say where a row belongs. They cannot be changed, so a different value is refused as a contradiction. */
const places = ['schoolId', 'classRoomId']

/**
 * Stores several rows, all or none (api.md §8.8). Every element is tried, so that the refusal names all invalid ones as
 * `items[index].field`. Its sentence is the one of the first invalid element. `store` stores one element and returns its row.
 */
export async function eachOf<Item, Row>(
  db: Db,
  items: readonly Item[],
  store: (item: Item) => Promise<Row>,
): Promise<Row[]> {
  const rows: Row[] = []
  const refusals: [number, Refusal][] = []
  for (const [index, item] of items.entries())
    try {
      rows.push(await step(db, () => store(item)))
    } catch (problem) {
      const refused = problem instanceof Refusal ? problem : refusalOfDatabase(problem)
      if (!refused || refused.status >= 500) throw problem
      refusals.push([index, refused])
    }
  if (refusals.length > 0) throw refusedTogether(refusals)
  return rows
}

/** Combines the refusals of several elements: the sentence of the first, and the errors of all by position (api.md §8.8). */
export function refusedTogether(refusals: [number, Refusal][]) {
  const { status, code, message, current } = refusals[0]![1]
  const errors = Object.assign({}, ...refusals.map(errorsOf))
  return new Refusal(status, code, message, { errors, ...(current !== undefined && { current }) })
}

const errorsOf = ([index, { message, errors, field }]: [number, Refusal]) =>
  errors
    ? Object.fromEntries(Object.entries(errors).map(([name, sentences]) => [`items[${index}].${name}`, sentences]))
    : { [field ? `items[${index}].${field}` : `items[${index}]`]: [message] }
