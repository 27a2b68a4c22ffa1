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
 * A piece of work as it is answered. Homework, exams and activities are alike: work set for a class in a course on a day, with a full mark
 * (`rate`) and a result for each student. Here they share one vocabulary; on the wire each kind has its own names (decision 022).
 */
export const work = {
  id: z.string(),
  date: z.string(),
  weekDay: z.string(),
  /** '' if there are none. */
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
 * The results so far: for how many students it is set, how many of them are marked (including the absent) and took part or handed it in,
 * the average mark without the absent, and how many marks are in each tenth of the full mark.
 */
export const WorkFigures = z.object({
  students: z.number(),
  marked: z.number(),
  participants: z.number(),
  average: z.nullable(z.number()),
  tenths: z.array(z.number()),
})

/** A piece of work in a list. `figures` is null for callers who may not list all its results. */
export const listedWork = { ...work, figures: z.nullable(WorkFigures) }

/**
 * A student's result. `tookPart`: was there, or handed it in. Null with a null result: not marked yet; false with 0: absent. `version` is
 * that of the result.
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

/** A list of results needs at least one of these two. The range of results and the days follow, in this order. */
export const resultsOf = { studentId: optional(Id), workId: optional(Id) }
export const resultRange = { resultFrom: optional(Mark), resultTo: optional(Mark) }
export const resultDays = { dateFrom: optional(Day), dateTo: optional(Day), yearId: optional(Id), ...paging }

/** The students for whom the work is set; if absent or null, every active student of the class. */
export const studentIds = optional(List(Id, 0, 500))

/** The content of homework and activities. */
export const details = Text(1, 4000, { lines: true })

/** New homework or a new activity. */
export const newWork = { classRoomId: Id, courseId: Id, date: Day, details, rate: FullMark, studentIds }

/** A change of a piece of work. The class is accepted only if it is the stored one. */
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

/** A mark: what is sent is stored. A result alone means that the student took part; if both are null, the mark is cleared (api.md §8.3). */
export const rating = { result: optional(Mark), tookPart: optional(Bool) }

/** Homework or an activity for one student only, with its result if there is one. */
export const newForOne = { classRoomId: Id, courseId: Id, studentId: Id, date: Day, details, rate: FullMark, ...rating }

/** The fields of the work that only the server sets. */
export const namedByServer = ['supervisorId', 'weekDay']
