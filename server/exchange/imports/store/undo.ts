import { actAs } from '#server/access/authorise.queries.ts'
import { civilDay } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { portions } from '#server/db/portions.ts'
import { unlessUsed } from '#server/db/savepoint.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { publish } from '#server/outbox/events.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { chargeSeats, keepYear } from '#server/platform/payments/seats.queries.ts'
import type { Portion } from '#server/platform/jobs/work.rules.ts'
import { auditImport, auditStudents } from './store.ts'
import { takeBackBeside } from '#server/exchange/imports/beside/undo-beside.ts'
import { takeBackDays } from '#server/exchange/imports/days/days.queries.ts'
import { takeBackMarks } from '#server/exchange/imports/marks/marks.queries.ts'
import { takeBackRecords } from './records.queries.ts'
import { bringsOfStudents, isTable, type TableKind } from '#server/exchange/imports/tables/table-kinds.ts'
import { type TableBy, takeBackTable } from '#server/exchange/imports/tables/tables.ts'
import { takeBackClasses, takeBackGrades } from './made-classes.ts'
import { lockMade } from './made.queries.ts'
import { takeBackFields } from './made-fields.queries.ts'
import { type ImportJob, noteProgress, settle, type StartedImport, startedImport } from './store.queries.ts'
import {
  countHindrances,
  giveBackFormer,
  lockTouched,
  seatsToRestore,
  studentsBrought,
  takeBackLinks,
  takeBackSeats,
  takeBackStudents,
} from './undo.queries.ts'

export const hindered = 'Later changes stand in the way of undoing this import'

/** Undoes exactly what an import did, in the transaction that locks it. If something newer depends on it, nothing is undone. */
export async function undoImport(db: Db, job: ImportJob, portion: Portion) {
  const { id, schoolId } = job
  const started = await startedImport(db, job)
  await actAs(db, started.startedBy)
  if (isTable(started.kind)) {
    const today = civilDay(portion.now, started.timeZone)
    return undoTable(db, job, started.kind, { actorId: started.startedBy, today })
  }
  if (bringsOfStudents(started.kind)) return undoOfStudents(db, job, started)
  if ((await seatsToRestore(db, job)).length > 0) await keepYear(db, schoolId)
  await lockMade(db, job)
  await lockTouched(db, job)
  if ((await countHindrances(db, job)) > 0) return settle(db, job, 'done', { reason: hindered })

  const by = { schoolId, actorId: started.startedBy }
  const today = civilDay(portion.now, started.timeZone)
  const done = await unlessUsed(db, () => takeBack(db, job, { ...by, today }, portion))
  if (!done) return settle(db, job, 'done', { reason: hindered })

  await takeBackBeside(db, { importId: id, ...by })
  await takeBackClasses(db, job)
  await takeBackGrades(db, job)
  await takeBackFields(db, job)
  const { unlinked, coins, returned } = done
  if (coins > 0) await coinsChanged(db, by)
  for (const links of portions(unlinked))
    await publish(db, { event: 'parent link', ...by, payload: { links, linked: false } })
  for (const [classRoomId, studentIds] of returned)
    await publish(db, { event: 'class changed', ...by, payload: { classRoomId, studentIds } })
  await auditImport(db, by, 'Import/Undo', id)
  await auditStudents(db, by, 'Import/Undo', id, [...new Set(unlinked.map(({ studentId }) => studentId))])
  return settle(db, job, 'undone')
}

/** Undoes an import of staff, courses or balances completely or not at all. */
async function undoTable(db: Db, job: ImportKey, kind: TableKind, by: TableBy) {
  await lockMade(db, job)
  const done = await unlessUsed(db, () => takeBackTable(db, job, kind, by))
  if (!done) return settle(db, job, 'done', { reason: hindered })
  await takeBackClasses(db, job)
  await takeBackGrades(db, job)
  await auditImport(db, { schoolId: job.schoolId, actorId: by.actorId }, 'Import/Undo', job.id)
  return settle(db, job, 'undone')
}

/** Undoes an import of marks or of attendance completely, or not at all if one of them was corrected since. */
async function undoOfStudents(db: Db, job: ImportKey, { kind, startedBy: actorId }: StartedImport) {
  const students = kind === 'marks' ? await takeBackMarks(db, job) : await takeBackDays(db, job, actorId)
  if (!students) return settle(db, job, 'done', { reason: hindered })
  const by = { schoolId: job.schoolId, actorId }
  // Steps of absence that were reached with the days that are gone are withdrawn.
  if (kind === 'attendance')
    for (const studentIds of portions(students))
      await publish(db, { event: 'absence changed', ...by, payload: { studentIds } })
  await auditImport(db, by, 'Import/Undo', job.id)
  await auditStudents(db, by, 'Import/Undo', job.id, students)
  return settle(db, job, 'undone')
}

type By = { schoolId: string; actorId: string; today: string }

async function takeBack(db: Db, key: ImportKey, by: By, { atOnce, report }: Portion) {
  const unlinked = await takeBackLinks(db, key)
  const restored = await seatsToRestore(db, key)
  const refunded = await takeBackSeats(db, { importId: key.id, ...by })
  await takeBackRecords(db, key)
  const returned = new Map<string, string[]>()
  for (const { studentId, classRoomId } of await giveBackFormer(db, key))
    returned.set(classRoomId, [...(returned.get(classRoomId) ?? []), studentId])
  let removed = 0
  for (const some of portions(await studentsBrought(db, key), atOnce)) {
    await takeBackStudents(db, key.schoolId, some)
    removed += some.length
    await report((other) => noteProgress(other, key, removed))
  }
  // Comes last, because charging blocks the school's coins for others until everything is stored.
  const coins = refunded + (restored.length > 0 ? await chargeSeats(db, by, restored) : 0)
  return { unlinked, coins, returned }
}
