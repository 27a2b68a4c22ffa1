import * as z from 'zod/mini'
import { importKinds } from './import-kinds.ts'
import { allOf, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { Done } from '#contract/language/shapes.ts'
import { operation } from '#contract/language/operation.ts'
import { MeantAttendance } from './attendance-shapes.ts'
import { ColumnPosition, MeantColumn, MeantMarks, MeantName } from './meant-shapes.ts'
import { MissingStudent } from './missing-shapes.ts'
import { ImportRow } from './row-shapes.ts'
import { SheetNumbers } from './sheet-numbers.ts'
import { besideKinds, ImportedFolder } from './folder-shapes.ts'
import { changesOfExisting, decisions, hiddenRowsChoices, Import, listsChoices, outcomes } from './import-shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** The limits of one upload (api.md §16.2). */
export const importLimits = { bytes: 20 * 1024 * 1024, rows: 20_000, tableRows: 2_000, columns: 100, cell: 2000 }

const key = 'AssignMultipleStudentsToSchool'
const ofImport = staff(key, { import: 'importId' }, 'wholeSchool')
const ofSchool = staff(key, { school: 'schoolId' }, 'wholeSchool')
/** Longer than usual, because all rows are checked together and there may be thousands. */
const lasts = 60_000
/** One of `problemKinds`. */
const ProblemKind = z.strictObject({ reason: Text(1, 300), position: optional(ColumnPosition) })
const RowNumber = Int(1, 10_000_000)

/**
 * The upload of an import: a multipart form with the part `File`; this shape contains only its SHA-256, in hex. It answers the draft, read
 * and checked. A workbook with several sheets is refused with 409 and their list (`sheets`: number, name, rows, isHidden) until `sheets`
 * names those to import. The same applies to a folder with several schools, to hidden rows, hidden columns and lists side by side.
 */
export const uploadImport = operation({
  path: 'Import/Upload',
  access: ofSchool,
  input: wireNames(
    z.strictObject({
      schoolId: Id,
      fileName: optional(Text(1, 200)),
      sheets: optional(SheetNumbers),
      hiddenRows: optional(OneOf(hiddenRowsChoices)),
      hiddenColumns: optional(OneOf(hiddenRowsChoices)),
      lists: optional(OneOf(listsChoices)),
      kind: optional(OneOf(importKinds)),
      file: Text(64, 64),
    }),
    { file: 'File' },
  ),
  output: Import,
  writes: true,
  takes: { type: 'multipart/form-data', bytes: importLimits.bytes },
  lasts,
})

export const imports = {
  list: operation({
    path: 'Import/GetImports',
    access: ofSchool,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Import),
    paging: 'paged',
  }),

  get: operation({
    path: 'Import/GetImport',
    access: ofImport,
    input: z.strictObject({ importId: Id }),
    output: Import,
  }),

  /** What a folder contains besides its students; 404 for a table. */
  folder: operation({
    path: 'Import/GetFolder',
    access: ofImport,
    input: z.strictObject({ importId: Id }),
    output: ImportedFolder,
    lasts,
  }),

  /** Sets the meaning of columns, and the values for rows that have none of their own. Columns that are not named keep their meaning. */
  setColumns: operation({
    path: 'Import/SetColumns',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      columns: optional(List(MeantColumn, 1, 100)),
      classRoomId: optional(Id),
      relationId: optional(Id),
      isPaid: optional(Bool),
      /** Whether guardians with a mobile number are invited. */
      invites: optional(Bool),
      marks: optional(MeantMarks),
      attendance: optional(MeantAttendance),
      /** What of a folder is imported besides its students. */
      takes: optional(List(OneOf(besideKinds), 0, besideKinds.length)),
      /** Classes made for this import since the upload. If still empty, they are removed when it is undone or discarded. */
      madeClassIds: optional(List(Id, 1, 200)),
      /** Grades made for this import since the upload. If nothing else uses them, they are removed when it is undone or discarded. */
      madeGradeIds: optional(List(Id, 1, 200)),
      /** Fields of the record made for this import since the upload. If unused, they are removed when it is undone or discarded. */
      madeFieldIds: optional(List(Id, 1, 20)),
      /** With `grade`: for rows with this grade beside the class. Without it: for rows that find no class of their grade. */
      names: optional(List(MeantName, 1, 200)),
      baseVersion: BaseVersion,
    }),
    output: Import,
    writes: true,
    lasts,
  }),

  rows: operation({
    path: 'Import/GetRows',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      show: optional(OneOf(['all', ...outcomes, 'hindering', 'similar', ...changesOfExisting])),
      problem: optional(ProblemKind),
      ...paging,
    }),
    output: z.array(ImportRow),
    paging: 'paged',
    lasts,
  }),

  /** The students of the school whom this list does not have: have they left? */
  missing: operation({
    path: 'Import/GetMissing',
    access: staff(allOf(key, 'ViewSchoolStudentsList'), { import: 'importId' }, 'wholeSchool'),
    input: z.strictObject({ importId: Id, ...paging }),
    output: z.array(MissingStudent),
    paging: 'paged',
    lasts,
  }),

  /** Replaces the text of cells in one row. */
  changeRow: operation({
    path: 'Import/ChangeRow',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      row: RowNumber,
      cells: List(
        z.strictObject({ position: ColumnPosition, text: optional(Text(0, importLimits.cell, { lines: true })) }),
        1,
        100,
      ),
    }),
    output: z.object({ import: Import, row: ImportRow }),
    writes: true,
    lasts,
  }),

  /**
   * Decides on a row that may enter a student a second time: a new student, or the same as the named one, whom the row then changes. On a row of
   * attendance also whether its days take the place of those that the school has.
   * Without `decision`, an earlier decision is cleared.
   */
  decide: operation({
    path: 'Import/DecideRow',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      row: RowNumber,
      decision: optional(OneOf(decisions)),
      studentId: optional(Id),
    }),
    output: z.object({ import: Import, row: ImportRow }),
    writes: true,
    lasts,
  }),

  /**
   * Decides at once on all undecided rows that do not agree with the student whom they were found to mean: they are these students, or new
   * ones. Of attendance: whether the days of all rows take the place of those that the school has.
   */
  decideAll: operation({
    path: 'Import/DecideRows',
    access: ofImport,
    input: z.strictObject({ importId: Id, decision: OneOf(decisions), baseVersion: BaseVersion }),
    output: Import,
    writes: true,
    lasts,
  }),

  /**
   * Leaves rows out: the named ones, or without `rows` all with a problem or with the named problem. Or includes rows again: the named
   * ones, or without `rows` all.
   */
  leaveOut: operation({
    path: 'Import/LeaveOut',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      rows: optional(List(RowNumber, 1, 500)),
      problem: optional(ProblemKind),
      leftOut: Bool,
    }),
    output: Import,
    writes: true,
    lasts,
  }),

  /** Hands the draft to the background worker. `baseVersion`: the version of the preview that the caller agreed to. */
  start: operation({
    path: 'Import/Start',
    access: ofImport,
    input: z.strictObject({ importId: Id, baseVersion: BaseVersion }),
    output: Import,
    writes: true,
  }),

  undo: operation({
    path: 'Import/Undo',
    access: ofImport,
    input: z.strictObject({ importId: Id }),
    output: Import,
    writes: true,
    lasts,
  }),

  /** Discards a draft. */
  remove: operation({
    path: 'Import/RemoveDraft',
    access: ofImport,
    input: z.strictObject({ importId: Id }),
    output: Done,
    writes: true,
  }),
}
