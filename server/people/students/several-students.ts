import { severalStudents } from '#contract/people/students/several-students.ts'
import { conflict } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import { doneOrStarted, type StudentWork } from '#server/platform/jobs/student-work.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { changeClasses, lockedRooms, putInClass, roomsIn } from './admission.queries.ts'
import { lockStudents } from '#server/platform/payments/seats.queries.ts'
import { classesOfStudents, deactivate, type Enrolment, enrolmentOf } from './several.queries.ts'

export const severalStudentOperations = implement(severalStudents, {
  async move(context) {
    const { classRoomId, studentIds } = context.input
    const [room] = await roomsIn(context.db, context.school.id, [classRoomId])
    if (!room?.active) throw conflict('This class is not active', { field: 'classRoomId' })
    return doneOrStarted(context, moving, { classRoomId }, studentIds)
  },

  deactivate: (context) => doneOrStarted(context, deactivating, {}, context.input.studentIds),
})

/** Moves students to another class today, as long as it has places, in the order in which they were named. */
export const moving: StudentWork<{ classRoomId: string }> = {
  kind: 'moveStudents',
  async run(db, by, { classRoomId }, studentIds) {
    // The classes first and then their students, in the same order as every call that changes a student.
    const classes = [classRoomId, ...(await classesOfStudents(db, by.schoolId, studentIds))]
    const rooms = await lockedRooms(db, by.schoolId, classes)
    await lockStudents(db, by.schoolId, studentIds)
    const enrolled = await enrolmentOf(db, by.schoolId, studentIds)
    const room = rooms.find(({ id }) => id === classRoomId)
    let places = room?.places ?? 0

    const notDone = new Map<string, string>()
    const changed: string[] = []
    for (const student of studentIds.map((id) => enrolled.get(id)!)) {
      if (student.classRoomId === classRoomId) continue
      const hindrance = room?.active ? hindranceOf(student, places) : 'This class is not active'
      if (hindrance) notDone.set(student.id, hindrance)
      else changed.push(student.id)
      if (!hindrance && student.active) places--
    }
    if (changed.length > 0) {
      await changeClasses(
        db,
        by,
        changed.map((id) => ({ id, classRoomId })),
      )
      await putInClass(db, changed, classRoomId)
      const { schoolId, actorId } = by
      await publish(db, { event: 'class changed', schoolId, actorId, payload: { classRoomId, studentIds: changed } })
    }
    const same = studentIds.filter((id) => enrolled.get(id)!.classRoomId === classRoomId)
    return { changed, same, notDone }
  },
}

function hindranceOf({ left, merged, active }: Enrolment, places: number) {
  if (merged) return 'This student was merged with another'
  if (left) return 'This student has left the school'
  return active && places < 1 ? 'This class is full' : null
}

export const deactivating: StudentWork<object> = {
  kind: 'deactivateStudents',
  async run(db, { schoolId }, _, studentIds) {
    await lockStudents(db, schoolId, studentIds)
    const changed = await deactivate(db, schoolId, studentIds)
    const those = new Set(changed)
    return { changed, same: studentIds.filter((id) => !those.has(id)), notDone: new Map() }
  },
}
