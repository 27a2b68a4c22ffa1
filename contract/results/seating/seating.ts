import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Bool, Id, Int, List, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** The order in which students get their seats; `apart`: no two neighbours from the same class, as far as possible. */
export const seatOrders = ['name', 'class', 'apart', 'code'] as const

const Committee = z.object({ name: z.string(), places: z.number() })

/** A committee as it would be; `exceeded`: more students keep their seats than it has places. */
const PlannedCommittee = z.extend(Committee, { students: z.number(), exceeded: z.boolean() })

const SeatPlan = z.object({
  id: z.string(),
  committees: z.array(Committee),
  order: z.string(),
  firstNumber: z.number(),
  madeByName: z.string(),
  madeAt: z.string(),
  /** Whether an undo can restore a former plan. */
  hasFormer: z.boolean(),
})

const GradeOfSeats = z.object({
  gradeId: z.string(),
  gradeName: z.string(),
  students: z.number(),
  /** How many of them have a seat. */
  seated: z.number(),
  seats: z.nullable(SeatPlan),
})

const Seat = z.object({
  studentId: z.string(),
  studentName: z.string(),
  code: z.string(),
  classRoomName: z.string(),
  committeeName: z.nullable(z.string()),
  seatNumber: z.nullable(z.number()),
})

export const NewSeats = z.strictObject({
  schoolId: Id,
  gradeId: Id,
  committees: List(z.strictObject({ name: NameOf(1, 60), places: Int(1, 500) }), 1, 60),
  order: OneOf(seatOrders),
  firstNumber: Int(1, 999_999),
  /** Students who have a seat keep it; the others get the next numbers. */
  keep: Bool,
})

const issuers = staff('IssuePapers', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): seats of students in exams, by committee. */
export const seating = {
  grades: operation({
    path: 'Seat/GetGrades',
    access: issuers,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(GradeOfSeats),
  }),

  /** What assigning would do. `plan` identifies it, so that nothing else is assigned than what was shown. */
  plan: operation({
    path: 'Seat/Plan',
    access: issuers,
    input: NewSeats,
    output: z.object({
      plan: z.string(),
      kept: z.number(),
      committees: z.array(PlannedCommittee),
      seats: z.array(Seat),
    }),
  }),

  assign: operation({
    path: 'Seat/Assign',
    access: issuers,
    input: z.extend(NewSeats, { plan: Text(1, 100) }),
    output: Done,
    writes: true,
  }),

  undo: operation({
    path: 'Seat/Undo',
    access: issuers,
    input: z.strictObject({ schoolId: Id, planId: Id }),
    output: Done,
    writes: true,
  }),

  /** The students of a grade by seat; those without one come last. */
  list: operation({
    path: 'Seat/GetSeats',
    access: issuers,
    input: z.strictObject({ schoolId: Id, gradeId: Id, committeeName: optional(Text(0, 60)), ...paging }),
    output: z.array(Seat),
    paging: 'whole',
  }),
}
