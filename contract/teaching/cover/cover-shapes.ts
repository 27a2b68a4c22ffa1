import * as z from 'zod/mini'

export const absenceKinds = ['illness', 'leave', 'duty', 'training', 'other'] as const

/** A teacher takes it, groups are taught together, the last lesson falls away so that the class ends early, or supervised study. */
export const coverWays = ['cover', 'merge', 'moved', 'study'] as const

export const coverStates = ['asked', 'given', 'declined', 'undone'] as const

/** When a teacher is absent. `absenceKind` is null for people who may not see it. Of one day, also a part: some numbers, or a time. */
export const StaffAbsence = z.object({
  id: z.string(),
  teacherId: z.string(),
  teacherName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  fromTime: z.nullable(z.string()),
  toTime: z.nullable(z.string()),
  numbers: z.nullable(z.array(z.number())),
  absenceKind: z.nullable(z.enum(absenceKinds)),
  /** Reported by the teacher, and not yet taken over by a person with the right ManageCover: it opens no lesson. */
  isWaiting: z.boolean(),
  toldByName: z.string(),
  toldAt: z.string(),
  version: z.number(),
})

const lessonOf = {
  lessonId: z.string(),
  number: z.number(),
  starts: z.nullable(z.string()),
  ends: z.nullable(z.string()),
  courseName: z.string(),
  classNames: z.array(z.string()),
  roomNames: z.array(z.string()),
}

/** A lesson of a day that its teachers cannot give. `time`: by the clock of the school. */
export const LessonToCover = z.object({
  ...lessonOf,
  absentId: z.string(),
  absentName: z.string(),
  time: z.enum(['ahead', 'now', 'over']),
  cover: z.nullable(
    z.object({
      id: z.string(),
      way: z.enum(coverWays),
      coverState: z.enum(coverStates),
      teacherId: z.nullable(z.string()),
      teacherName: z.nullable(z.string()),
      reason: z.nullable(z.string()),
      /** Until when the class was without a teacher, if the lesson had begun by then. */
      withoutUntil: z.nullable(z.string()),
      /** The register came after the end, and waits for somebody to let it in. */
      isLateAsked: z.boolean(),
    }),
  ),
  /** Who declined, and why. */
  declined: z.array(z.object({ teacherId: z.string(), teacherName: z.string(), answer: z.nullable(z.string()) })),
  /** What the absent teacher left for it, and what was written back. */
  note: z.nullable(z.string()),
  report: z.nullable(z.string()),
})

export const CoverDay = z.object({
  schoolId: z.string(),
  day: z.string(),
  weekDay: z.string(),
  today: z.string(),
  time: z.string(),
  /** Whether there is no school, or no published timetable. */
  isClosed: z.boolean(),
  hasTimetable: z.boolean(),
  /** The numbers of lessons on this day. */
  numbers: z.array(z.number()),
  absences: z.array(StaffAbsence),
  lessons: z.array(LessonToCover),
  teachers: z.array(z.object({ id: z.string(), name: z.string() })),
})

/** What of a teacher decides the order. `below`: lessons below the weekly load; negative above. */
const TeacherFacts = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  load: z.number(),
  fullLoad: z.number(),
  month: z.number(),
  year: z.number(),
  lastDay: z.nullable(z.string()),
})

/** Somebody who can take a lesson, in the order of the rule; the counts include what is proposed for earlier lessons. */
const CoverCandidate = z.object({
  teacherId: z.string(),
  onSite: z.boolean(),
  isReserve: z.boolean(),
  below: z.number(),
  month: z.number(),
  year: z.number(),
  teaches: z.nullable(z.enum(['class', 'course'])),
  lastDay: z.nullable(z.string()),
})

/** The proposals for the open lessons of a day. The hash names what they are made from: the same facts, the same hash. */
export const CoverPlan = z.object({
  schoolId: z.string(),
  day: z.string(),
  hash: z.string(),
  lessons: z.array(
    z.object({
      lessonId: z.string(),
      /** Nobody is free: `way` is then the least bad one. */
      way: z.enum(coverWays),
      teacherId: z.nullable(z.string()),
      /** Who teaches another group of the class at that time, so that both could be taught together. */
      mergeId: z.nullable(z.string()),
      /** Whether the day of the class can end before it: it is among its last lessons of the day, and those after it fall away already. */
      endsEarly: z.boolean(),
      candidates: z.array(CoverCandidate),
    }),
  ),
  teachers: z.array(TeacherFacts),
})

export const CoverRules = z.object({
  schoolId: z.string(),
  /** The most covers a day, and lessons in a row. */
  aDay: z.number(),
  inRow: z.number(),
  fullLoad: z.number(),
  /** Whether people are asked first. */
  consent: z.boolean(),
  version: z.number(),
  teachers: z.array(
    z.object({
      teacherId: z.string(),
      teacherName: z.string(),
      exempt: z.boolean(),
      fullLoad: z.nullable(z.number()),
      standby: z.array(z.object({ weekday: z.string(), number: z.number() })),
    }),
  ),
})

/** A lesson that the caller covers, with what its time allows. Times by the clock of the school. */
export const OwnCover = z.object({
  id: z.string(),
  day: z.string(),
  ...lessonOf,
  /** `groupId`: of whom the lesson is, if not of the whole class. `takesLessons`: whether its own register is taken (decision 163). */
  classes: z.array(
    z.object({ id: z.string(), name: z.string(), groupId: z.nullable(z.string()), takesLessons: z.boolean() }),
  ),
  absentName: z.string(),
  way: z.enum(coverWays),
  coverState: z.enum(coverStates),
  note: z.nullable(z.string()),
  report: z.nullable(z.string()),
  /** Whether the register of the lesson is open now, and whether a late one was asked for or is let in. */
  isOpen: z.boolean(),
  isLateAsked: z.boolean(),
  isReopened: z.boolean(),
  may: z.object({ decline: z.boolean(), accept: z.boolean() }),
})

/** A lesson of the caller that others take. */
export const LeftLesson = z.object({
  day: z.string(),
  ...lessonOf,
  way: z.nullable(z.enum(coverWays)),
  coveredByName: z.nullable(z.string()),
  note: z.nullable(z.string()),
  report: z.nullable(z.string()),
})

/** One cover that was given. `within`: whether it is within the teacher's weekly load. */
export const CoverRow = z.object({
  id: z.string(),
  day: z.string(),
  weekDay: z.string(),
  number: z.number(),
  coverClasses: z.string(),
  courseName: z.string(),
  absentName: z.string(),
  coveringName: z.nullable(z.string()),
  coverWay: z.enum(coverWays),
  withinLoad: z.nullable(z.boolean()),
  reason: z.nullable(z.string()),
})

/**
 * How often a teacher was covered (taken from them) and covered others, in a month and in the year. `coversOwed`: how many more were taken than
 * given in the year, `coversDue`: how many more were given than taken; at least one of them is 0.
 */
export const CoverCount = z.object({
  teacherId: z.string(),
  teacherName: z.string(),
  weekLoad: z.number(),
  givenMonth: z.number(),
  takenMonth: z.number(),
  givenYear: z.number(),
  takenYear: z.number(),
  coversOwed: z.number(),
  coversDue: z.number(),
  coversDeclined: z.number(),
})
