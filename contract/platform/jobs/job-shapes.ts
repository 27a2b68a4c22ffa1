import * as z from 'zod/mini'

/** Long work with students: renewing their seats, moving them to another class, taking them off the rolls, or adding one note each. */
export const kindOfJob = z.enum(['renewSeats', 'moveStudents', 'deactivateStudents', 'addNotes'])

/**
 * The result for several students named in a call. `done` false: nothing was changed yet, the server does the work in the background, and
 * `jobId` names it (Job/GetJob). `changed`: for how many students something was done. `notDone`: the students for whom it was not possible,
 * with the reason.
 */
export const SeveralDone = z.object({
  done: z.boolean(),
  changed: z.number(),
  notDone: z.array(z.object({ studentId: z.string(), studentName: z.string(), reason: z.string() })),
  jobId: z.nullable(z.string()),
})

/** Up to this many students are handled within the call; more by a job. */
export const doneAtOnce = 50

/** The most students that a call may name. */
export const studentsAtMost = 5000
