import * as z from 'zod/mini'
import { ImportedFile } from './folder-shapes.ts'
import { fieldKinds } from '#contract/official-records/record-fields.ts'

/** What a column can mean. A phone cell may hold several numbers, its relation cell as many relations or one. */
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
  'officialName',
  'nationalNumber',
  'sex',
  'nationality',
  'religion',
  'birthPlace',
  'address',
  'seatNumber',
  'admittedOn',
  'admittedFrom',
  'admissionPaper',
  'healthNotes',
  'pickUpNotes',
  'guardianName1',
  'guardianJob1',
  'landline',
  'guardianName2',
  'guardianJob2',
  'guardianName3',
  'guardianJob3',
  'fatherName',
  'fatherJob',
  'motherName',
  'motherJob',
  'guardianMay1',
  'guardianMay2',
  'guardianMay3',
  'fatherMay',
  'motherMay',
  'ownField',
  'staffName',
  'staffPhone',
  'staffEmail',
  'staffRole',
  'staffCourses',
  'staffClasses',
  'courseName',
  'courseLanguage',
  'courseDescription',
] as const

type Meaning = (typeof meanings)[number]

/** What an import brings: students, guardians of students who are there, staff, or courses. */
export const importKinds = ['students', 'guardians', 'staff', 'courses'] as const

const isTable = (meaning: Meaning) => /^(staff|course)/.test(meaning)

/** What a column can mean in an import of a kind. */
export const meaningsOf: Record<(typeof importKinds)[number], readonly Meaning[]> = {
  students: meanings.filter((meaning) => !isTable(meaning)),
  guardians: [
    'fullName',
    'firstName',
    'middleName',
    'lastName',
    'className',
    'gradeName',
    'birthDate',
    'code',
    'nationalNumber',
    'guardianName1',
    'relation1',
    'guardianJob1',
    'guardianMay1',
    'phone1',
    'landline',
  ],
  staff: meanings.filter((meaning) => meaning.startsWith('staff')),
  courses: meanings.filter((meaning) => meaning.startsWith('course')),
}

/** Which of day and month stands first in a column of dates. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const

export const decisions = ['new', 'same'] as const

export const outcomes = ['add', 'change', 'same', 'problem', 'leftOut'] as const

const text = z.nullable(z.string())

/**
 * A column of the table as it came. `guess`: whether its heading was recognised to the letter or nearly. Of birth dates
 * `dayOrder` says which of day and month stands first, null where no value decides; `dayExample` is a date that shows it,
 * as it stands in the file, and with `dayOrder` null one that can be read in both ways. `recordFieldId`: the field of the
 * school's own that `ownField` means; `suggested`: which kind of field a column without a meaning would be. `hidden`: the
 * caller may not read its cells, and so writes into none of them.
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
  recordFieldId: text,
  suggested: z.nullable(z.object({ kind: z.enum(fieldKinds), choices: z.array(z.string()) })),
  hidden: z.boolean(),
})

/**
 * One import. `waiting`: started, not yet begun; `undoing`: the same of an undo. `reason`: why it came back from there.
 * `unknownNames`: names of classes and relations in the table that the school does not know, to be named once for all rows;
 * `grade`: the grade that rows write beside the class, each grade a name of its own; `several`: more than one class of the
 * school has the name; `gradeId`: the grade such a class seems to be of. `problemKinds`: what is wrong in how many rows, the
 * most frequent first; `{n}` stands in a reason for a number that differs from row to row.
 */
export const Import = z.object({
  id: z.string(),
  schoolId: z.string(),
  kind: z.enum(importKinds),
  fileName: text,
  source: z.enum(['table', 'oneRoster', 'schoolDataSync']),
  state: z.enum(['draft', 'waiting', 'running', 'done', 'undoing', 'undone']),
  reason: text,
  columns: z.array(Column),
  classRoomId: text,
  relationId: text,
  isPaid: z.boolean(),
  /** Whether guardians with a mobile number are asked to an account. */
  invites: z.boolean(),
  /** The files of a folder; of a table none. */
  files: z.array(ImportedFile),
  unknownNames: z.array(
    z.object({
      kind: z.enum(['class', 'relation']),
      name: z.string(),
      grade: text,
      several: z.boolean(),
      rows: z.number(),
      gradeId: text,
    }),
  ),
  problemKinds: z.array(z.object({ reason: z.string(), position: z.nullable(z.number()), rows: z.number() })),
  names: z.array(z.object({ kind: z.enum(['class', 'relation']), name: z.string(), grade: text, id: z.string() })),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  problems: z.number(),
  leftOut: z.number(),
  /** Rows that may enter a student a second time, and of which nothing was decided. */
  similar: z.number(),
  /** Links to guardians that will be made or awaited, or were: one for each student and number. */
  guardians: z.number(),
  /** Seats that will be, or were, paid: one coin each. */
  coins: z.number(),
  /** Whether something of a folder came in beside its students. */
  madeBeside: z.boolean(),
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
  field: z.enum([
    'firstName',
    'middleName',
    'lastName',
    'className',
    'birthDate',
    'isPaid',
    'guardian',
    'record',
    'health',
    'guardianOfRecord',
  ]),
  was: text,
  becomes: text,
})

/** What a row says of the official record: choices as they are stored. `name`: of a field of the school's own, with `field` null. */
const OfRecord = z.object({ field: z.nullable(z.enum(meanings)), name: text, value: z.string() })

/** A student whom a row may enter a second time. */
const SimilarStudent = z.object({
  studentId: z.string(),
  code: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  leftOn: text,
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
  record: z.array(OfRecord),
  similar: z.array(SimilarStudent),
  /** What was decided of a row that may be a second entry; null: the row follows its code, name and number. */
  decision: z.nullable(z.enum(decisions)),
  changes: z.array(Change),
  /** Why this row cannot be undone any more; sent only for a page of hindering rows (`show`). */
  hindrance: text,
})
