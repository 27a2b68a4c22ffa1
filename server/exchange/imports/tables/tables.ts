import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { auditStaff, publishTeaching } from '#server/exchange/imports/store/teaching-given.ts'
import { bringOpenings, takeBackOpenings } from '#server/money/fees/openings.rules.ts'
import { inviteStaff } from '#server/people/teachers/staff-invitations.rules.ts'
import { broughtWith, keepBrought } from './balances.queries.ts'
import { type BalanceRow, decideBalances } from './decide-balances.ts'
import { storeCourses, takeBackCourses } from './courses.queries.ts'
import { type CourseRow, type DecidedRow, decideCourses, decideStaff, type PersonRow } from './decide.ts'
import { storeDecided, storeSamePeople } from './plans.queries.ts'
import { extendInvitations, giveTeaching, keepInvited, takeBackStaff } from './staff.queries.ts'
import type { TableKind } from './table-kinds.ts'

/** An import of staff, courses or balances, and the person who makes it. */
export type TableImport = {
  importId: string
  schoolId: string
  kind: TableKind
  by: Holder
}

const keyOf = ({ importId, schoolId }: TableImport): ImportKey => ({ schoolId, id: importId })

/** Decides for every row of a table what will happen to it in the present state of the school. */
export async function classifyTable(db: Db, table: TableImport) {
  const key = keyOf(table)
  const decided = await decideTable(db, table)
  await storeDecided(
    db,
    key,
    decided.map(({ row, outcome, problems }) => ({ row, outcome, problems })),
  )
  return decided
}

function decideTable(db: Db, table: TableImport): Promise<DecidedRow[]> {
  if (table.kind === 'courses') return decideCourses(db, keyOf(table))
  return table.kind === 'staff' ? decideStaff(db, table) : decideBalances(db, table)
}

/**
 * Decides that rows with the phone number or address of a known person, but another name, mean this person: the given row, or all such rows.
 * Returns how many were decided.
 */
export async function decideSamePerson(db: Db, table: TableImport, row?: number) {
  const decided = await (table.kind === 'staff' ? decideStaff(db, table) : [])
  const same = decided.flatMap((one) =>
    one.doubted && (row === undefined || one.row === row) ? [{ row: one.row, id: one.doubted }] : [],
  )
  await storeSamePeople(db, keyOf(table), same)
  return same.length
}

/** Who carries an import out or takes it back, and on which day of the school. */
export type TableBy = { actorId: string; today: string }

/** Stores all rows of a table that was just classified. */
export async function storeTable(
  db: Db,
  table: TableImport,
  decided: readonly DecidedRow[],
  { actorId, today }: TableBy,
) {
  const { schoolId, kind } = table
  const key = keyOf(table)
  if (kind === 'balances') {
    const rows = decided.filter((one): one is BalanceRow => one.outcome === 'add')
    const openings = rows.map(({ opening }) => opening)
    return keepBrought(db, key, await bringOpenings(db, { schoolId, today, personId: actorId }, openings))
  }
  if (kind === 'courses') {
    const rows = decided.filter((one): one is CourseRow => one.outcome === 'add')
    const made = rows.map(({ row, course: { name, languageId, description } }) => ({
      row,
      id: newId(),
      name,
      languageId,
      description,
    }))
    return storeCourses(db, key, made)
  }
  const rows = decided.filter((one): one is PersonRow => one.outcome === 'add' || one.outcome === 'change')
  const invited = await invite(db, table, rows, actorId)
  const extended = rows.flatMap(({ row, of, added: teaching }) =>
    of && 'invitationId' in of ? [{ row, id: of.invitationId, teaching }] : [],
  )
  await extendInvitations(db, key, extended)
  const taught = rows.flatMap(({ row, of, added }) =>
    of && 'teacherId' in of ? [{ row, teacherId: of.teacherId, teaching: added }] : [],
  )
  await giveTeaching(db, key, taught)
  const made = taught.flatMap(({ teacherId, teaching }) =>
    teaching.map(({ courseId, classRoomId }) => ({ teacherId, courseId, ...(classRoomId && { classRoomId }) })),
  )
  const by = { schoolId, actorId, importId: table.importId }
  await publishTeaching(db, { ...by, linked: true }, made)
  const ids = [...new Set([...invited, ...extended.map(({ id }) => id)])]
  await auditStaff(db, by, 'Import/Start', { kind: 'staff invitation', ids })
}

/** Invites people who are new to the school, each with everything that their rows name. Returns their invitations. */
async function invite(db: Db, table: TableImport, rows: readonly PersonRow[], actorId: string) {
  const added = rows.filter(({ of }) => of === null)
  const invited = added.map(({ row, person: { name, phone, email, roleId = null } }) => ({
    teacherName: name,
    phoneNumber: phone,
    email,
    roleId,
    teaching: rows.flatMap(({ row: own, of, added: some }) =>
      own === row || (of && 'row' in of && of.row === row) ? some : [],
    ),
  }))
  const { stored } = await inviteStaff(db, { schoolId: table.schoolId, actorId }, invited)
  await keepInvited(
    db,
    keyOf(table),
    stored.map(({ n, id }) => ({ row: added[n]!.row, id })),
  )
  return stored.map(({ id }) => id)
}

/** Takes back what an import of a table did and notifies those who now teach less. Returns false if something newer depends on it. */
export async function takeBackTable(db: Db, key: ImportKey, kind: TableImport['kind'], { actorId, today }: TableBy) {
  if (kind === 'courses') return takeBackCourses(db, key)
  if (kind === 'balances') {
    const by = { schoolId: key.schoolId, today, personId: actorId }
    return takeBackOpenings(db, by, await broughtWith(db, key))
  }
  const done = await takeBackStaff(db, key)
  if (!done) return false
  const by = { schoolId: key.schoolId, actorId, importId: key.id }
  await publishTeaching(db, { ...by, linked: false }, done.teaching)
  await auditStaff(db, by, 'Import/Undo', { kind: 'staff invitation', ids: done.invitationIds })
  return true
}
