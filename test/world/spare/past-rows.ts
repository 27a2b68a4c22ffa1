import type pg from 'pg'
import { world } from '#test/world.ts'
import { idOf } from '#test/world/ids.ts'

const { nile, delta, omar, deltaStudent, class4b, class5b, deltaClass1, deltaClass2 } = world

/** What ids of jobs and of moves of classes can point at: own, and another school's. */
export const job = { renewal: idOf('job', nile.id), deltaRenewal: idOf('job', delta.id) }
export const move = { ofNile: idOf('move', nile.id), ofDelta: idOf('move', delta.id) }

/** What was done in two schools: seats renewed for one student and not for another, and a class moved of which nobody was. */
export async function spareHistory(owner: pg.Client) {
  for (const { school, jobId, student, moveId, from, to } of [
    { school: nile, jobId: job.renewal, student: omar, moveId: move.ofNile, from: class4b, to: class5b },
    {
      school: delta,
      jobId: job.deltaRenewal,
      student: deltaStudent,
      moveId: move.ofDelta,
      from: deltaClass1,
      to: deltaClass2,
    },
  ]) {
    await owner.query(
      `insert into jobs (id, school_id, kind, state, settings, started_on, started_by, acting_by, students, handled,
         not_done, finished_at)
       values ($1, $2, 'renewSeats', 'ended', '{}', now()::date, $3, $3, 1, 1, 1, now())`,
      [jobId, school.id, school.adminId],
    )
    await owner.query(
      `insert into job_students (school_id, job_id, nth, student_id, outcome, reason)
       values ($1, $2, 1, $3, 'left', 'The student left')`,
      [school.id, jobId, student.id],
    )
    await owner.query(
      `insert into class_moves (id, school_id, class_room_id, to_class_room_id, day, students, moved_by)
       values ($1, $2, $3, $4, now()::date, 0, $5)`,
      [moveId, school.id, from.id, to.id, school.adminId],
    )
  }
}
