import * as z from 'zod/mini'
import { FileLanguage } from '#contract/exchange/exports/exports.ts'
import { staff } from '#contract/language/access.ts'
import { Id, List, OneOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { registerColumns, registerOrders } from './register-columns.ts'

/** The lists of a grade: the marks of each pupil in every course, the best, the failed courses, and the number of pupils in each band. */
export const gradeSheets = ['classSheet', 'topTen', 'failed', 'bands'] as const
/** A class also has the register of marks and absence of one course. */
export const classSheets = ['register', ...gradeSheets] as const

const number = z.nullable(z.number())
const text = z.nullable(z.string())

/** A list with its own columns, in the requested language. */
export const ResultSheet = z.object({
  list: z.enum(classSheets),
  title: z.string(),
  /** The class or grade, the course and the term. */
  about: z.string(),
  /** Whether the term is closed, in words. */
  note: z.string(),
  /** Null: the term is not closed, and every result may still change. */
  closing: z.nullable(z.object({ issue: z.number(), closedAt: z.string() })),
  columns: z.array(z.object({ key: z.string(), name: z.string(), fullMark: number, isText: z.boolean() })),
  rows: z.array(z.object({ cells: z.array(z.object({ text, number })) })),
})

const inLanguage = { courseId: optional(Id), termId: Id, language: optional(FileLanguage) }

/** Further operations (api.md §16): lists of results, on paper and as files. */
export const resultSheets = {
  /**
   * Without a course: of all courses of the class. All of them must be in the caller's reach, including those that nobody teaches any more.
   */
  ofClass: operation({
    path: 'Result/GetClassSheet',
    access: staff(['ViewExams', 'ManageResults'], { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({
      classRoomId: Id,
      ...inLanguage,
      list: OneOf(classSheets),
      /** For the register: a published order, or columns; without either, those of the school. */
      order: optional(OneOf(registerOrders.map(({ key }) => key))),
      columns: optional(List(OneOf(registerColumns), 1, registerColumns.length)),
    }),
    output: ResultSheet,
    table: true,
  }),

  ofGrade: operation({
    path: 'Result/GetGradeSheet',
    access: staff(['ManageResults', 'CloseResults'], { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, gradeId: Id, ...inLanguage, list: OneOf(gradeSheets) }),
    output: ResultSheet,
    table: true,
  }),
}
