import * as z from 'zod/mini'
import { ImportedFile } from './folder-shapes.ts'
import { numberKindNames } from '#contract/people/official-records/number-kinds.ts'
import { fieldKinds } from '#contract/people/official-records/record-fields.ts'

/** What a column can mean. A phone cell may contain several numbers, and its relation cell as many relations or one. */
export const meanings = [
  'fullName',
  'firstName',
  'middleName',
  'grandfather',
  'lastName',
  'className',
  'classTrack',
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
  'latinFirst',
  'latinMiddle',
  'latinLast',
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
  'otherNumber',
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
  'staffFirst',
  'staffLast',
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

/** What an import brings: students, guardians of existing students, staff, or courses. */
export const importKinds = ['students', 'guardians', 'staff', 'courses'] as const

const isTable = (meaning: Meaning) => /^(staff|course)/.test(meaning)

/** What a column can mean in an import of each kind. */
export const meaningsOf: Record<(typeof importKinds)[number], readonly Meaning[]> = {
  students: meanings.filter((meaning) => !isTable(meaning)),
  guardians: [
    'fullName',
    'firstName',
    'middleName',
    'grandfather',
    'lastName',
    'className',
    'classTrack',
    'gradeName',
    'birthDate',
    'code',
    'nationalNumber',
    'otherNumber',
    ...meanings.filter((meaning) => /^(guardian(Name|Job|May)|relation|phone|landline$|father|mother)/.test(meaning)),
  ],
  staff: meanings.filter((meaning) => meaning.startsWith('staff')),
  courses: meanings.filter((meaning) => meaning.startsWith('course')),
}

/** Whether the day or the month comes first in a column of dates. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const

/** What becomes of rows that a workbook hides, and of lists that stand side by side in a table. */
export const hiddenRowsChoices = ['leaveOut', 'take'] as const
export const listsChoices = ['first', 'all'] as const

export const decisions = ['new', 'same'] as const

/** What is counted of the students who are at the school already: they get another name, another class, or other guardians. */
export const changesOfExisting = ['renamed', 'moved', 'guardiansChanged'] as const

export const outcomes = ['add', 'change', 'same', 'problem', 'leftOut'] as const

const text = z.nullable(z.string())

/**
 * A column of the uploaded table. `guess`: whether its heading was recognised exactly or nearly; `secret`: as one of passwords, whose cells
 * are not kept. `dayOrder`: in birth dates, whether the
 * day or the month comes first; null if no value decides. `dayExample`: a date that shows this, as written in the file; with `dayOrder`
 * null, one that can be read in both ways. `hijriExample`: a date of the Hijri calendar, which is read by Umm al-Qura. `recordFieldId`: the school's own field that `ownField` means. `suggested`: which kind of field
 * a column without a meaning would be. `notCodes`: the heading promises codes, but the values are numbers of another system, which prove
 * nothing here. `numberKind`: the kind of all national numbers of the column; null: of each by its form, the nationality and the country of
 * the school. `hidden`: the caller may not read its cells and so cannot write into them.
 */
const Column = z.object({
  position: z.number(),
  heading: z.string(),
  meaning: z.nullable(z.enum(meanings)),
  guess: z.nullable(z.enum(['exact', 'near', 'secret'])),
  samples: z.array(z.string()),
  dayOrder: z.nullable(z.enum(dayOrders)),
  dayExample: text,
  hijriExample: text,
  dayOrderChosen: z.boolean(),
  recordFieldId: text,
  suggested: z.nullable(z.object({ kind: z.enum(fieldKinds), choices: z.array(z.string()) })),
  notCodes: z.boolean(),
  numberKind: z.nullable(z.enum(numberKindNames)),
  hidden: z.boolean(),
})

/**
 * One import. `waiting`: started but not yet begun; `undoing`: the same for an undo. `reason`: why it came back from there. `unknownNames`:
 * names of classes and relations in the table that the school does not have, to be matched once for all rows. Their `grade`: the grade
 * beside the class in the rows; each grade makes a separate name. `several`: more than one class of the school has the name. `gradeId`: the
 * grade to which such a class seems to belong. `typed`: what probably was typed where a spreadsheet made a date of the name of a class. `problemKinds`: what is wrong in how many rows, most frequent first; `{n}` replaces a number
 * that differs from row to row.
 */
export const Import = z.object({
  id: z.string(),
  schoolId: z.string(),
  kind: z.enum(importKinds),
  fileName: text,
  source: z.enum(['table', 'oneRoster', 'schoolDataSync', 'clever', 'canvas']),
  state: z.enum(['draft', 'waiting', 'running', 'done', 'undoing', 'undone']),
  reason: text,
  columns: z.array(Column),
  classRoomId: text,
  relationId: text,
  isPaid: z.boolean(),
  /** Whether guardians with a mobile number are invited. */
  invites: z.boolean(),
  /** The files of a folder; empty for a table. */
  files: z.array(ImportedFile),
  unknownNames: z.array(
    z.object({
      kind: z.enum(['class', 'relation']),
      name: z.string(),
      grade: text,
      several: z.boolean(),
      rows: z.number(),
      gradeId: text,
      typed: text,
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
  /** The number of rows that may enter a student a second time and are not decided yet. */
  similar: z.number(),
  /** The number of rows that do not agree with the student whom they were found to mean and are not decided yet; each is a problem. */
  doubted: z.number(),
  /** The number of students who are at the school already and get another name by the import, another class, or other guardians. */
  renamed: z.number(),
  moved: z.number(),
  guardiansChanged: z.number(),
  /** Links to guardians that will be, or were, made or requested: one per student and phone number. */
  guardians: z.number(),
  /** Seats that will be, or were, charged: one coin each. */
  coins: z.number(),
  /** Whether anything of a folder was stored besides its students. */
  madeBeside: z.boolean(),
  /** The number of rows stored so far. */
  progress: z.number(),
  undoable: z.boolean(),
  madeById: z.string(),
  madeByName: z.string(),
  createDate: z.string(),
  lastModifyDate: z.string(),
  finishDate: text,
  version: z.number(),
})
