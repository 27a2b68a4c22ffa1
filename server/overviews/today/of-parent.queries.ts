import { type RawBuilder, sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'

/**
 * The schools of a parent's children. If there is only one, it is given as a value, so that every part of a statement can use
 * it.
 */
export type Schools = { one: string } | { several: readonly string[] }

export const amongThem = (column: string, schools: Schools) =>
  'one' in schools
    ? sql<boolean>`${sql.ref(column)} = ${schools.one}`
    : sql<boolean>`${sql.ref(column)} = any(${schools.several}::uuid[])`

/** The school for a sub-select: the value, or the column of the outer row. */
export const schoolIn = (schools: Schools, column: string) =>
  'one' in schools ? sql`${schools.one}::uuid` : sql.ref(column)

/** A statement about the children of a parent, prepared in two forms: for one school and for several schools. */
export function ofParent<Row>(build: (parentId: string, schools: Schools) => RawBuilder<Row>) {
  const ofOne = fixed((parentId: string, school: string) => build(parentId, { one: school }))
  const ofSeveral = fixed((parentId: string, several: readonly string[]) => build(parentId, { several }))
  return (parentId: string, schools: readonly string[]) =>
    schools.length === 1 ? ofOne(parentId, schools[0]!) : ofSeveral(parentId, schools)
}
