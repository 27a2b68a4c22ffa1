import * as z from 'zod/mini'
import { states } from '#contract/teaching/attendance/attendance.ts'
import { staff } from '#contract/language/access.ts'
import { Id, Int, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { EmergencyContact } from '#contract/people/safety/emergency-contacts.ts'
import { excuseKinds } from './excuses.ts'

/** The result of a phone call to a guardian. */
const callOutcomes = ['reached', 'noAnswer'] as const

/** The most students and planned absences that the desk lists; the counts include all. */
export const deskRows = 600

/** A person at home who can be called: a linked parent, or a phone number that is not linked yet (`guardianName` null). */
const Guardian = z.object({
  guardianName: z.nullable(z.string()),
  relationName: z.string(),
  phone: z.string(),
})

/** The latest phone call of the day about a student. */
export const AbsenceCall = z.object({
  outcome: z.enum(callOutcomes),
  note: z.nullable(z.string()),
  byName: z.string(),
  at: z.string(),
})

/** An excuse that covers the day; `accepted` is null until it is decided. */
const ExcuseOfDay = z.object({
  id: z.string(),
  kind: z.enum(excuseKinds),
  text: z.nullable(z.string()),
  accepted: z.nullable(z.boolean()),
  decidedByName: z.nullable(z.string()),
  decidedAt: z.nullable(z.string()),
})

/** A student who is absent, late or excused today. */
export const DeskStudent = z.object({
  studentId: z.string(),
  studentName: z.string(),
  imageUrl: z.nullable(z.string()),
  classRoomId: z.string(),
  classRoomName: z.string(),
  state: z.enum(states),
  minutesLate: z.nullable(z.number()),
  note: z.nullable(z.string()),
  guardians: z.array(Guardian),
  /** Whom to call if nobody at home can be reached, in order. */
  contacts: z.array(EmergencyContact),
  call: z.nullable(AbsenceCall),
  excuse: z.nullable(ExcuseOfDay),
})

/** A class without a register today, of those that take the day. `reminder`: the latest one of the day. */
export const MissingRegister = z.object({
  classRoomId: z.string(),
  classRoomName: z.string(),
  supervisorName: z.nullable(z.string()),
  studentsCount: z.number(),
  reminder: z.nullable(z.object({ byName: z.string(), at: z.string() })),
})

/**
 * A lesson of today that ended a while ago and whose register is missing. `teacherNames`: who takes it, also as a cover. `reminder`: the latest
 * one; without `byName` it was sent by itself.
 */
export const MissingLesson = z.object({
  classRoomId: z.string(),
  classRoomName: z.string(),
  groupId: z.nullable(z.string()),
  groupName: z.nullable(z.string()),
  number: z.number(),
  ends: z.string(),
  courseName: z.string(),
  teacherNames: z.array(z.string()),
  reminder: z.nullable(z.object({ byName: z.nullable(z.string()), at: z.string() })),
})

/** A student who will be absent on the next day, by an excuse that is accepted or not decided yet. */
export const PlannedAbsence = z.object({
  excuseId: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomName: z.string(),
  fromDay: z.string(),
  toDay: z.string(),
  kind: z.enum(excuseKinds),
  text: z.nullable(z.string()),
  accepted: z.nullable(z.boolean()),
})

/** Everything that the office does about the absences of a day at one school, for the classes within reach. */
export const Desk = z.object({
  schoolId: z.string(),
  asOf: z.string(),
  today: z.string(),
  weekDay: z.string(),
  /** The day of the planned absences; null if the school is closed for the next three weeks, as in summer. */
  nextDay: z.nullable(z.string()),
  counts: z.object({ present: z.number(), late: z.number(), absent: z.number(), excused: z.number() }),
  /** The number of classes with students, and how many of them have a register today. */
  classes: z.object({ all: z.number(), taken: z.number() }),
  /** How many students were at school and are missing in a later lesson; null where no grade takes lessons. */
  openGaps: z.nullable(z.number()),
  /** Absent, then late, then excused; within each by grade, class and name. */
  students: z.array(DeskStudent),
  /** Without classes whose day follows from their lessons. */
  missing: z.array(MissingRegister),
  missingLessons: z.array(MissingLesson),
  planned: z.array(PlannedAbsence),
})

/** Further operations (api.md §16): the absence desk of a school's office. */
export const desk = {
  get: operation({
    path: 'Absence/GetDesk',
    access: staff('HandleAbsence', { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({ schoolId: Id }),
    output: Desk,
  }),

  /** Stores the result of a phone call about a student on today's desk. */
  noteCall: operation({
    path: 'Absence/NoteCall',
    access: staff('HandleAbsence', { student: 'studentId' }, 'classReach'),
    input: z.strictObject({
      studentId: Id,
      outcome: OneOf(callOutcomes),
      note: optional(Text(0, 500, { lines: true })),
    }),
    output: AbsenceCall,
    writes: true,
  }),

  /** Reminds the supervisor of a class, or its teachers if it has none, of today's register; with `number` who takes that lesson. */
  remind: operation({
    path: 'Absence/RemindTeacher',
    access: staff('HandleAbsence', { classRoom: 'classRoomId' }, 'classReach'),
    input: z.strictObject({ classRoomId: Id, number: optional(Int(1, 20)), groupId: optional(Id) }),
    output: z.object({ classRoomId: z.string(), byName: z.string(), at: z.string() }),
    writes: true,
  }),
}
