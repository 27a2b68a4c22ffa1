import * as z from 'zod/mini'

export const promotionDecisions = ['up', 'repeat', 'wait', 'leave'] as const
export const placements = ['same', 'balanced'] as const
const promotionStates = ['draft', 'waiting', 'done', 'undoing', 'undone'] as const

/**
 * Which rows of a promotion to show (`changed`: a person decided otherwise than the result says): of a draft by the decision, of a finished one by what happened to the student. `placed`: students who
 * have a class of the next year, in the order of these classes.
 */
export const promotionShows = [
  'all',
  'undecided',
  'up',
  'repeat',
  'wait',
  'leave',
  'byHand',
  'changed',
  'withoutResult',
  'unpaid',
  'placed',
  'problems',
  'kept',
  'hindering',
] as const

const text = z.nullable(z.string())

/** A class of the old year, or of no particular year; `students` are on its roll now. */
const FromClass = z.object({
  id: z.string(),
  name: z.string(),
  gradeId: z.string(),
  gradeName: z.string(),
  languageName: z.string(),
  maxOfStudents: z.number(),
  students: z.number(),
  supervisorName: text,
})

/** A class to be made for the next year, as a copy of one of the old year. */
const NewClass = z.object({
  id: z.string(),
  fromClassId: z.string(),
  name: z.string(),
  maxOfStudents: z.number(),
  keepsSupervisor: z.boolean(),
})

/** What a list shows of a promotion: `moved`, `left` and `kept` are numbers of students. */
const listed = {
  id: z.string(),
  fromYearName: z.string(),
  toYearName: z.string(),
  state: z.enum(promotionStates),
  moved: z.number(),
  left: z.number(),
  kept: z.number(),
  madeByName: z.string(),
  createDate: z.string(),
  doneDate: text,
  undoneDate: text,
}

/**
 * A promotion: the change from one school year to the next. `step`: where a person left it, 1 to 6. `grades` in their order; the students
 * of a grade without `nextGradeId` leave the school. `undoable`: only while it is done. `progress`: the number of students handled so far.
 */
export const Promotion = z.object({
  ...listed,
  schoolId: z.string(),
  fromYearId: z.string(),
  fromYearCompleted: z.boolean(),
  toYearId: z.string(),
  toYearExists: z.boolean(),
  toYearCurrent: z.boolean(),
  reason: text,
  step: z.number(),
  placement: z.enum(placements),
  copiesTeachers: z.boolean(),
  copiesMonths: z.boolean(),
  copiesTerms: z.boolean(),
  copiesCalendar: z.boolean(),
  leavesOn: text,
  notifyOn: text,
  notified: z.boolean(),
  grades: z.array(z.object({ gradeId: z.string(), gradeName: z.string(), nextGradeId: text, students: z.number() })),
  fromClasses: z.array(FromClass),
  newClasses: z.array(NewClass),
  progress: z.number(),
  version: z.number(),
})

export const ListedPromotion = z.object(listed)

/**
 * A student of a promotion. `result` and `percent` are of the year; null without a result. `byHand`: decided or placed by a person.
 * `problem`: why no class fits; `choices`: the classes of the next year into which a person can put the student without changing the decision.
 */
export const PromotionRow = z.object({
  studentId: z.string(),
  studentName: z.string(),
  code: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  gradeName: z.string(),
  result: z.nullable(z.enum(['passed', 'failed', 'secondRound'])),
  percent: z.nullable(z.number()),
  isPaid: z.boolean(),
  decision: z.nullable(z.enum(promotionDecisions)),
  toClassId: text,
  toClassName: text,
  toGradeName: text,
  byHand: z.boolean(),
  problem: text,
  choices: z.array(z.string()),
  outcome: z.nullable(z.enum(['moved', 'left', 'stayed', 'undone', 'kept'])),
})

/** A class of the next year with the students it would have. `over`: how many more than its capacity. */
const PlannedClass = z.object({
  id: z.string(),
  name: z.string(),
  gradeId: z.string(),
  gradeName: z.string(),
  languageName: z.string(),
  maxOfStudents: z.number(),
  isNew: z.boolean(),
  students: z.number(),
  male: z.number(),
  female: z.number(),
  over: z.number(),
})

/**
 * What would be done. `plan`: a hash of it, the same for the same facts. `coins`: the cost of these students' seats for the next year;
 * `balance` is null for people who may not see it. `hindrance`: why it cannot be done at present.
 */
export const PromotionPlan = z.object({
  promotionId: z.string(),
  plan: z.string(),
  students: z.number(),
  up: z.number(),
  repeat: z.number(),
  wait: z.number(),
  leave: z.number(),
  undecided: z.number(),
  problems: z.number(),
  classes: z.array(PlannedClass),
  months: z.number(),
  terms: z.number(),
  calendarDays: z.number(),
  teachers: z.number(),
  coins: z.number(),
  balance: z.nullable(z.number()),
  hindrance: text,
})
