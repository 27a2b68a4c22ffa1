import { actAs } from '#server/access/authorise.queries.ts'
import { insertLines } from '#server/access/audit.queries.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { civilDay } from '#server/days.ts'
import type { Db } from '#server/db/db.ts'
import { portions } from '#server/db/portions.ts'
import { publish } from '#server/outbox/events.ts'
import { acceptMissed, linkByPhone } from '#server/parents/invitations.queries.ts'
import { admit, changeClasses, lockedRooms } from '#server/students/admission.queries.ts'
import { coinsChanged } from '#server/payments/coins.rules.ts'
import { type Charging, chargeSeats, giveBackSeats, lockStudents } from '#server/students/seats.queries.ts'
import { countRows, classifyRows } from '#server/imports/check/check.queries.ts'
import { positionsIn } from '#server/imports/check/positions.ts'
import {
  changeStudents,
  classesEntered,
  type Effect,
  type Job,
  keepEffects,
  keepFormer,
  rowsToStore,
  seatsChargedNow,
  seatsOfToday,
  settle,
  type StoredRow,
  takeTurns,
  startedImport,
} from './store.queries.ts'

/** How many rows are done between two reports of the progress; a report ends the work when the worker is to stop. */
export type Progress = { atOnce: number; tell: (rows: number) => Promise<void>; now: Date }

/** The changes and their people, published once everything is stored. */
type Happened = {
  coins: number
  moved: Map<string, string[]>
  links: { studentId: string; parentId: string }[]
  /** Students whose money or links were changed. */
  audited: Set<string>
}

/**
 * Stores an import in the transaction that locks it, or gives it back as a draft when the school changed since the
 * preview: exactly what the caller agreed to is stored.
 */
export async function storeImport(db: Db, { id, schoolId }: Job, { atOnce, tell, now }: Progress) {
  await seeOnly(db, { schools: [schoolId] })
  await takeTurns(db)
  const started = await startedImport(db, id)
  await actAs(db, started.startedBy)
  await lockedRooms(db, schoolId, await classesEntered(db, id))

  await classifyRows(db, { importId: id, schoolId, rights: started.rights, positions: positionsIn(started.columns) })
  if ((await countRows(db, id, schoolId)) !== started.counts)
    return settle(db, id, 'draft', { reason: 'The school has changed meanwhile; please look at the preview again' })

  const charging = { schoolId, actorId: started.startedBy, today: civilDay(now, started.timeZone) }
  const happened: Happened = { coins: 0, moved: new Map(), links: [], audited: new Set() }
  let stored = 0
  for (let after = 0; ; ) {
    const rows = await rowsToStore(db, id, after, atOnce)
    if (rows.length === 0) break
    await storeRows(db, { id, charging, isPaid: started.isPaid, happened }, rows)
    after = rows.at(-1)!.row
    stored += rows.length
    await tell(stored)
  }
  happened.links.push(...(happened.links.length > 0 || stored > 0 ? await acceptMissed(db, schoolId) : []))
  await publishAll(db, charging, happened, id)
  return settle(db, id, 'done', { finished: true })
}

type Storing = { id: string; charging: Charging; isPaid: boolean; happened: Happened }

async function storeRows(db: Db, storing: Storing, rows: StoredRow[]) {
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
  const studentIds = effects.map((effect) => effect.student_id)
  await keepEffects(db, storing.id, seated(effects, await seatsChargedNow(db, studentIds)))
}

/** What was done, with the seats that were charged or given back by it. */
function seated(effects: Effect[], seats: { id: string; studentId: string }[]) {
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
    rows.map((row) => ({ ...row, isPaid: row.isPaid ?? isPaid })),
  )
  const effects = rows.map((row, nth) => effectOf(row, admitted[nth]!.id, false))
  const paid = effects.filter((_, nth) => rows[nth]!.isPaid ?? isPaid).map(({ student_id }) => student_id)
  happened.coins += await chargeSeats(db, charging, paid)
  for (const id of paid) happened.audited.add(id)
  return effects
}

async function changed(db: Db, { id, charging, happened }: Storing, rows: StoredRow[]) {
  if (rows.length === 0) return []
  const numbers = rows.map(({ row }) => row)
  const studentIds = rows.map(({ studentId }) => studentId!)
  await lockStudents(db, charging.schoolId, studentIds)
  await keepFormer(db, id, numbers)
  await changeStudents(db, id, numbers, charging.today)

  const moving = rows.filter(({ changes }) => changes.includes('className'))
  const joined = await changeClasses(
    db,
    charging,
    moving.map(({ studentId, classRoomId }) => ({ id: studentId!, classRoomId })),
  )
  for (const { studentId, classRoomId } of moving)
    happened.moved.set(classRoomId, [...(happened.moved.get(classRoomId) ?? []), studentId!])

  const switched = rows.filter(({ changes }) => changes.includes('isPaid'))
  const [paid, unpaid] = [true, false].map((is) =>
    switched.filter(({ isPaid }) => isPaid === is).map(({ studentId }) => studentId!),
  ) as [string[], string[]]
  const effects = seated(
    rows.map((row) => effectOf(row, row.studentId!, true)),
    await seatsOfToday(db, unpaid, charging.today),
  )
  happened.coins += await chargeSeats(db, charging, paid)
  happened.coins += await giveBackSeats(db, charging, unpaid)
  for (const { studentId } of switched) happened.audited.add(studentId!)

  const memberships = new Map(joined.map((one) => [one.studentId, one]))
  return effects.map((effect) => {
    const { leftId, joinedId } = memberships.get(effect.student_id) ?? {}
    return { ...effect, ...(joinedId && { joined_id: joinedId, left_id: leftId }) }
  })
}

/** Guardians by their phones; nobody learns whether one is linked at once or waits. */
async function linked(db: Db, { charging, happened }: Storing, rows: StoredRow[], effects: Effect[]) {
  const byRow = new Map(effects.map((effect) => [effect.row, effect]))
  const guardians = rows.flatMap(({ row, guardians: own }) =>
    own.map((guardian) => ({ ...guardian, studentId: byRow.get(row)!.student_id })),
  )
  if (guardians.length === 0) return
  const made = await linkByPhone(db, charging, guardians)
  const byStudent = new Map(effects.map((effect) => [effect.student_id, effect]))
  for (const { id, studentId } of made.linked) byStudent.get(studentId)!.link_ids.push(id)
  for (const { id, studentId } of made.waiting) byStudent.get(studentId)!.invitation_ids.push(id)
  for (const { studentId } of guardians) happened.audited.add(studentId)
  happened.links.push(...made.linked.map(({ studentId, parentId }) => ({ studentId, parentId })))
}

/** What follows the commit, and the audit lines of money and links (api.md §8.6, §13). */
async function publishAll(db: Db, charging: Charging, { coins, moved, links, audited }: Happened, importId: string) {
  const by = { schoolId: charging.schoolId, actorId: charging.actorId }
  if (coins > 0) await coinsChanged(db, by)
  for (const [classRoomId, studentIds] of moved)
    await publish(db, { event: 'class changed', ...by, payload: { classRoomId, studentIds } })
  for (const some of portions(links))
    await publish(db, { event: 'parent link', ...by, payload: { links: some, linked: true } })
  await auditStudents(db, by, 'Import/Start', importId, [...audited])
}

/** One line of the import, and one of each student whose money or links it wrote. */
export async function auditStudents(
  db: Db,
  { schoolId, actorId }: { schoolId: string; actorId: string },
  operation: string,
  importId: string,
  studentIds: readonly string[],
) {
  const line = { personId: actorId, operation, outcome: 'done', schoolId, requestId: importId }
  await insertLines(db, [{ ...line, targetKind: 'import', targetId: importId }])
  for (const some of portions(studentIds))
    await insertLines(
      db,
      some.map((id) => ({ ...line, targetKind: 'student', targetId: id })),
    )
}
