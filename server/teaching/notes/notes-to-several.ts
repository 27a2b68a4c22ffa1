import { doneOrStarted, type StudentWork } from '#server/platform/jobs/student-work.rules.ts'
import type { notes } from '#contract/teaching/notes/notes.ts'
import { invalid } from '#server/base/errors.ts'
import type { Context } from '#server/call/implement.ts'
import { publish } from '#server/outbox/events.ts'
import { lockStudents } from '#server/platform/payments/seats.queries.ts'
import { type Enrolment, enrolmentOf } from '#server/people/students/several.queries.ts'
import { insertNotes } from './notes.queries.ts'

/** Adds the same note about several students, who may be in different classes. */
export function addedToSeveral(context: Context<typeof notes.addToSeveral>) {
  const { studentIds, date, notes: text } = context.input
  if (date > context.school.today) throw invalid('This date cannot be used', 'date')
  return doneOrStarted(context, writingNotes, { date, text }, studentIds)
}

export const writingNotes: StudentWork<{ date: string; text: string }> = {
  kind: 'addNotes',
  async run(db, { schoolId, actorId }, { date, text }, studentIds) {
    await lockStudents(db, schoolId, studentIds)
    const enrolled = await enrolmentOf(db, schoolId, studentIds)
    const notDone = new Map<string, string>()
    const about: Enrolment[] = []
    for (const student of studentIds.map((id) => enrolled.get(id)!)) {
      const hindrance = hindranceOf(student)
      if (hindrance) notDone.set(student.id, hindrance)
      else about.push(student)
    }
    const written = await insertNotes(db, { schoolId, date, notes: text, supervisorId: actorId }, about)
    for (const payload of written) await publish(db, { event: 'note', schoolId, actorId, payload })
    return { changed: about.map(({ id }) => id), same: [], notDone }
  },
}

function hindranceOf({ left, active, classIsActive }: Enrolment) {
  if (left) return 'This student has left the school'
  if (!active) return 'This student is not active'
  return classIsActive ? null : 'This class is not active'
}
