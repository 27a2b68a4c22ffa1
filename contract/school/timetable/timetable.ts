import * as z from 'zod/mini'
import { member, staffOrParent } from '#contract/language/access.ts'
import { Day, Id, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { OwnLesson } from './own-lesson.ts'
import { HoursSet } from '#contract/school/calendar/calendar.ts'

/** The periods of a set of hours, breaks included. Lesson number n is the n-th period that is no break. */
const Periods = HoursSet.shape.periods

/** A lesson as people read it. `hours`: the place of its hours in the list of the answer; null if the school has none. */
export const LessonRead = z.object({
  number: z.number(),
  hours: z.nullable(z.number()),
  courseName: z.string(),
  /** The classes, each with its group if it is not the whole class. */
  classNames: z.array(z.string()),
  teacherNames: z.array(z.string()),
  roomNames: z.array(z.string()),
  /** Whether somebody who is to give it no longer teaches the course in the class, or nobody is to give it. */
  lacksTeacher: z.boolean(),
})

/** One day of a week. `week`: A or B in a cycle of two weeks, else null. */
export const DayOfWeek = z.object({
  day: z.string(),
  weekDay: z.string(),
  week: z.nullable(z.enum(['A', 'B'])),
  /** Whether there is no school; with the name of the holiday if it is one. */
  closed: z.boolean(),
  holiday: z.nullable(z.string()),
  hours: z.nullable(z.number()),
  lessons: z.array(LessonRead),
})

/** The week of seven days, Saturday first, that contains a day, by the published versions. */
export const Week = z.object({
  schoolId: z.string(),
  /** Of whom it is: the name of the class, teacher, room or student; null for the whole school. */
  name: z.nullable(z.string()),
  today: z.string(),
  /** The published versions in these days; empty if none is in force. */
  versions: z.array(z.string()),
  hours: z.array(z.object({ periods: Periods })),
  days: z.array(DayOfWeek),
})

export const LessonsNow = z.object({
  day: z.string(),
  /** The time by the clock of the school. */
  time: z.string(),
  /** The lesson that goes on now. */
  now: z.nullable(OwnLesson),
  /** The next one today. */
  next: z.nullable(OwnLesson),
  /** All of today, in order. */
  lessons: z.array(OwnLesson),
})

const Named = z.object({ id: z.string(), name: z.string() })

/** Further operations (api.md §16): the week of a school as it is published. */
export const timetable = {
  /** Whose weeks can be read. `ownId`: the caller, if they teach here. */
  subjects: operation({
    path: 'Timetable/GetSubjects',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: z.object({
      classes: z.array(z.object({ ...Named.shape, gradeName: z.string() })),
      teachers: z.array(Named),
      rooms: z.array(Named),
      ownId: z.nullable(z.string()),
    }),
  }),

  /** Of a class, a teacher or a room; without one of them, of the whole school. */
  week: operation({
    path: 'Timetable/GetWeek',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({
      schoolId: Id,
      classRoomId: optional(Id),
      teacherId: optional(Id),
      roomId: optional(Id),
      day: optional(Day),
    }),
    output: Week,
  }),

  /** The lessons of the student's class and of their groups. */
  ofStudent: operation({
    path: 'Timetable/GetWeekOfStudent',
    access: staffOrParent(
      ['ViewSchoolStudentsList', 'ViewAttendanceList', 'ViewHomework', 'ViewExams'],
      { student: 'studentId' },
      'studentId',
    ),
    input: z.strictObject({ studentId: Id, day: optional(Day) }),
    output: Week,
  }),

  now: operation({
    path: 'Timetable/GetNow',
    access: member({ school: 'schoolId' }, 'own'),
    input: z.strictObject({ schoolId: Id }),
    output: LessonsNow,
  }),
}
