import * as z from 'zod/mini'

/** Long work with students: their seats are renewed, they change their class, leave the rolls, or get one note each. */
export const kindOfJob = z.enum(['renewSeats', 'moveStudents', 'deactivateStudents', 'addNotes'])

/**
 * What became of several students named in a call. `done` false: the server goes on by itself, `jobId` names the work
 * (Job/GetJob), and nothing was changed yet. `changed`: for how many something was done; `notDone`: for whom it could not be,
 * with the reason.
 */
export const SeveralDone = z.object({
  done: z.boolean(),
  changed: z.number(),
  notDone: z.array(z.object({ studentId: z.string(), studentName: z.string(), reason: z.string() })),
  jobId: z.nullable(z.string()),
})

/** For so many students it is done at once; for more by a job. */
export const doneAtOnce = 50

/** So many students a call may name. */
export const studentsAtMost = 5000
