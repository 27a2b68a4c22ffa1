import { notes } from '#contract/teaching/notes/notes.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { type Holder, mayIn } from '#server/access/may.ts'
import type { JobKind } from './taken-job.queries.ts'

/**
 * The operation that starts each kind of long work with students. People who may call it may also see, end and continue the
 * work.
 */
export const startedBy = {
  renewSeats: studentRecords.renewSeats,
  moveStudents: severalStudents.move,
  deactivateStudents: severalStudents.deactivate,
  addNotes: notes.addToSeveral,
} satisfies Record<JobKind, unknown>

export const mayStart = (person: Holder, kind: JobKind, schoolId: string) => mayIn(person, startedBy[kind], schoolId)

export const kindsOf = (person: Holder, schoolId: string) =>
  (Object.keys(startedBy) as JobKind[]).filter((kind) => mayStart(person, kind, schoolId))
