import { imports } from '#contract/imports/imports.ts'
import { type Import } from '#contract/imports/import-shapes.ts'
import { toWire } from '#contract/language/wire-names.ts'
import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, invalid, notFound } from '#server/call/errors.ts'
import { type Dated, implement } from '#server/call/implement.ts'
import { readingFor, readRows, withDates } from '#server/imports/check/draft.ts'
import {
  cellsOf,
  importOf as storedImport,
  importsIn,
  insertImport,
  insertRows,
  keepMadeClasses,
  lockedIn,
  removeImport,
  send,
  setLeftOut,
  takeTime,
  touch,
  updateRows,
} from './imports.queries.ts'
import { folderOf, keepFolder } from '#server/imports/beside/beside.queries.ts'
import { described } from '#server/imports/beside/resolve.ts'
import { gradeChoices } from '#server/grades/grades.queries.ts'
import { guessedGrade } from '#server/imports/check/guess-grade.ts'
import { takeBackClasses } from '#server/imports/store/made-classes.ts'
import { classifyRows, countRows } from '#server/imports/check/check.queries.ts'
import { meant, mustBeKnown, named } from '#server/imports/check/settings.ts'
import { updateSettings } from '#server/imports/check/settings.queries.ts'
import { countProblemKinds } from '#server/imports/check/problems.queries.ts'
import { positionsIn } from '#server/imports/check/positions.ts'
import type { Table } from '#server/imports/check/draft.ts'
import { rowsOf } from '#server/imports/check/rows.queries.ts'
import { mayImportLinks, rightsToImport } from '#server/imports/imports.rules.ts'
import { type ImportFigures, mustSuffice } from '#server/imports/store/number-budget.ts'
import { hindered } from '#server/imports/store/undo.ts'
import { countHindrances } from '#server/imports/store/undo.queries.ts'
import type * as z from 'zod/mini'
import type { Caller, Scope } from '#server/access/caller.ts'

type Answer = z.output<typeof Import>
type Call = { db: Db; user: Caller } & Dated<Scope>

export const importOperations = implement(imports, ({ importFigures }: { importFigures: ImportFigures }) => ({
  async list({ db, school, page }) {
    const { rows, total } = await importsIn(db, school.id, page)
    return { rows: await answered(db, rows), total }
  },

  get: ({ db, input }) => importOf(db, input.importId),

  async folder({ db, school, may, input: { importId } }) {
    const kept = await folderOf(db, importId)
    if (!kept.folder) throw notFound()
    return described(db, school.id, importId, kept, may('ViewTeachersList'))
  },

  async setColumns(context) {
    const { db, input } = context
    const stored = await draft(context, input.importId, input.baseVersion)
    const { classRoomId, relationId, isPaid, invites, takes } = input
    const names = named(stored.names, input.names ?? [])
    await mustBeKnown(context, { classRoomId, relationId, names })
    if (input.madeClassIds) await keepMade(context, stored.id, input.madeClassIds)
    const rows = await cellsOf(db, stored.id)
    const columns = withDates(meant(stored, input.columns ?? []), rows)
    await updateSettings(db, stored.id, { columns, names, classRoomId, relationId, isPaid, invites, takes })
    return readAnew(context, stored.id, rows)
  },

  async rows({ db, may, input: { importId, show, problem }, page }) {
    if (show === 'hindering') await takeTime(db, 8)
    return rowsOf(db, { importId, show: show ?? 'all', problem, seesStudents: may('UpdateStudentInfo') }, page)
  },

  async changeRow(context) {
    const { db, may, input } = context
    const stored = await draft(context, input.importId)
    const [row] = await cellsOf(db, stored.id, input.row)
    if (!row) throw notFound()

    const cells = Array.from(stored.columns, (_, position) => row.cells[position] ?? '')
    for (const { position, text } of input.cells) {
      if (position >= cells.length) throw invalid('Invalid input')
      cells[position] = text ?? ''
    }
    const [read] = await readRows(await readingFor(db, context.school, stored), [{ row: input.row, cells }])
    await updateRows(db, stored.id, [{ ...read!, cells }])
    const answer = await previewed(context, stored.id)
    const { rows } = await rowsOf(
      db,
      { importId: stored.id, row: input.row, seesStudents: may('UpdateStudentInfo') },
      { limit: 1, offset: 0 },
    )
    return { import: answer, row: rows[0]! }
  },

  async leaveOut(context) {
    const { db, input } = context
    const { id } = await draft(context, input.importId)
    const { rows = null, problem = null, leftOut } = input
    await setLeftOut(db, id, { rows, problem, leftOut })
    return previewed(context, id)
  },

  async start(context) {
    const { db, user, may, school, input } = context
    const stored = await draft(context, input.importId, input.baseVersion)
    if (stored.problems > 0) throw conflict('Some rows still have problems')
    mustHoldFor(stored, may)
    await mustSuffice(db, school.id, stored, importFigures)
    await send(db, stored.id, 'waiting', { personId: user.id, rights: await rightsOf(context) })
    return importOf(db, stored.id)
  },

  async undo(context) {
    const { db, user, may, input } = context
    await takeTime(db, 8)
    const isDone = await lockedIn(db, input.importId, 'done')
    const stored = await importOf(db, input.importId)
    if (!isDone || !stored.undoable) throw conflict('This import cannot be undone')
    mustHoldFor(stored, may)
    // Of a large one the worker finds out, and gives it back.
    if (stored.added + stored.changed <= 5000 && (await countHindrances(db, stored.id)) > 0) throw conflict(hindered)
    await send(db, stored.id, 'undoing', { personId: user.id, rights: await rightsOf(context) })
    return importOf(db, stored.id)
  },

  async remove(context) {
    const { db, input } = context
    const { id } = await draft(context, input.importId)
    await takeBackClasses(db, id)
    await removeImport(db, id)
    return { done: true as const, changed: 1 }
  },
}))

/** Stores a table as a draft, read and classified. */
export async function storeDraft(
  context: Call,
  { source, columns, rows, folder }: Table,
  fileName: string | null,
): Promise<Answer> {
  const { db, user, school } = context
  await takeTime(db, 8)
  const id = await insertImport(db, {
    schoolId: school.id,
    madeBy: user.id,
    fileName,
    source,
    columns,
    rows: rows.length,
  })
  if (folder) await keepFolder(db, id, folder)
  const reading = await readingFor(db, school, await importOf(db, id))
  const read = await readRows(reading, rows)
  await insertRows(
    db,
    school.id,
    id,
    read.map((row, nth) => ({ ...row, cells: columns.map((_, position) => rows[nth]!.cells[position] ?? '') })),
  )
  return previewed(context, id)
}

/** An import as it is answered; what columns mean is checked before it is stored. */
const importOf = async (db: Db, id: string) => (await answered(db, [await storedImport(db, id)]))[0]!

/** Imports of one school with a grade for each class that is unknown in them. */
async function answered(db: Db, rows: Awaited<ReturnType<typeof storedImport>>[]): Promise<Answer[]> {
  const one = rows.find(({ unknownNames }) => unknownNames.some(({ kind }) => kind === 'class'))
  const grades = one ? await gradeChoices(db, one.schoolId) : []
  return rows.map(({ unknownNames, ...stored }) => ({
    ...(stored as Omit<Answer, 'unknownNames'>),
    unknownNames: unknownNames.map(({ grade, ...name }) => ({
      ...name,
      gradeId: name.kind === 'class' ? guessedGrade(name.name, grade ?? null, grades) : null,
    })),
  }))
}

/** A draft, locked until the call ends. Throws 409 when it is none any more, or was changed since `baseVersion`. */
async function draft({ db }: Call, id: string, baseVersion?: number | null): Promise<Answer> {
  await takeTime(db, 8)
  if (!(await lockedIn(db, id, 'draft'))) throw conflict('This import cannot be changed any more')
  const stored = await importOf(db, id)
  if (baseVersion != null && baseVersion !== stored.version)
    throw conflict('Somebody else changed this meanwhile', {
      current: toWire(imports.get.output, stored, { aliases: true }),
    })
  return stored
}

/** Every row is read again, because what the columns mean was changed. */
async function readAnew(context: Call, id: string, rows: Awaited<ReturnType<typeof cellsOf>>) {
  const { db, school } = context
  const stored = await importOf(db, id)
  await updateRows(db, id, await readRows(await readingFor(db, school, stored), rows))
  return previewed(context, id)
}

async function previewed(context: Call, id: string) {
  const { db, school } = context
  const { columns } = await importOf(db, id)
  const rights = await rightsOf(context)
  await classifyRows(db, { importId: id, schoolId: school.id, rights, positions: positionsIn(columns) })
  await countRows(db, id, school.id)
  await countProblemKinds(db, id)
  await touch(db, id)
  return importOf(db, id)
}

const rightsOf = ({ db, user, may }: Call) => rightsToImport(db, user.id, may)

/** A caller with more rights may have previewed the draft last, so the rights of this caller are checked again. */
function mustHoldFor({ changed, guardians }: Answer, may: (key: Permission) => boolean) {
  if (changed > 0 && !may('UpdateStudentInfo')) throw forbidden()
  if (guardians > 0 && !mayImportLinks(may)) throw forbidden()
}

/** Only a caller who may make classes names the ones that go with an import. */
async function keepMade({ db, may }: Call, importId: string, classIds: string[]) {
  if (!may('AddClass') && !may('AddMultipleClasses')) throw forbidden()
  if (!(await keepMadeClasses(db, importId, classIds))) throw notFound()
}
