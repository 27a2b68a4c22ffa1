import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import {
  BaseVersion,
  Bool,
  Day,
  Id,
  Int,
  kept,
  List,
  OneNumberOf,
  optional,
  paging,
  Weekday,
} from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { HoursSet } from '#contract/school/calendar/calendar.ts'
import { HoursUse, Room } from './timetable-settings.ts'

/** The highest number of a lesson in a day. */
export const numbersAtMost = 20

/** A version of the week: a draft, or published from a day until the day before the next one begins. */
export const Timetable = z.object({
  id: z.string(),
  schoolId: z.string(),
  timetableName: z.string(),
  yearName: z.string(),
  weeks: z.number(),
  /** The first day of a week A. */
  anchor: z.string(),
  validFrom: z.nullable(z.string()),
  validTo: z.nullable(z.string()),
  publishedByName: z.nullable(z.string()),
  lessons: z.number(),
  version: z.number(),
  /** Whether it is in force today. */
  isValid: z.boolean(),
})

/** A lesson as deputies plan it. `week`: 0 each week, 1 week A, 2 week B. Without a group, it is of the whole class. */
export const Lesson = z.object({
  id: z.string(),
  courseId: z.string(),
  weekday: z.string(),
  number: z.number(),
  week: z.number(),
  fixed: z.boolean(),
  classes: z.array(z.object({ classRoomId: z.string(), groupId: z.nullable(z.string()) })),
  teacherIds: z.array(z.string()),
  roomIds: z.array(z.string()),
})

const Named = z.object({ id: z.string(), name: z.string() })

/** A version with everything that its lessons are made of. */
export const WholeTimetable = z.object({
  timetable: Timetable,
  lessons: z.array(Lesson),
  classes: z.array(z.object({ id: z.string(), name: z.string(), gradeId: z.string(), gradeName: z.string() })),
  groups: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      divisionId: z.string(),
      divisionName: z.string(),
      classRoomId: z.string(),
    }),
  ),
  courses: z.array(Named),
  teachers: z.array(Named),
  /** Who teaches which course in which class. */
  teaching: z.array(z.object({ classRoomId: z.string(), teacherId: z.string(), courseId: z.string() })),
  rooms: z.array(z.object({ id: z.string(), name: z.string(), active: Room.shape.active })),
  openWeekdays: z.array(z.string()),
  hours: z.array(HoursSet),
  uses: z.array(HoursUse),
})

const LessonNumber = Int(1, numbersAtMost)
const InWeek = OneNumberOf([0, 1, 2])

export const LessonDraft = z.strictObject({
  id: optional(Id),
  courseId: Id,
  weekday: Weekday,
  number: LessonNumber,
  week: optional(InWeek),
  fixed: optional(Bool),
  classes: List(z.strictObject({ classRoomId: Id, groupId: optional(Id) }), 1, 20),
  teacherIds: List(Id, 0, 10),
  roomIds: List(Id, 0, 10),
})

/** What a change of a draft answers: its new version, and the ids of the lessons that were stored. */
export const DraftSaved = z.object({ version: z.number(), ids: z.array(z.string()) })

/** Why a lesson of a table or a file is left out: an unknown name, a day, week or number that there is not, a place that is taken. */
export const leftOutReasons = ['class', 'course', 'teacher', 'room', 'day', 'week', 'hours', 'taken'] as const

/** What of a table becomes lessons, and the rows that are left out: an unknown name, a number too high, a place that is taken. */
export const RowsTaken = z.object({
  version: z.number(),
  ids: z.array(z.string()),
  lessons: z.number(),
  leftOut: z.array(z.object({ row: z.number(), reason: z.enum(leftOutReasons), name: z.string() })),
})

/** What changes for a teacher from one version to another, as lines of a week. */
const Place = z.object({
  weekDay: z.string(),
  number: z.number(),
  week: z.number(),
  courseName: z.string(),
  classNames: z.array(z.string()),
  roomNames: z.array(z.string()),
})

export const ChangesOfTeacher = z.object({
  teacherId: z.nullable(z.string()),
  teacherName: z.nullable(z.string()),
  before: z.array(Place),
  after: z.array(Place),
})

const managing = staff('ManageTimetable', { school: 'schoolId' }, 'wholeSchool')
const ofDraft = staff('ManageTimetable', { timetable: 'timetableId' }, 'wholeSchool')
const of = { timetableId: Id, baseVersion: BaseVersion }
const change = { access: ofDraft, output: DraftSaved, writes: true } as const

/** Further operations (api.md §16): drafts of the week, and their publication. */
export const timetableDrafts = {
  list: operation({
    path: 'Timetable/GetDrafts',
    access: managing,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Timetable),
    paging: 'whole',
  }),

  get: operation({
    path: 'Timetable/GetDraft',
    access: ofDraft,
    input: z.strictObject({ timetableId: Id }),
    output: WholeTimetable,
  }),

  /**
   * An empty draft of the current year, or a copy of a version. `replacementId`: a copy of the one in force from that day on, unless another is
   * named, in which the lessons of the courses that pass are the other teacher's.
   */
  start: operation({
    path: 'Timetable/Start',
    access: managing,
    input: z.strictObject({
      schoolId: Id,
      timetableName: NameOf(1, 60),
      weeks: optional(OneNumberOf([1, 2])),
      anchor: optional(Day),
      copyOfId: optional(Id),
      replacementId: optional(Id),
    }),
    output: Timetable,
    writes: true,
  }),

  update: operation({
    path: 'Timetable/Update',
    access: ofDraft,
    input: z.strictObject({
      ...of,
      timetableName: kept(NameOf(1, 60)),
      weeks: kept(OneNumberOf([1, 2])),
      anchor: kept(Day),
    }),
    output: Timetable,
    writes: true,
  }),

  /** Puts a draft away; `discarded` false brings it back. */
  discard: operation({
    path: 'Timetable/Discard',
    access: managing,
    input: z.strictObject({ schoolId: Id, draftId: Id, discarded: Bool }),
    output: z.object({ done: z.literal(true), changed: z.number() }),
    writes: true,
  }),

  /** Adds lessons, or changes those whose id is sent. */
  put: operation({
    ...change,
    path: 'Timetable/Put',
    input: z.strictObject({ ...of, lessons: List(LessonDraft, 1, 50) }),
  }),

  /** Moves lessons to other places, all together or none, so that two can change places. */
  move: operation({
    ...change,
    path: 'Timetable/Move',
    input: z.strictObject({
      ...of,
      moves: List(
        z.strictObject({ lessonId: Id, weekday: Weekday, number: LessonNumber, week: optional(InWeek) }),
        1,
        50,
      ),
    }),
  }),

  take: operation({
    ...change,
    path: 'Timetable/Take',
    input: z.strictObject({ ...of, lessonIds: List(Id, 1, 200) }),
  }),

  /** Adds the lessons of a table, matched by names. `tries`: answers what would be stored, and stores nothing. */
  takeRows: operation({
    path: 'Timetable/TakeRows',
    access: ofDraft,
    input: z.strictObject({
      ...of,
      tries: optional(Bool),
      rows: List(
        z.strictObject({
          className: NameOf(1, 200),
          weekday: Weekday,
          number: LessonNumber,
          courseName: NameOf(1, 200),
          teacherName: optional(NameOf(1, 200)),
          roomName: optional(NameOf(1, 200)),
        }),
        1,
        3000,
      ),
    }),
    output: RowsTaken,
    writes: true,
  }),

  /** What changes for each teacher, from the version in force on the day (today) or from another one. */
  compare: operation({
    path: 'Timetable/Compare',
    access: ofDraft,
    input: z.strictObject({ timetableId: Id, withId: optional(Id), day: optional(Day) }),
    output: z.array(ChangesOfTeacher),
  }),

  publish: operation({
    path: 'Timetable/Publish',
    access: ofDraft,
    input: z.strictObject({ ...of, validFrom: Day }),
    output: Timetable,
    writes: true,
  }),

  /** Makes a version a draft again, before its first day. */
  withdraw: operation({
    path: 'Timetable/Withdraw',
    access: ofDraft,
    input: z.strictObject({ ...of }),
    output: Timetable,
    writes: true,
  }),
}
