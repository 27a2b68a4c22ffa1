import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { kindOfJob } from './job-shapes.ts'

/**
 * Long work that the server does in the background, in portions. `reason`: why it ended before its last student, or came back from its
 * undo. `notDone`: students for whom it was not possible or, after an undo, could not be taken back. `undoable`: only a renewal, on the day
 * when it started.
 */
export const Job = z.object({
  id: z.string(),
  schoolId: z.string(),
  kind: kindOfJob,
  state: z.enum(['running', 'ended', 'undoing', 'undone']),
  reason: z.nullable(z.string()),
  students: z.number(),
  /** The number of students handled so far. */
  progress: z.number(),
  /** The number of students for whom something was done. */
  changed: z.number(),
  notDone: z.number(),
  /** The number of coins charged. */
  coins: z.number(),
  undoable: z.boolean(),
  startedById: z.string(),
  startedByName: z.string(),
  createDate: z.string(),
  finishDate: z.nullable(z.string()),
})

export const NotDone = z.object({
  studentId: z.string(),
  studentName: z.string(),
  code: z.string(),
  classRoomName: z.string(),
  reason: z.string(),
})

/** Each kind of work is visible to the people who may start it. */
const starting = staff(
  ['ChangeStudentActivation', 'UpdateStudentInfo', 'AddNote'],
  { school: 'schoolId' },
  'wholeSchool',
)
const named = z.strictObject({ schoolId: Id, jobId: Id })

/** Further operations (api.md §16): long work of a school; each kind is visible to the people who may start it. */
export const jobs = {
  list: operation({
    path: 'Job/GetJobs',
    access: starting,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Job),
    paging: 'paged',
  }),

  get: operation({
    path: 'Job/GetJob',
    access: starting,
    input: named,
    output: Job,
  }),

  notDone: operation({
    path: 'Job/GetNotDone',
    access: starting,
    input: z.strictObject({ schoolId: Id, jobId: Id, ...paging }),
    output: z.array(NotDone),
    paging: 'paged',
  }),

  /** Ends a running job before its next portion; what was done stays. */
  end: operation({
    path: 'Job/EndJob',
    access: starting,
    input: named,
    output: Job,
    writes: true,
  }),

  undo: operation({
    path: 'Job/UndoJob',
    access: starting,
    input: named,
    output: Job,
    writes: true,
  }),
}
