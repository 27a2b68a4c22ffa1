import * as z from 'zod/mini'
import { importKinds } from './import-kinds.ts'
import { WrittenAttendance, dayDecisions } from './attendance-shapes.ts'
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
  'guardianLast1',
  'guardianJob1',
  'landline',
  'guardianName2',
  'guardianLast2',
  'guardianJob2',
  'guardianName3',
  'guardianLast3',
  'guardianJob3',
  'fatherName',
  'fatherLast',
  'fatherJob',
  'motherName',
  'motherLast',
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
  'feeFamily',
  'feeItem',
  'feeDue',
  'feePaid',
  'feeDay',
  'markCourse',
  'mark',
  'markOf',
  'markPercent',
  'markWord',
  'markYear',
  'markTerm',
  'markOfCourse',
  'wordOfCourse',
  'attendDay',
  'attendState',
  'attendMinutes',
  'attendNote',
  'attendMonth',
  'attendOfDay',
] as const

type Meaning = (typeof meanings)[number]

const isOther = (meaning: Meaning) => /^(staff|course|fee|mark|wordOf|attend)/.test(meaning)

/** Meanings that several columns may have: of each course or day its own. */
export const repeatedMeanings: readonly Meaning[] = ['markOfCourse', 'wordOfCourse', 'attendOfDay']

const ofExisting = [
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
] as const

/** What a column can mean in an import of each kind. */
export const meaningsOf: Record<(typeof importKinds)[number], readonly Meaning[]> = {
  students: meanings.filter((meaning) => !isOther(meaning)),
  guardians: [
    ...ofExisting,
    ...meanings.filter((meaning) =>
      /^(guardian(Name|Last|Job|May)|relation|phone|landline$|father|mother)/.test(meaning),
    ),
  ],
  staff: meanings.filter((meaning) => meaning.startsWith('staff')),
  courses: meanings.filter((meaning) => meaning.startsWith('course')),
  balances: [
    'fullName',
    'firstName',
    'middleName',
    'grandfather',
    'lastName',
    'className',
    'gradeName',
    'code',
    'otherNumber',
    ...meanings.filter((meaning) => meaning.startsWith('fee')),
  ],
  marks: [...ofExisting, ...meanings.filter((meaning) => /^(mark|wordOf)/.test(meaning))],
  attendance: [...ofExisting, ...meanings.filter((meaning) => meaning.startsWith('attend'))],
}

/**
 * The meanings of columns that offices write once above empty cells: classes and grades, and where several rows may be about one person, also who
 * it is.
 */
export const onceAboveOf = (kind: (typeof importKinds)[number]): readonly Meaning[] => {
  if (kind === 'students' || kind === 'courses') return ['className', 'gradeName']
  if (kind === 'staff') return ['staffName', 'staffFirst', 'staffLast']
  return ofExisting.filter((meaning) => meaning !== 'birthDate')
}

/** Whether the day or the month comes first in a column of dates. */
export const dayOrders = ['dayFirst', 'monthFirst'] as const

/** What of a table has names that may mean something of the school: classes, relations, items of fees, roles and courses. */
export const matchedKinds = ['class', 'relation', 'feeItem', 'role', 'course'] as const

/** Whether the empty cells of a column get the text that stands once above them. */
export const fillDownChoices = ['fill', 'leave'] as const

/** What becomes of rows or columns that a workbook hides, and of lists that stand side by side in a table. */
export const hiddenRowsChoices = ['leaveOut', 'take'] as const
export const listsChoices = ['first', 'all'] as const

/** On a row that may be a second entry, and on one whose days the school has already with another state. */
export const decisions = ['new', 'same', ...dayDecisions] as const

/** What is counted of the students who are at the school already: they get another name, another class, other guardians, or other marks. */
export const changesOfExisting = ['renamed', 'moved', 'guardiansChanged', 'corrected'] as const

export const outcomes = ['add', 'change', 'same', 'problem', 'leftOut'] as const

const text = z.nullable(z.string())

/**
 * A column of the uploaded table. `guess`: whether its heading was recognised exactly or nearly; `secret`: as one of passwords, whose cells
 * are not kept. `dayOrder`: in birth dates, whether the
 * day or the month comes first; null if no value decides. `dayExample`: a date that shows this, as written in the file; with `dayOrder`
 * null, one that can be read in both ways. `hijriExample`: a date of the Hijri calendar, which is read by Umm al-Qura. `recordFieldId`: the school's own field that `ownField` means. `suggested`: which kind of field
 * a column without a meaning would be. `notCodes`: the heading promises codes, but the values are numbers of another system, which prove
 * nothing here. `numberKind`: the kind of all national numbers of the column; null: of each by its form, the nationality and the country of
 * the school. `fullMark`: the maximum of a column of marks. `gaps`: of classes and grades, the rows whose empty cells stand below a text that is
 * written once above them; `fillDown`: what a person decided about them. `hidden`: the caller may not read its cells and so cannot write into them.
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
  fullMark: z.nullable(z.number()),
  gaps: z.array(z.object({ text: z.string(), firstRow: z.number(), lastRow: z.number(), cells: z.number() })),
  fillDown: z.nullable(z.enum(fillDownChoices)),
  hidden: z.boolean(),
})

/**
 * Whence the marks of a table are, where its rows do not say so: the school year, the term (null: the year as a whole), the course to which the
 * column of marks belongs (null: the total), and the maximum of courses.
 */
const MarksOf = z.object({ yearName: text, termName: text, courseName: text, fullMark: z.nullable(z.number()) })

/**
 * One import. `waiting`: started but not yet begun; `undoing`: the same for an undo. `reason`: why it came back from there. `unknownNames`:
 * names of classes, relations, items of fees, roles and courses in the table that the school does not have, to be matched once for all rows. Their `grade`: the grade
 * beside the class in the rows; each grade makes a separate name. `several`: more than one class of the school has the name. `gradeId`: the
 * grade to which such a class seems to belong. `typed`: what probably was typed where a spreadsheet made a date of the name of a class. `problemKinds`: what is wrong in how many rows, most frequent first; `{n}` replaces a number
 * that differs from row to row.
 */
export const Import = z.object({
  id: z.string(),
  schoolId: z.string(),
  kind: z.enum(importKinds),
  /** The kind that the columns clearly are of, while a draft of students is another. */
  likelyKind: z.nullable(z.enum(importKinds)),
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
  /** Null for another kind. */
  marks: z.nullable(MarksOf),
  /** Null for another kind. */
  attendance: z.nullable(WrittenAttendance),
  /** The files of a folder; empty for a table. */
  files: z.array(ImportedFile),
  unknownNames: z.array(
    z.object({
      kind: z.enum(matchedKinds),
      name: z.string(),
      grade: text,
      several: z.boolean(),
      rows: z.number(),
      gradeId: text,
      typed: text,
    }),
  ),
  problemKinds: z.array(z.object({ reason: z.string(), position: z.nullable(z.number()), rows: z.number() })),
  names: z.array(z.object({ kind: z.enum(matchedKinds), name: z.string(), grade: text, id: z.string() })),
  rows: z.number(),
  added: z.number(),
  changed: z.number(),
  same: z.number(),
  problems: z.number(),
  leftOut: z.number(),
  /** The number of rows that may enter a student a second time and are not decided yet. */
  similar: z.number(),
  /**
   * The number of rows that do not agree with the student whom they were found to mean, or with what the school has recorded of a day, and are not
   * decided yet; each is a problem.
   */
  doubted: z.number(),
  /** The number of students who are at the school already and get another name by the import, another class, or other guardians. */
  renamed: z.number(),
  moved: z.number(),
  guardiansChanged: z.number(),
  /** The number of students of whom a mark that was brought before, or a day that the school has, becomes another. */
  corrected: z.number(),
  /** Links to guardians that will be, or were, made or requested: one per student and phone number. */
  guardians: z.number(),
  /** Seats that will be, or were, charged: one coin each. */
  coins: z.number(),
  /** Of balances: what the rows to be added sum to, in the currency of the school; null for everything else. */
  sums: z.nullable(z.object({ due: z.string(), paid: z.string(), currency: z.string() })),
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
