/** Kinds of long work with students, as they are stored in the table. */
export type JobKind = 'renewSeats' | 'moveStudents' | 'deactivateStudents' | 'addNotes'

/** A job that the worker has taken; it is locked until the transaction of the portion ends. */
export type TakenJob = { id: string; schoolId: string }
