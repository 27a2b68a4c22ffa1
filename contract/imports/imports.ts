import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import {
  BaseVersion,
  Bool,
  field,
  Id,
  Int,
  List,
  OneOf,
  optional,
  paging,
  refuse,
  Text,
} from '#contract/language/fields.ts'
import { Done } from '#contract/language/shapes.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** What one upload may hold (api.md §16.2). */
export const importLimits = { bytes: 20 * 1024 * 1024, rows: 20_000, columns: 100, cell: 1000 }

/** What a column can say. A phone cell may hold several numbers, its relation cell as many relations or one for all. */
export const meanings = [
  'fullName',
  'firstName',
  'middleName',
  'lastName',
  'className',
  'gradeName',
  'birthDate',
  'isPaid',
  'code',
  'phone1',
  'relation1',
  'phone2',
  'relation2',
  'phone3',
  'relation3',
  'fatherPhone',
  'motherPhone',
] as const

/** Which of day and month stands first in a column of dates. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const

export const outcomes = ['add', 'change', 'same', 'problem', 'leftOut'] as const

const text = z.nullable(z.string())

/**
 * A column of the table as it came. `guess`: whether its heading was recognised to the letter or nearly. Of birth dates
 * `dayOrder` says which of day and month stands first, null where no value decides; `dayExample` is a date that shows it,
 * as it stands in the file, and with `dayOrder` null one that can be read in both ways.
 */
const Column = z.object({
  position: z.number(),
  heading: z.string(),
  meaning: z.nullable(z.enum(meanings)),
  guess: z.nullable(z.enum(['exact', 'near'])),
  samples: z.array(z.string()),
  dayOrder: z.nullable(z.enum(dayOrders)),
  dayExample: text,
  dayOrderChosen: z.boolean(),
})

/**
 * One import. `waiting`: started, not yet begun; `undoing`: the same of an undo. `reason`: why it came back from there.
 * `unknownNames`: names of classes and relations in the table that the school does not know, to be named once for all rows.
 */
export const Import = z.object({
  id: z.string(),
  schoolId: z.string(),
  fileName: text,
  source: z.enum(['table', 'oneRoster', 'schoolDataSync']),
  state: z.enum(['draft', 'waiting', 'running', 'done', 'undoing', 'undone']),
  reason: text,
  columns: z.array(Column),
  classRoomId: text,
  relationId: text,
  isPaid: z.boolean(),
  unknownNames: z.array(z.object({ kind: z.enum(['class', 'relation']), name: z.string(), rows: z.number() })),
  names: z.array(z.object({ kind: z.enum(['class', 'relation']), name: z.string(), id: z.string() })),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  problems: z.number(),
  leftOut: z.number(),
  /** Guardians that will be, or were, linked or awaited. */
  guardians: z.number(),
  /** Seats that will be, or were, paid: one coin each. */
  coins: z.number(),
  /** Rows stored so far. */
  progress: z.number(),
  undoable: z.boolean(),
  madeById: z.string(),
  madeByName: z.string(),
  createDate: z.string(),
  lastModifyDate: z.string(),
  finishDate: text,
  version: z.number(),
})

/** What a row changes of a student: `was` and `becomes` as words, null for nothing. */
const Change = z.object({
  field: z.enum(['firstName', 'middleName', 'lastName', 'className', 'birthDate', 'isPaid', 'guardian']),
  was: text,
  becomes: text,
})

/** One row of the table. `problems` name a cell by its column's position; null where the whole row is meant. */
export const ImportRow = z.object({
  row: z.number(),
  cells: z.array(z.string()),
  outcome: z.enum(outcomes),
  problems: z.array(z.object({ position: z.nullable(z.number()), reason: z.string() })),
  studentId: text,
  studentName: z.string(),
  classRoomName: text,
  birthDate: text,
  isPaid: z.nullable(z.boolean()),
  guardians: z.array(z.object({ phoneNumber: z.string(), relationName: z.string() })),
  changes: z.array(Change),
  /** Why this row cannot be undone any more; asked for with `show` hindering alone. */
  hindrance: text,
})

const key = 'AssignMultipleStudentsToSchool'
const ofImport = staff(key, { import: 'importId' }, 'wholeSchool')
const ofSchool = staff(key, { school: 'schoolId' }, 'wholeSchool')
/** All rows are looked at together, and there may be thousands. */
const lasts = 60_000
/** Numbers of sheets as a form says them: `1,3,4`. */
const SheetNumbers = field<string>({ type: 'string', pattern: '^\\d{1,3}(,\\d{1,3}){0,199}$' }, (raw) =>
  typeof raw === 'string' && /^\d{1,3}(,\d{1,3}){0,199}$/.test(raw) ? raw : refuse('Invalid input'),
)
const Position = Int(0, importLimits.columns - 1)
const RowNumber = Int(1, 10_000_000)

/**
 * The one upload: a form of several parts with the part `File`, of which this shape holds the SHA-256 in hex. Its answer is
 * the draft, read and validated. A workbook of several sheets is refused with 409 and the list of them (`sheets`: number,
 * name, rows) until `sheets` names those to take.
 */
export const uploadImport = operation({
  path: 'Import/Upload',
  access: ofSchool,
  input: wireNames(
    z.strictObject({
      schoolId: Id,
      fileName: optional(Text(1, 200)),
      sheets: optional(SheetNumbers),
      file: Text(64, 64),
    }),
    { file: 'File' },
  ),
  output: Import,
  writes: true,
  takes: { type: 'multipart/form-data', bytes: importLimits.bytes },
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

  /** What every column means, and what counts where a row says nothing. Columns not named keep their meaning. */
  setColumns: operation({
    path: 'Import/SetColumns',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      columns: optional(
        List(
          z.strictObject({
            position: Position,
            meaning: optional(OneOf(meanings)),
            dayOrder: optional(OneOf(dayOrders)),
          }),
          1,
          100,
        ),
      ),
      classRoomId: optional(Id),
      relationId: optional(Id),
      isPaid: optional(Bool),
      names: optional(
        List(z.strictObject({ kind: OneOf(['class', 'relation']), name: Text(1, 1000), id: optional(Id) }), 1, 200),
      ),
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
      show: optional(OneOf(['all', ...outcomes, 'hindering'])),
      ...paging,
    }),
    output: z.array(ImportRow),
    paging: 'paged',
    lasts,
  }),

  /** Writes other text into cells of one row. */
  changeRow: operation({
    path: 'Import/ChangeRow',
    access: ofImport,
    input: z.strictObject({
      importId: Id,
      row: RowNumber,
      cells: List(z.strictObject({ position: Position, text: optional(Text(0, importLimits.cell)) }), 1, 100),
    }),
    output: z.object({ import: Import, row: ImportRow }),
    writes: true,
    lasts,
  }),

  /** Leaves rows out, or takes them in again; with `rows` absent all that have a problem. */
  leaveOut: operation({
    path: 'Import/LeaveOut',
    access: ofImport,
    input: z.strictObject({ importId: Id, rows: optional(List(RowNumber, 1, 500)), leftOut: Bool }),
    output: Import,
    writes: true,
    lasts,
  }),

  /** Hands the draft to the background job. `baseVersion`: the version of the preview that was agreed to. */
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

  /** Throws a draft away. */
  remove: operation({
    path: 'Import/RemoveDraft',
    access: ofImport,
    input: z.strictObject({ importId: Id }),
    output: Done,
    writes: true,
  }),
}
