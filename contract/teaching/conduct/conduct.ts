import * as z from 'zod/mini'
import { staff, staffOrParent } from '#contract/language/access.ts'
import { BaseVersion, Bool, Day, Id, OneOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

/**
 * A record of a student's conduct. `publishedAt`: since when parents see it. `keptAt`: since when it is decided that they do not.
 * `withdrawnAt`: it was a mistake and no longer counts.
 * `counsellorNote` is only for people with its key.
 */
export const ConductRecord = z.object({
  id: z.string(),
  schoolId: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  classRoomId: z.string(),
  classRoomName: z.string(),
  kindName: z.string(),
  isMerit: z.boolean(),
  level: z.nullable(z.number()),
  points: z.number(),
  day: z.string(),
  details: z.nullable(z.string()),
  measure: z.nullable(z.string()),
  counsellorNote: z.nullable(z.string()),
  recordedByName: z.string(),
  recordedAt: z.string(),
  publishedAt: z.nullable(z.string()),
  publishedByName: z.nullable(z.string()),
  keptAt: z.nullable(z.string()),
  keptByName: z.nullable(z.string()),
  withdrawnAt: z.nullable(z.string()),
  withdrawnByName: z.nullable(z.string()),
  withdrawnReason: z.nullable(z.string()),
  version: z.number(),
})

/** The conduct mark of one term, or of the year if it has no terms. */
export const ConductMark = z.object({
  termId: z.string(),
  termName: z.nullable(z.string()),
  mark: z.number(),
  fullMark: z.number(),
  merits: z.number(),
  breaches: z.number(),
})

export const recordStates = ['waiting', 'published', 'kept', 'withdrawn'] as const

const words = optional(Text(0, 2000, { lines: true }))

export const NewConductRecord = z.strictObject({
  studentId: Id,
  kindId: Id,
  day: Day,
  details: words,
  measure: optional(Text(0, 200)),
  counsellorNote: words,
})

const recording = staff('RecordConduct', { student: 'studentId' }, 'classReach')
const deciding = staff('DecideConduct', { student: 'studentId' }, 'classReach')

/** Further operations (api.md §16): records of conduct. */
export const conduct = {
  list: operation({
    path: 'Conduct/GetRecords',
    access: staff(['RecordConduct', 'DecideConduct'], { school: 'schoolId' }, 'classReach'),
    input: z.strictObject({
      schoolId: Id,
      state: optional(OneOf(recordStates)),
      isMerit: optional(Bool),
      search: optional(Text(0, 100)),
      dateFrom: optional(Day),
      dateTo: optional(Day),
      ...paging,
    }),
    output: z.array(ConductRecord),
    paging: 'paged',
  }),

  /** The records of one student; parents read only the published ones. */
  ofStudent: operation({
    path: 'Conduct/GetStudentRecords',
    access: staffOrParent(['RecordConduct', 'DecideConduct'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(ConductRecord),
    paging: 'paged',
  }),

  /** The conduct marks of one student in the terms of the current year that have begun; none if the school has no such mark. */
  marks: operation({
    path: 'Conduct/GetStudentMarks',
    access: staffOrParent(['RecordConduct', 'DecideConduct'], { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
    output: z.array(ConductMark),
  }),

  record: operation({
    path: 'Conduct/Record',
    access: recording,
    input: NewConductRecord,
    output: ConductRecord,
    writes: true,
  }),

  /**
   * A person decides on the consequence (`measure`) and on whether parents see the record. What parents see can no longer be changed, only
   * withdrawn.
   */
  decide: operation({
    path: 'Conduct/Decide',
    access: deciding,
    input: z.strictObject({
      studentId: Id,
      recordId: Id,
      measure: optional(Text(0, 200)),
      publish: Bool,
      baseVersion: BaseVersion,
    }),
    output: ConductRecord,
    writes: true,
  }),

  withdraw: operation({
    path: 'Conduct/Withdraw',
    access: deciding,
    input: z.strictObject({ studentId: Id, recordId: Id, reason: Text(3, 500, { lines: true }) }),
    output: ConductRecord,
    writes: true,
  }),
}
