import { imports } from '#contract/exchange/imports/imports.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { conflict, forbidden, invalid, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { takeTime } from '#server/db/patience.ts'
import { folderOf } from '#server/exchange/imports/beside/beside.queries.ts'
import { described } from '#server/exchange/imports/beside/resolve.ts'
import { changesStudents } from '#server/exchange/imports/check/count.queries.ts'
import { withDates } from '#server/exchange/imports/check/draft.ts'
import { filledDown } from '#server/exchange/imports/check/fill-down.ts'
import { readingFor, readRows } from '#server/exchange/imports/check/reading-for.ts'
import {
  hiddenFrom,
  mustKeepHidden,
  mustNotWriteHidden,
  rowWithoutHidden,
  withoutHidden,
} from '#server/exchange/imports/check/hidden-cells.ts'
import { missingStudents } from '#server/exchange/imports/check/missing.queries.ts'
import { rowsOf } from '#server/exchange/imports/check/rows.ts'
import { updateSettings } from '#server/exchange/imports/check/settings.queries.ts'
import { meant, mustBeKnown, named } from '#server/exchange/imports/check/settings.ts'
import { storeDecision, decideDoubted, studentsNamed } from '#server/exchange/imports/check/similar.queries.ts'
import { attendanceMeant } from '#server/exchange/imports/days/table-of-days.ts'
import { decideDays } from '#server/exchange/imports/days/days.queries.ts'
import { marksMeant } from '#server/exchange/imports/marks/whence.ts'
import {
  bringsOfStudents,
  isTable,
  mayImportKind,
  type TableKind,
} from '#server/exchange/imports/tables/table-kinds.ts'
import { decideSamePerson } from '#server/exchange/imports/tables/tables.ts'
import { mayImportLinks } from './imports.rules.ts'
import { takeBackClasses, takeBackGrades } from '#server/exchange/imports/store/made-classes.ts'
import { keepMadeClasses, keepMadeGrades } from '#server/exchange/imports/store/made-classes.queries.ts'
import { keepMadeFields, takeBackFields } from '#server/exchange/imports/store/made-fields.queries.ts'
import { type ImportFigures, mustSuffice } from '#server/exchange/imports/store/number-budget.ts'
import { hindered } from '#server/exchange/imports/store/undo.ts'
import { countHindrances } from '#server/exchange/imports/store/undo.queries.ts'
import {
  answered,
  answeredRow,
  draft,
  type ImportAnswer,
  type ImportCall,
  importOf,
  previewed,
  readAnew,
  rightsForImport,
} from './drafts.ts'
import { lockedIn, removeImport, send } from './import-states.queries.ts'
import { cellsOf, importsIn, importStored, patience, setLeftOut, updateRows } from './imports.queries.ts'

export const importOperations = implement(imports, ({ importFigures }: { importFigures: ImportFigures }) => ({
  async list(context) {
    const { db, school, page } = context
    const { rows, total } = await importsIn(db, school.id, page)
    return { rows: (await answered(db, rows)).map((one) => readBy(context, one)), total }
  },

  get: async (context) =>
    readBy(context, await importOf(context.db, { schoolId: context.school.id, id: context.input.importId })),

  async folder({ db, user, school, may, input: { importId } }) {
    const kept = await folderOf(db, { schoolId: school.id, id: importId })
    if (!kept.folder) throw notFound()
    const seesTeachers = may('ViewTeachersList')
    const seesAddresses = seesTeachers || kept.madeBy === user.id
    return described(db, { schoolId: school.id, id: importId, seesTeachers, seesAddresses, person: user }, kept)
  },

  async setColumns(context) {
    const { db, user, may, input } = context
    const stored = await draft(context, input.importId, input.baseVersion)
    const { classRoomId, relationId, isPaid, invites, takes } = input
    const newlyMeant = meant(stored, input.columns ?? [])
    mustKeepHidden({ id: user.id, may }, stored, newlyMeant)
    const names = named(stored.names, input.names ?? [])
    await mustBeKnown(context, { classRoomId, relationId, names, columns: input.columns })
    if (input.madeGradeIds) await keepGrades(context, stored.id, input.madeGradeIds)
    if (input.madeClassIds) await keepMade(context, stored.id, input.madeClassIds)
    if (input.madeFieldIds) await keepFields(context, stored.id, input.madeFieldIds)
    const cells = await cellsOf(db, stored)
    const { columns, rows, isChanged } = filledDown(withDates(newlyMeant, cells), cells, {
      kind: stored.kind,
      shown: stored.columns,
    })
    const marks = stored.marks && input.marks ? marksMeant(input.marks) : null
    const attendance = stored.attendance && attendanceMeant(stored.attendance, input.attendance, { columns, rows })
    await updateSettings(db, stored, {
      columns,
      names,
      classRoomId,
      relationId,
      isPaid,
      invites,
      takes,
      marks,
      attendance,
    })
    return readAnew(context, stored.id, rows, isChanged)
  },

  async rows({ db, user, may, school, input: { importId, show, problem }, page }) {
    if (show === 'hindering') await takeTime(db, patience)
    const stored = await importStored(db, { schoolId: school.id, id: importId })
    const hidden = hiddenFrom({ id: user.id, may }, stored)
    const sees = { seesStudents: may('UpdateStudentInfo'), seesNumbers: !hidden.has('nationalNumber') }
    const query = { importId, schoolId: school.id, show: show ?? 'all', problem, ...sees }
    const { rows, total } = await rowsOf(db, query, page)
    return { rows: rows.map((row) => rowWithoutHidden(hidden, stored.columns, row)), total }
  },

  missing: async ({ db, school, input: { importId }, page }) => {
    const { kind } = await importStored(db, { schoolId: school.id, id: importId })
    if (kind !== 'students') return { rows: [], total: 0 }
    return missingStudents(db, { schoolId: school.id, id: importId }, page)
  },

  async changeRow(context) {
    const { db, user, may, input } = context
    const stored = await draft(context, input.importId)
    const [row] = await cellsOf(db, stored, input.row)
    if (!row) throw notFound()
    const positions = input.cells.map(({ position }) => position)
    mustNotWriteHidden({ id: user.id, may }, stored, positions)

    const cells = Array.from(stored.columns, (_, position) => row.cells[position] ?? '')
    for (const { position, text } of input.cells) {
      if (position >= cells.length) throw invalid('Invalid input')
      cells[position] = text ?? ''
    }
    const [read] = await readRows(await readingFor(db, context.school, stored), [{ row: input.row, cells }])
    await updateRows(db, stored, [{ ...read!, cells }])
    return answeredRow(context, stored.id, input.row)
  },

  async decide(context) {
    const { db, school, input } = context
    const stored = await draft(context, input.importId)
    const [row] = await cellsOf(db, stored, input.row)
    if (!row) throw notFound()
    const { decision, studentId } = input
    if (decision === 'keep' || decision === 'take') {
      await decideDays(db, mustHaveDays(stored), decision, input.row)
      return answeredRow(context, stored.id, input.row)
    }
    if (!decision) await decideDays(db, stored, null, input.row)
    if (isTable(stored.kind)) {
      if (decision === 'new' || studentId) throw invalid('Invalid input', 'decision')
      await storeDecision(db, stored, { row: input.row, isNew: false, sameAs: null })
      if (decision === 'same') await decideSamePerson(db, tableOf(context, stored, stored.kind), input.row)
      return answeredRow(context, stored.id, input.row)
    }
    if ((decision === 'same') !== Boolean(studentId)) throw invalid('Invalid input', 'studentId')
    if (studentId && (await studentsNamed(db, school.id, [studentId])).length === 0) throw notFound()
    await storeDecision(db, stored, { row: input.row, isNew: decision === 'new', sameAs: studentId ?? null })
    return answeredRow(context, stored.id, input.row)
  },

  async decideAll(context) {
    const { db, input } = context
    const stored = await draft(context, input.importId, input.baseVersion)
    const { decision } = input
    if (decision === 'keep' || decision === 'take') await decideDays(db, mustHaveDays(stored), decision)
    else if (!isTable(stored.kind)) await decideDoubted(db, stored, decision)
    else if (decision === 'new') throw invalid('Invalid input', 'decision')
    else await decideSamePerson(db, tableOf(context, stored, stored.kind))
    return previewed(context, stored.id)
  },

  async leaveOut(context) {
    const { db, input } = context
    const stored = await draft(context, input.importId)
    const { rows = null, problem = null, leftOut } = input
    await setLeftOut(db, stored, { rows, problem, leftOut })
    return previewed(context, stored.id)
  },

  async start(context) {
    const { db, user, may, school, input } = context
    const stored = await draft(context, input.importId, input.baseVersion)
    if (stored.problems > 0) throw conflict('Some rows still have problems')
    if (!mayImportKind(stored.kind, may)) throw forbidden()
    await mustHoldFor(db, stored, may)
    await mustSuffice(db, school.id, stored, importFigures)
    await send(db, stored, 'waiting', { personId: user.id, rights: await rightsForImport(context) })
    return readBy(context, await importOf(db, stored))
  },

  async undo(context) {
    const { db, user, school, may, input } = context
    await takeTime(db, patience)
    const asked = { schoolId: school.id, id: input.importId }
    const isDone = await lockedIn(db, asked, 'done')
    const stored = await importOf(db, asked)
    if (!isDone || !stored.undoable) throw conflict('This import cannot be undone')
    if (!mayImportKind(stored.kind, may)) throw forbidden()
    await mustHoldFor(db, stored, may)
    // For a large import the worker checks this and gives the import back.
    if (
      !isTable(stored.kind) &&
      !bringsOfStudents(stored.kind) &&
      stored.added + stored.changed <= 5000 &&
      (await countHindrances(db, stored)) > 0
    )
      throw conflict(hindered)
    await send(db, stored, 'undoing', { personId: user.id, rights: await rightsForImport(context) })
    return readBy(context, await importOf(db, stored))
  },

  async remove(context) {
    const { db, input } = context
    const stored = await draft(context, input.importId)
    await takeBackClasses(db, stored)
    await takeBackGrades(db, stored)
    await takeBackFields(db, stored)
    await removeImport(db, stored)
    return { done: true as const, changed: 1 }
  },
}))

/** An import as its caller may read it. */
const readBy = ({ user, may }: Pick<ImportCall, 'user' | 'may'>, one: ImportAnswer) =>
  withoutHidden({ id: user.id, may }, one)

/** Checks the rights of this caller, because the draft may have been previewed last by a caller with more rights. */
async function mustHoldFor(db: Db, stored: ImportAnswer, may: (key: Permission) => boolean) {
  if (isTable(stored.kind) || bringsOfStudents(stored.kind)) return
  const mayChange = may('UpdateStudentInfo') || may('EditStudentRecord')
  if (stored.changed > 0 && !mayChange && (await changesStudents(db, stored))) throw forbidden()
  if (stored.guardians > 0 && !mayImportLinks(may)) throw forbidden()
}

/** Only rows of attendance have days of which the school may have another state. */
function mustHaveDays(stored: ImportAnswer) {
  if (stored.kind !== 'attendance') throw invalid('Invalid input', 'decision')
  return stored
}

const tableOf = ({ user, school }: ImportCall, { id }: ImportAnswer, kind: TableKind) => ({
  importId: id,
  schoolId: school.id,
  kind,
  by: user,
})

/** Only a caller who may create grades may name the ones that belong to an import. */
async function keepGrades({ db, may, school }: ImportCall, importId: string, gradeIds: string[]) {
  if (!may('AddGrade') && !may('AddMultipleGrades')) throw forbidden()
  if (!(await keepMadeGrades(db, { schoolId: school.id, id: importId }, gradeIds))) throw notFound()
}

/** Only a caller who may create classes may name the ones that belong to an import. */
async function keepMade({ db, may, school }: ImportCall, importId: string, classIds: string[]) {
  if (!may('AddClass') && !may('AddMultipleClasses')) throw forbidden()
  if (!(await keepMadeClasses(db, { schoolId: school.id, id: importId }, classIds))) throw notFound()
}

/** Only a caller who may define fields of the record may name the ones that belong to an import. */
async function keepFields({ db, may, school }: ImportCall, importId: string, fieldIds: string[]) {
  if (!may('EditStudentRecord') || !may('ViewSchoolStudentsList')) throw forbidden()
  if (!(await keepMadeFields(db, { schoolId: school.id, id: importId }, fieldIds))) throw notFound()
}
