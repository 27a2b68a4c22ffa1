import * as z from 'zod/mini'
import {
  BaseVersion,
  Bool,
  Day,
  FullMark,
  Id,
  kept,
  List,
  Mark,
  optional,
  paging,
  Text,
} from '#contract/language/fields.ts'
import { May } from '#contract/language/shapes.ts'

/**
 * A piece of work as it is answered. Homework, exams and activities are alike: work set for a class in a course on a day, with a
 * full mark (`rate`) and a result for each student. Here they have one vocabulary; on the wire each kind has its own (decision 022).
 */
export const work = {
  id: z.string(),
  date: z.string(),
  weekDay: z.string(),
  /** '' without any. */
  details: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  supervisorId: z.string(),
  supervisorName: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  rate: z.number(),
  createDate: z.string(),
  lastModifyDate: z.string(),
  version: z.number(),
  may: May,
}

/**
 * How it turned out so far: how many students it is set for, how many of them are marked (the absent too) and took part or
 * handed it in, the mean of the marks without the absent, and how many marks lie in each tenth of the full mark.
 */
export const WorkFigures = z.object({
  students: z.number(),
  marked: z.number(),
  participants: z.number(),
  average: z.nullable(z.number()),
  tenths: z.array(z.number()),
})

/** As it is listed; `figures` is null for those who may not list all its results. */
export const listedWork = { ...work, figures: z.nullable(WorkFigures) }

/**
 * A student's result in it. `tookPart`: was there, or handed it in; null with a result of null is not rated yet, false with
 * 0 is absent. `version` is the result's own.
 */
export const studentResult = {
  workId: z.string(),
  date: z.string(),
  weekDay: z.string(),
  details: z.string(),
  courseId: z.string(),
  courseName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  supervisorId: z.string(),
  supervisorName: z.string(),
  rate: z.number(),
  studentId: z.string(),
  studentName: z.string(),
  studentImage: z.nullable(z.string()),
  result: z.nullable(z.number()),
  tookPart: z.nullable(z.boolean()),
  version: z.number(),
}

/** The filters of lists of homework and activities. */
export const filters = {
  classRoomId: optional(Id),
  supervisorId: optional(Id),
  courseId: optional(Id),
  details: optional(Text(0, 200)),
  rate: optional(Mark),
  fromDate: optional(Day),
  toDate: optional(Day),
  yearId: optional(Id),
  ...paging,
}

/** A list of results needs at least one of these two; the range of results and the days follow, in this order. */
export const resultsOf = { studentId: optional(Id), workId: optional(Id) }
export const resultRange = { resultFrom: optional(Mark), resultTo: optional(Mark) }
export const resultDays = { dateFrom: optional(Day), dateTo: optional(Day), yearId: optional(Id), ...paging }

/** The students the work is set for: every active student of the class when absent or null. */
export const studentIds = optional(List(Id, 0, 500))

/** The content of homework and activities. */
export const details = Text(1, 4000, { lines: true })

/** New homework or a new activity. */
export const newWork = { classRoomId: Id, courseId: Id, date: Day, details, rate: FullMark, studentIds }

/** A change of one; the class is accepted only when it is its own. */
export const workChange = {
  id: Id,
  courseId: kept(Id),
  date: kept(Day),
  details: kept(details),
  rate: kept(FullMark),
  studentIds,
  classRoomId: optional(Id),
  baseVersion: BaseVersion,
}

/** A rating: what is sent is stored, a result alone means that the student took part, both null clear it (api.md §8.3). */
export const rating = { result: optional(Mark), tookPart: optional(Bool) }

/** Homework or an activity for one student alone, with its result if there is one. */
export const newForOne = { classRoomId: Id, courseId: Id, studentId: Id, date: Day, details, rate: FullMark, ...rating }

/** What the server answers about the work itself. */
export const namedByServer = ['supervisorId', 'weekDay']
