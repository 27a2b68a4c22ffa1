import { notes } from '#contract/teaching/notes/notes.ts'
import { type Holder, mayIn, seesWhole } from '#server/access/may.ts'

/** The facts that decide about a note: its school, its author, and the supervisor of its class. */
export type NoteDecided = { schoolId: string; supervisorId: string; classSupervisorId: string | null }

/** A note may be changed by its author, by the supervisor of the class, and by callers who see the whole school. */
export const isOwn = (person: Holder, { schoolId, supervisorId, classSupervisorId }: NoteDecided): boolean =>
  supervisorId === person.id || classSupervisorId === person.id || seesWhole(person, schoolId)

/** A note with what the person may do to it. */
export const noteWithMay =
  (person: Holder) =>
  <Note extends NoteDecided>(note: Note) => ({
    ...note,
    may: {
      update: isOwn(person, note) && mayIn(person, notes.update, note.schoolId),
      remove: isOwn(person, note) && mayIn(person, notes.remove, note.schoolId),
    },
  })
