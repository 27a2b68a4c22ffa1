import { insertLines } from '#server/access/audit.queries.ts'
import type { Db } from '#server/db/db.ts'
import { portions } from '#server/db/portions.ts'
import { publish } from '#server/outbox/events.ts'
import { linkByPhone, lockPhonesOf } from '#server/people/parents/invitations.queries.ts'
import { admit, changeClasses } from '#server/people/students/admission.queries.ts'
import {
  type Charging,
  chargeSeatsOf,
  giveBackSeats,
  lockStudents,
  type NewSeat,
} from '#server/platform/payments/seats.queries.ts'
import { storeRecords } from './records.queries.ts'
import { changeStudents, type Effect, keepEffects, keepFormer, seatsOfToday, type StoredRow } from './store.queries.ts'

/** The changes of these rows and the people concerned, published together. */
type Happened = {
  moved: Map<string, string[]>
  /** Phone numbers of guardians, each waiting until its person agrees or confirms it. */
  invited: string[]
  /** Students whose money or links have changed. */
  audited: Set<string>
}

type Import = { id: string; charging: Charging; isPaid: boolean }
type Storing = Import & { happened: Happened }

/** Stores rows of an import and publishes what they changed. The school and the classes must already be locked. */
export async function storeRows(db: Db, stored: Import, rows: StoredRow[]) {
  if (rows.length === 0) return
  const storing = { ...stored, happened: { moved: new Map(), invited: [], audited: new Set<string>() } }
  await lockPhonesOf(
    db,
    rows.flatMap(({ guardians }) => guardians),
  )
  await lockStudents(
    db,
    stored.charging.schoolId,
    rows.flatMap(({ studentId }) => studentId ?? []),
  )
  const effects = [
    ...(await added(
      db,
      storing,
      rows.filter(({ outcome }) => outcome === 'add'),
    )),
    ...(await changed(
      db,
      storing,
      rows.filter(({ outcome }) => outcome === 'change'),
    )),
  ]
  await linked(db, storing, rows, effects)
  const key = { schoolId: stored.charging.schoolId, id: storing.id }
  await keepEffects(db, key, effects)
  const ofRecords = rows.flatMap(({ row, hasRecord }) => (hasRecord ? [row] : []))
  if (ofRecords.length > 0) await storeRecords(db, key, ofRecords, storing.charging.today)
  await publishAll(db, storing)
}

/** What was done, together with the seats that were charged or given back. */
function seated(effects: Effect[], seats: NewSeat[]) {
  const seatOf = new Map(seats.map(({ id, studentId }) => [studentId, id]))
  return effects.map((effect) => ({ ...effect, seat_id: seatOf.get(effect.student_id) ?? effect.seat_id }))
}

const effectOf = (row: StoredRow, studentId: string, was: boolean): Effect => ({
  row: row.row,
  student_id: studentId,
  was,
  link_ids: [],
  invitation_ids: [],
})

async function added(db: Db, { charging, isPaid, happened }: Storing, rows: StoredRow[]) {
  if (rows.length === 0) return []
  const admitted = await admit(
    db,
    charging,
    rows.map((row) => ({ ...row, classRoomId: row.classRoomId!, isPaid: row.isPaid ?? isPaid })),
  )
  const effects = rows.map((row, nth) => effectOf(row, admitted[nth]!.id, false))
  const paid = effects.filter((_, nth) => rows[nth]!.isPaid ?? isPaid).map(({ student_id }) => student_id)
  const { seats } = await chargeSeatsOf(db, charging, paid)
  for (const id of paid) happened.audited.add(id)
  return seated(effects, seats)
}

async function changed(db: Db, { id, charging, happened }: Storing, rows: StoredRow[]) {
  if (rows.length === 0) return []
  const numbers = rows.map(({ row }) => row)
  const key = { schoolId: charging.schoolId, id }
  await keepFormer(db, key, numbers)
  await changeStudents(db, key, numbers, charging.today)

  const moving = rows
    .filter(({ changes }) => changes.includes('className'))
    .map((row) => ({ id: row.studentId!, classRoomId: row.classRoomId! }))
  const joined = await changeClasses(db, charging, moving)
  for (const { id: studentId, classRoomId } of moving)
    happened.moved.set(classRoomId, [...(happened.moved.get(classRoomId) ?? []), studentId])

  const switched = rows.filter(({ changes }) => changes.includes('isPaid'))
  const [paid, unpaid] = [true, false].map((is) =>
    switched.filter(({ isPaid }) => isPaid === is).map(({ studentId }) => studentId!),
  ) as [string[], string[]]
  const givenBack = await seatsOfToday(db, key.schoolId, unpaid, charging.today)
  const { seats } = await chargeSeatsOf(db, charging, paid)
  const effects = seated(
    rows.map((row) => effectOf(row, row.studentId!, true)),
    [...givenBack, ...seats],
  )
  await giveBackSeats(db, charging, unpaid)
  for (const { studentId } of switched) happened.audited.add(studentId!)

  const memberships = new Map(joined.map((one) => [one.studentId, one]))
  return effects.map((effect) => {
    const { leftId, joinedId } = memberships.get(effect.student_id) ?? {}
    return { ...effect, ...(joinedId && { joined_id: joinedId, left_id: leftId }) }
  })
}

/** Links guardians by their phones, without revealing whether a phone has an account. */
async function linked(db: Db, { charging, happened }: Storing, rows: StoredRow[], effects: Effect[]) {
  const byRow = new Map(effects.map((effect) => [effect.row, effect]))
  const guardians = rows.flatMap(({ row, guardians: own }) =>
    own.map((guardian) => ({ ...guardian, studentId: byRow.get(row)!.student_id })),
  )
  if (guardians.length === 0) return
  const made = await linkByPhone(db, { ...charging, asking: true }, guardians)
  const byStudent = new Map(effects.map((effect) => [effect.student_id, effect]))
  for (const { id, studentId } of made.waiting) byStudent.get(studentId)!.invitation_ids.push(id)
  for (const { studentId } of guardians) happened.audited.add(studentId)
  happened.invited.push(...made.waiting.map(({ id }) => id))
}

/** Publishes what happens after the commit, and writes the audit lines of money and links (api.md §8.6, §13). */
async function publishAll(db: Db, { id, charging, happened }: Storing) {
  const { moved, invited, audited } = happened
  const by = { schoolId: charging.schoolId, actorId: charging.actorId }
  for (const [classRoomId, studentIds] of moved)
    await publish(db, { event: 'class changed', ...by, payload: { classRoomId, studentIds } })
  for (const invitationIds of portions(invited))
    await publish(db, { event: 'parents invited', ...by, payload: { invitationIds } })
  await auditStudents(db, by, 'Import/Start', id, [...audited])
}

type By = { schoolId: string; actorId: string }

const lineOf = ({ schoolId, actorId }: By, operation: string, importId: string) =>
  ({ personId: actorId, operation, outcome: 'done', schoolId, requestId: importId }) as const

/** Writes the audit line of the import itself. */
export const auditImport = (db: Db, by: By, operation: string, importId: string) =>
  insertLines(db, [{ ...lineOf(by, operation, importId), targetKind: 'import', targetId: importId }])

/** Writes one audit line per student whose money or links an import changed. */
export async function auditStudents(
  db: Db,
  by: By,
  operation: string,
  importId: string,
  studentIds: readonly string[],
) {
  for (const some of portions(studentIds))
    await insertLines(
      db,
      some.map((id) => ({ ...lineOf(by, operation, importId), targetKind: 'student', targetId: id })),
    )
}
