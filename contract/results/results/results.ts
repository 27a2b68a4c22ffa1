import * as z from 'zod/mini'
import { staff, staffOrParent } from '#contract/language/access.ts'
import { Id, Int, List, Mark, OneNumberOf, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { resultStates, PartFigure, roundings, StoredPart } from './scheme-rules.ts'

const number = z.nullable(z.number())
const state = z.nullable(z.enum(resultStates))
/** `says`: what the band means, if its scheme has a sentence for it. */
export const BandName = z.nullable(
  z.object({
    name: z.string(),
    nameAr: z.string(),
    says: z.optional(z.nullable(z.string())),
    saysAr: z.optional(z.nullable(z.string())),
    colour: z.string(),
  }),
)

/** A mark that people enter, with the version from which a change is made (0: there is no mark yet). */
const Cell = z.object({ mark: number, state, origin: z.nullable(z.string()), version: z.number() })

const figures = {
  parts: z.array(PartFigure),
  total: number,
  fullMark: number,
  percent: number,
  band: BandName,
  state,
  passed: z.nullable(z.boolean()),
  needsSecondRound: z.boolean(),
  /** 2: the mark is that of the second round. */
  round: z.number(),
}

export const remarkLanguages = ['ar', 'en'] as const

/** A remark as it was closed: of the class (`courseId` null) or of a course, in one language of the card. */
const ClosedRemark = z.object({
  courseId: z.nullable(z.string()),
  language: z.enum(remarkLanguages),
  body: z.string(),
  byName: z.string(),
})

/** The result of a pupil in a course, or in total (`courseId` null). */
export const CourseFigures = z.object({
  courseId: z.nullable(z.string()),
  courseName: z.nullable(z.string()),
  ...figures,
  /** Grace marks that are included in the total. */
  grace: z.number(),
})

/** A closing of a grade's term, as in lists. */
export const TermClosing = z.object({
  id: z.string(),
  termId: z.string(),
  gradeId: z.string(),
  issue: z.number(),
  closedAt: z.string(),
  closedByName: z.string(),
  reason: z.nullable(z.string()),
  reopenedAt: z.nullable(z.string()),
  reopenedByName: z.nullable(z.string()),
  reopenReason: z.nullable(z.string()),
  publishedAt: z.nullable(z.string()),
  visibleFrom: z.nullable(z.string()),
})

const named = { id: z.string(), name: z.string() }

const Term = z.object({ ...named, startDate: z.string(), endDate: z.string() })

/** The choices of a person: terms of the current year, and the grades, classes and courses in reach. */
export const ResultChoices = z.object({
  /** Includes the requested term, of any year. */
  terms: z.array(Term),
  termId: z.nullable(z.string()),
  /** All years that have terms, the current one first, then the latest. `termId`: the term with which the screen starts. */
  years: z.array(z.object({ ...named, current: z.boolean(), termId: z.string(), terms: z.array(Term) })),
  grades: z.array(
    z.object({
      ...named,
      closing: z.nullable(TermClosing),
      hasScheme: z.boolean(),
      /** `whole`: every course of the class is in reach. */
      classes: z.array(z.object({ ...named, whole: z.boolean(), courses: z.array(z.object(named)) })),
    }),
  ),
  may: z.object({ save: z.boolean(), manage: z.boolean(), close: z.boolean() }),
})

/**
 * The marks of a class in a course. A cell of a computed part contains only a state that a person entered. In a closed term `figures` are
 * those that were closed, while `cells` and `second` are the marks as they are entered now, from which a correction is made.
 */
export const ResultGrid = z.object({
  classRoomId: z.string(),
  courseId: z.string(),
  termId: z.string(),
  schemeName: z.string(),
  schemeVersion: z.number(),
  rounding: z.enum(roundings),
  fullMark: z.number(),
  passMark: z.number(),
  parts: z.array(z.object({ ...StoredPart.shape, fullMark: z.number() })),
  hasSecondRound: z.boolean(),
  closing: z.nullable(TermClosing),
  students: z.array(
    z.object({
      studentId: z.string(),
      studentName: z.string(),
      /** One for each part of `figures.parts`, in the same order. */
      cells: z.array(Cell),
      second: Cell,
      figures: CourseFigures,
      /** In a closed term: what the result would be now, if that differs from what was closed. */
      now: z.nullable(CourseFigures),
    }),
  ),
  may: z.object({ save: z.boolean() }),
})

/** A mark that was entered or changed. `partId`: for the second round, the id of the course. */
const MarkChange = z.object({
  partId: z.string(),
  round: z.number(),
  at: z.string(),
  byName: z.string(),
  formerMark: number,
  formerState: state,
  mark: number,
  state,
  origin: z.nullable(z.string()),
  reason: z.nullable(z.string()),
})

/** The most cells of one save. */
export const cellsAtOnce = 500

const marking = ['ViewExams', 'ManageResults'] as const
const ofClass = { classRoomId: Id, courseId: Id, termId: Id }

/** Further operations (api.md §16): marks of a term, computed and entered. */
export const results = {
  choices: operation({
    path: 'Result/GetChoices',
    access: staff(marking, { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, termId: optional(Id) }),
    output: ResultChoices,
  }),

  grid: operation({
    path: 'Result/GetGrid',
    access: staff(marking, { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject(ofClass),
    output: ResultGrid,
  }),

  /**
   * A mark or a state for each cell; if both are missing, the cell becomes empty. All or none. `afterClosing`: why marks of a closed term are
   * corrected; without it they are refused. The closed result stays as it is.
   */
  save: operation({
    path: 'Result/SaveMarks',
    access: staff(['RateExam', 'ManageResults'], { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({
      ...ofClass,
      afterClosing: optional(Text(3, 200)),
      marks: List(
        z.strictObject({
          studentId: Id,
          /** For the second round, the id of the course. */
          partId: Id,
          round: optional(OneNumberOf([1, 2])),
          mark: optional(Mark),
          state: optional(OneOf(resultStates)),
          origin: optional(Text(0, 200)),
          /** Why a stored mark is changed; shown in the history of the cell. */
          reason: optional(Text(0, 200)),
          /** 0: there was no mark. */
          baseVersion: optional(Int(0, 1_000_000)),
        }),
        1,
        cellsAtOnce,
      ),
    }),
    output: ResultGrid,
    writes: true,
    sheet: ['classRoomId', 'courseId', 'termId'],
  }),

  /** How the marks of a pupil in a course were changed, latest first. */
  history: operation({
    path: 'Result/GetMarkHistory',
    access: staff(marking, { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({ ...ofClass, studentId: Id }),
    output: z.array(MarkChange),
  }),

  /** The missing marks, by the people who must enter them. */
  missing: operation({
    path: 'Result/GetMissing',
    access: staff(marking, { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, termId: Id, gradeId: optional(Id) }),
    output: z.array(
      z.object({
        classRoomId: z.string(),
        classRoomName: z.string(),
        /** Null: what is missing is of the class itself. */
        courseId: z.nullable(z.string()),
        courseName: z.nullable(z.string()),
        teachers: z.array(z.string()),
        parts: z.array(z.object({ name: z.string(), nameAr: z.string(), students: z.number() })),
        /** Students without a mark. */
        students: z.number(),
        /** Students without a remark in a class where others have one. */
        remarks: z.number(),
      }),
    ),
  }),

  /** Reminds the teachers who owe marks of a term, or of one grade in it; nobody twice on a day. */
  remindMissing: operation({
    path: 'Result/RemindMissing',
    access: staff('ManageResults', { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id, termId: Id, gradeId: optional(Id) }),
    output: Done,
    writes: true,
  }),

  /** All results of a class with their derivation, of a closed term those that were closed. Nothing is stored. */
  compute: operation({
    path: 'Result/Compute',
    access: staff('ManageResults', { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({ classRoomId: Id, termId: Id }),
    output: z.array(
      z.object({
        studentId: z.string(),
        studentName: z.string(),
        courses: z.array(CourseFigures),
        total: CourseFigures,
      }),
    ),
  }),

  /** Closed results of a pupil, latest term first; a parent reads only published ones. */
  student: operation({
    path: 'Result/GetStudentResult',
    access: staffOrParent(marking, { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id, termId: optional(Id) }),
    output: z.array(
      z.object({
        closingId: z.string(),
        termId: z.string(),
        termName: z.string(),
        yearName: z.string(),
        gradeName: z.string(),
        issue: z.number(),
        closedAt: z.string(),
        publishedAt: z.nullable(z.string()),
        visibleFrom: z.nullable(z.string()),
        classRoomName: z.string(),
        /** The rank among the pupils of the grade, and their number; null for parents. */
        pupils: number,
        rank: number,
        courses: z.array(CourseFigures),
        total: CourseFigures,
        /** What teachers wrote, as it was closed. */
        remarks: z.array(ClosedRemark),
      }),
    ),
  }),
}
