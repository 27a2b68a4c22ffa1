import { imports } from '#contract/exchange/imports/imports.ts'
import type { Import } from '#contract/exchange/imports/import-shapes.ts'
import { fold } from '#contract/language/fold.ts'
import { toWire } from '#contract/language/wire-names.ts'
import type { Caller, Scope } from '#server/access/caller.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { conflict, forbidden } from '#server/base/errors.ts'
import type { Dated } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { takeTime } from '#server/db/patience.ts'
import { keepFolder } from '#server/exchange/imports/beside/beside.queries.ts'
import { gradeChoices } from '#server/school/grades/grades.queries.ts'
import { classifyRows } from '#server/exchange/imports/check/check.queries.ts'
import { countRows } from '#server/exchange/imports/check/count.queries.ts'
import { type Table, withOwnFields } from '#server/exchange/imports/check/draft.ts'
import { readingFor, readRows } from '#server/exchange/imports/check/reading-for.ts'
import { marksSaidIn } from '#server/exchange/imports/marks/mark-columns.ts'
import { likelyKind } from '#server/exchange/imports/check/likely-kind.ts'
import { guessedGrade } from '#server/exchange/imports/check/guess-grade.ts'
import { hiddenFrom, rowWithoutHidden, withoutHidden } from '#server/exchange/imports/check/hidden-cells.ts'
import { knownNames } from '#server/exchange/imports/check/names.queries.ts'
import { typedAs } from '#server/exchange/imports/read/typed-class.ts'
import { shownAt } from '#server/exchange/imports/check/positions.ts'
import { countProblemKinds } from '#server/exchange/imports/check/problems.queries.ts'
import { rowsOf } from '#server/exchange/imports/check/rows.ts'
import { sumsOfBalances } from '#server/exchange/imports/tables/balances.queries.ts'
import { judgeDays } from '#server/exchange/imports/days/days.queries.ts'
import { attendanceSaid } from '#server/exchange/imports/days/table-of-days.ts'
import { judgeMarks } from '#server/exchange/imports/marks/marks.queries.ts'
import { isTable, mayImportKind, ofKind } from '#server/exchange/imports/tables/table-kinds.ts'
import { classifyTable } from '#server/exchange/imports/tables/tables.ts'
import { rightsToImport } from './imports.rules.ts'
import type * as z from 'zod/mini'
import { type cellsOf, importStored, insertImport, insertRows, patience, updateRows } from './imports.queries.ts'
import { type ImportKey, lockedIn, touch } from './import-states.queries.ts'

export type ImportAnswer = z.output<typeof Import>
export type ImportCall = { db: Db; user: Caller } & Dated<Scope>

/** Stores a table as a draft after reading and classifying its rows. */
export async function storeDraft(
  context: ImportCall,
  { kind, source, columns: found, rows, folder, marks, titles }: Table,
  fileName: string | null,
): Promise<ImportAnswer> {
  const { db, user, school, may } = context
  if (!mayImportKind(kind, may)) throw forbidden()
  await takeTime(db, patience)
  const { fields } = await knownNames(db, school.id)
  const columns = kind === 'students' ? withOwnFields(found, fields) : found
  const id = await insertImport(db, {
    kind,
    schoolId: school.id,
    madeBy: user.id,
    fileName,
    source,
    columns,
    marks: marks && marksSaidIn([fileName ?? ''], marks),
    attendance:
      kind === 'attendance'
        ? attendanceSaid([...titles, fileName ?? ''], { columns, rows, today: school.today })
        : null,
    rows: rows.length,
  })
  const key = { schoolId: school.id, id }
  if (folder) await keepFolder(db, key, folder)
  const reading = await readingFor(db, school, await importOf(db, key))
  const read = await readRows(reading, rows)
  await insertRows(
    db,
    school.id,
    id,
    read.map((row, nth) => ({ ...row, cells: columns.map((_, position) => rows[nth]!.cells[position] ?? '') })),
  )
  return previewed(context, id)
}

/** An import as it is answered; the meaning of its columns was checked before it was stored. */
export const importOf = async (db: Db, key: ImportKey) => (await answered(db, [await importStored(db, key)]))[0]!

/** Imports of one school, each with a guessed grade for its unknown classes. */
export async function answered(db: Db, rows: Awaited<ReturnType<typeof importStored>>[]): Promise<ImportAnswer[]> {
  const one = rows.find(({ unknownNames }) => unknownNames.some(({ kind }) => kind === 'class'))
  const grades = one ? await gradeChoices(db, one.schoolId) : []
  const rooms = one?.unknownNames.some(({ name }) => typedAs(name)) ? (await knownNames(db, one.schoolId)).classes : []
  const isThere = (name: string) => rooms.some((room) => fold(room.name) === fold(name))
  const sums = await sumsOfBalances(db, rows)
  return rows.map(({ unknownNames, ...stored }) => ({
    ...(stored as Omit<ImportAnswer, 'unknownNames' | 'sums' | 'likelyKind'>),
    likelyKind: likelyKind(stored),
    sums: sums.get(stored.id) ?? null,
    unknownNames: unknownNames.map(({ grade, several, ...name }) => {
      const typed = name.kind === 'class' ? typedAs(name.name) : null
      // A class that is there needs none to be made.
      const isNew = name.kind === 'class' && !(typed && isThere(typed))
      const gradeId = isNew ? guessedGrade(typed ?? name.name, grade ?? null, grades) : null
      return { ...name, grade: grade ?? null, several: several === true, gradeId, typed }
    }),
  }))
}

/** A draft, locked until the call ends. Throws 409 if it is no longer a draft or was changed since `baseVersion`. */
export async function draft(
  { db, user, may, school }: ImportCall,
  id: string,
  baseVersion?: number | null,
): Promise<ImportAnswer> {
  await takeTime(db, patience)
  const key = { schoolId: school.id, id }
  if (!(await lockedIn(db, key, 'draft'))) throw conflict('This import cannot be changed any more')
  const stored = await importOf(db, key)
  await mustBeCurrent(baseVersion, stored.version, () =>
    toWire(imports.get.output, withoutHidden({ id: user.id, may }, stored), { aliases: true }),
  )
  return stored
}

/** Reads every row again after the meaning of columns has changed; `areCells`: cells have changed too. */
export async function readAnew(
  context: ImportCall,
  id: string,
  rows: Awaited<ReturnType<typeof cellsOf>>,
  areCells = false,
) {
  const { db, school } = context
  const stored = await importOf(db, { schoolId: school.id, id })
  const read = await readRows(await readingFor(db, school, stored), rows)
  await updateRows(db, stored, areCells ? read.map((row, nth) => ({ ...row, cells: rows[nth]!.cells })) : read)
  return previewed(context, id)
}

export async function previewed(context: ImportCall, id: string) {
  const { db, user, may, school } = context
  const key = { schoolId: school.id, id }
  const { kind, columns } = await importOf(db, key)
  const ofSchool = { importId: id, schoolId: school.id }
  if (isTable(kind)) await classifyTable(db, { ...ofSchool, kind, by: user })
  else {
    const rights = await rightsForImport(context)
    await classifyRows(db, {
      ...ofSchool,
      today: school.today,
      rights,
      ...shownAt(columns),
      ...ofKind(kind),
    })
    if (kind === 'marks') await judgeMarks(db, key)
    if (kind === 'attendance') await judgeDays(db, key, school.today)
  }
  await countRows(db, key, school.today)
  await countProblemKinds(db, key)
  await touch(db, key)
  return withoutHidden({ id: user.id, may }, await importOf(db, key))
}

/** The import after one row was changed, and that row. */
export async function answeredRow(context: ImportCall, importId: string, row: number) {
  const { db, user, may, school } = context
  const answer = await previewed(context, importId)
  const hidden = hiddenFrom({ id: user.id, may }, answer)
  const sees = { seesStudents: may('UpdateStudentInfo'), seesNumbers: !hidden.has('nationalNumber') }
  const { rows } = await rowsOf(db, { importId, schoolId: school.id, row, ...sees }, { limit: 1, offset: 0 })
  return { import: answer, row: rowWithoutHidden(hidden, answer.columns, rows[0]!) }
}

export const rightsForImport = ({ db, user, may }: ImportCall) => rightsToImport(db, user.id, may)
