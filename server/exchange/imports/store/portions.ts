import { imports } from '#contract/exchange/imports/imports.ts'
import { actAs, rightsOf } from '#server/access/authorise.queries.ts'
import { type Holder, mayIn } from '#server/access/may.ts'
import { civilDay } from '#server/base/days.ts'
import type { Db } from '#server/db/db.ts'
import { storeBeside } from '#server/exchange/imports/beside/store-beside.ts'
import { classifyRows } from '#server/exchange/imports/check/check.queries.ts'
import type { Rights } from '#server/exchange/imports/imports.queries.ts'
import { countRows } from '#server/exchange/imports/check/count.queries.ts'
import { shownAt } from '#server/exchange/imports/check/positions.ts'
import { countProblemKinds } from '#server/exchange/imports/check/problems.queries.ts'
import { judgeDays, storeBroughtDays } from '#server/exchange/imports/days/days.queries.ts'
import { judgeMarks, storeMarks } from '#server/exchange/imports/marks/marks.queries.ts'
import { lockSchool } from '#server/db/change-row.ts'
import type { Permission } from '#contract/language/permissions.ts'
import {
  bringsOfStudents,
  isTable,
  mayImportKind,
  ofKind,
  type TableKind,
} from '#server/exchange/imports/tables/table-kinds.ts'
import { classifyTable, storeTable } from '#server/exchange/imports/tables/tables.ts'
import { rightsToImport } from '#server/exchange/imports/imports.rules.ts'
import type { Portion } from '#server/platform/jobs/work.rules.ts'
import { coinsChanged } from '#server/platform/payments/coins.rules.ts'
import { lockedRooms } from '#server/people/students/admission.queries.ts'
import { keepYear } from '#server/platform/payments/seats.queries.ts'
import {
  advance,
  begin,
  dropUnread,
  endOfPortion,
  finish,
  leaveTheRest,
  movedCoins,
  progressOf,
} from './progress.queries.ts'
import { auditImport, auditStudents, storeRows } from './store.ts'
import {
  classesEntered,
  type ImportJob,
  rowsToStore,
  settle,
  type StartedImport,
  startedImport,
} from './store.queries.ts'

/**
 * Stores the next portion of an import. First everything is checked once more; an import that would do anything other than what its caller
 * agreed to becomes a draft again. After that, rows that no longer fit are left out, each with its reason.
 */
export async function storePortion(db: Db, job: ImportJob, { now, atOnce }: Portion) {
  const started = await startedImport(db, job)
  await actAs(db, started.startedBy)
  const starter = await starterNow(db, job, started)
  if (!starter) return stopImport(db, job, 'The person who started this may no longer do it')

  const today = civilDay(now, started.timeZone)
  const { lastRow } = await progressOf(db, job)
  if (lastRow === null) return checkAll(db, job, { ...started, today }, starter)
  if (isTable(started.kind)) return storeWholeTable(db, job, { ...started, today, kind: started.kind }, starter)
  const end = await endOfPortion(db, job, lastRow, atOnce)
  if (!end) {
    await storeBeside(db, { ...job, ...started, today })
    return finished(db, job, started, null)
  }

  const among = { after: lastRow, upTo: end.upTo }
  if (bringsOfStudents(started.kind)) {
    const by = { schoolId: job.schoolId, actorId: started.startedBy }
    const personId = started.startedBy
    const students =
      started.kind === 'marks'
        ? await storeMarks(db, job, among, { personId, today })
        : await storeBroughtDays(db, job, among, personId)
    await auditStudents(db, by, 'Import/Start', job.id, students)
    return advance(db, job, end)
  }
  await keepYear(db, job.schoolId)
  await lockedRooms(db, job.schoolId, await classesEntered(db, job, among))
  await classifyRows(db, {
    importId: job.id,
    schoolId: job.schoolId,
    today,
    rights: starter.rights,
    ...shownAt(started.columns),
    ...ofKind(started.kind),
    among,
  })
  const charging = { schoolId: job.schoolId, actorId: started.startedBy, today }
  await storeRows(db, { id: job.id, charging, isPaid: started.isPaid }, await rowsToStore(db, job, among))
  return advance(db, job, end)
}

type StartedTable = StartedImport & { kind: TableKind; today: string }

/** Staff and courses are few, and balances are a few statements of sets, so all of them are stored at once. */
async function storeWholeTable(db: Db, job: ImportJob, started: StartedTable, { by }: Starter) {
  const { id: importId, schoolId } = job
  const table = { importId, schoolId, kind: started.kind, by }
  await lockSchool(db, schoolId)
  await storeTable(db, table, await classifyTable(db, table), { actorId: started.startedBy, today: started.today })
  return finished(db, job, started, null)
}

async function checkAll(db: Db, job: ImportJob, started: StartedImport & { today: string }, { by, rights }: Starter) {
  const { kind, columns, counts, today } = started
  const ofSchool = { importId: job.id, schoolId: job.schoolId }
  if (isTable(kind)) await classifyTable(db, { ...ofSchool, kind, by })
  else await classifyRows(db, { ...ofSchool, today, rights, ...shownAt(columns), ...ofKind(kind) })
  if (kind === 'marks') await judgeMarks(db, job)
  if (kind === 'attendance') await judgeDays(db, job, today)
  if ((await countRows(db, job, today)) === counts) return begin(db, job)
  await countProblemKinds(db, job)
  return settle(db, job, 'draft', { reason: 'The school has changed meanwhile; please look at the preview again' })
}

/** What has been stored stays. An import of which nothing has been stored becomes a draft again. */
export async function stopImport(db: Db, job: ImportJob, reason: string) {
  const { rows } = await progressOf(db, job)
  if (rows === 0) return settle(db, job, 'draft', { reason })
  await leaveTheRest(db, job, 'The import ended before this row')
  return finished(db, job, await startedImport(db, job), reason)
}

async function finished(db: Db, job: ImportJob, { startedBy, columns }: StartedImport, reason: string | null) {
  const by = { schoolId: job.schoolId, actorId: startedBy }
  await countProblemKinds(db, job)
  if (await movedCoins(db, job)) await coinsChanged(db, by)
  await auditImport(db, by, 'Import/Start', job.id)
  const unread = columns.flatMap(({ meaning }, position) => (meaning === null ? [position] : []))
  await dropUnread(db, job, unread)
  return finish(db, job, reason)
}

/** The person who started an import, with all their rights and those to import. */
type Starter = { by: Holder; rights: Rights }

/** The person who started an import with their current rights; null if they may no longer import. */
async function starterNow(
  db: Db,
  { schoolId }: ImportJob,
  { kind, startedBy }: StartedImport,
): Promise<Starter | null> {
  const by = { id: startedBy, rights: await rightsOf(db, startedBy) }
  if (!mayIn(by, imports.start, schoolId)) return null
  const { keys } = by.rights.schools.find(({ id }) => id === schoolId)!
  const may = (key: Permission) => keys.includes(key)
  return mayImportKind(kind, may) ? { by, rights: await rightsToImport(db, startedBy, may) } : null
}
