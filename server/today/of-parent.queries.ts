import { type RawBuilder, sql } from 'kysely'
import { fixed } from '#server/db/compiled.ts'

/** Where a parent's children are: the school by its value where it is one, so that all of a statement is read by it. */
export type Schools = { one: string } | { several: readonly string[] }

export const amongThem = (column: string, schools: Schools) =>
  'one' in schools
    ? sql<boolean>`${sql.ref(column)} = ${schools.one}`
    : sql<boolean>`${sql.ref(column)} = any(${schools.several}::uuid[])`

/** The school of what a sub-select finds, beside a row that has it in a column. */
export const schoolIn = (schools: Schools, column: string) =>
  'one' in schools ? sql`${schools.one}::uuid` : sql.ref(column)

/** A statement about the children of a parent, written once for those of one school and once for those of several. */
export function ofParent<Row>(build: (parentId: string, schools: Schools) => RawBuilder<Row>) {
  const ofOne = fixed((parentId: string, school: string) => build(parentId, { one: school }))
  const ofSeveral = fixed((parentId: string, several: readonly string[]) => build(parentId, { several }))
  return (parentId: string, schools: readonly string[]) =>
    schools.length === 1 ? ofOne(parentId, schools[0]!) : ofSeveral(parentId, schools)
}
