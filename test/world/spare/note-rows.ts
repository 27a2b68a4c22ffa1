import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

/**
 * The possible targets of ids of notes: own, same school, another school; then notes of a course, of an author who left, or
 * deleted ones.
 */
export const note = { ofNoCourse: idOf('note', 1), maths5a: idOf('note', 3), deltaNote: idOf('note', 4) }
export const fartherNotes = {
  arabic4a: idOf('note', 0),
  byAnIdleTeacher: idOf('note', 'of an idle teacher'),
  removed: idOf('note', 2),
  closedNote: idOf('note', 'of the closed school'),
}

/**
 * Adds what the test world lacks: a note whose author no longer works in any class, a deleted note, and a note of a closed
 * school.
 */
export async function spareNotes(owner: pg.Client) {
  const { nile, closed, class4a, closedClass, classmate, closedStudent, maths, closedArabic } = world
  for (const values of [
    [fartherNotes.byAnIdleTeacher, nile.id, class4a.id, classmate.id, maths.id, world.idleTeacher.id],
    [fartherNotes.closedNote, closed.id, closedClass.id, closedStudent.id, closedArabic.id, world.closedTeacher.id],
  ])
    await owner.query(
      `insert into student_notes (id, school_id, class_room_id, student_id, course_id, supervisor_id, date, notes)
       values ($1, $2, $3, $4, $5, $6, '2025-03-02', 'a note')`,
      values,
    )
  await owner.query('update student_notes set removed_at = now(), removed_by = $1 where id = $2', [
    world.manager.id,
    fartherNotes.removed,
  ])
}
