import * as z from 'zod/mini'
import { platform, staff, staffOrParent } from '#contract/language/access.ts'
import { Day, Id, OneOf, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { auditKinds } from './acts.ts'

const text = z.nullable(z.string())

/**
 * An act of a person. `aboutName`: the person, student, role or school concerned. `ipAddress` and `device` are erased after 90 days; a
 * school reads them only of its own staff. `exportedRows`: the number of rows of an export.
 */
export const LoggedAct = z.object({
  number: z.number(),
  at: z.string(),
  kind: z.enum(auditKinds),
  act: z.string(),
  /** Null if nobody was signed in. */
  personId: text,
  personName: text,
  aboutName: text,
  schoolName: text,
  ipAddress: text,
  device: text,
  exportedRows: z.nullable(z.number()),
})

/**
 * A staff member who opened the records of a student: on which day (at the school), how often, and when last. `throughSupport`: the
 * platform, through a support window that the school had opened. Parents who read about their own children are not recorded.
 */
export const StudentReader = z.object({
  personId: z.string(),
  personName: text,
  date: z.string(),
  times: z.number(),
  at: z.string(),
  throughSupport: z.boolean(),
})

/**
 * Without a kind: all kinds except reading of records. `personId`: the person who acted or who was concerned. Without days: the last 30.
 */
const narrowed = {
  kind: optional(OneOf(auditKinds)),
  personId: optional(Id),
  dateFrom: optional(Day),
  dateTo: optional(Day),
  ...paging,
}

/** Further operations (api.md §16): the lines of the audit, newest first. */
export const auditLog = {
  /** What was done in a school. */
  ofSchool: operation({
    path: 'Audit/GetSchoolLines',
    access: staff('ViewAuditLog', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...narrowed }),
    output: z.array(LoggedAct),
    paging: 'paged',
  }),

  /** What belongs to no school (accounts, roles, refusals), and what the platform did with a school. */
  ofPlatform: operation({
    path: 'Audit/GetPlatformLines',
    access: platform('ViewAuditLog', 'platform'),
    input: z.strictObject({ ...narrowed }),
    output: z.array(LoggedAct),
    paging: 'paged',
  }),

  /** For the school and for the parents of the student; latest first. */
  readersOfStudent: operation({
    path: 'Audit/GetStudentReaders',
    access: staffOrParent('ViewAuditLog', { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id, ...paging }),
    output: z.array(StudentReader),
    paging: 'paged',
  }),
}
