/** Long work with students, as the table keeps it. */
export type JobKind = 'renewSeats' | 'moveStudents' | 'deactivateStudents' | 'addNotes'

/** A job that the worker has taken; it is locked until the transaction of the portion ends. */
export type TakenJob = { id: string; schoolId: string }
