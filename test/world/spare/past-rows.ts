import type pg from 'pg'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import { invitations } from '#test/world/students.ts'
import { language, relation } from './list-rows.ts'

const { nile, delta, omar, classmate, deltaStudent, yassin, class4b, class5b, deltaClass1, deltaClass2 } = world

/** The possible targets of ids of jobs and class moves: own, and of another school. */
export const job = { renewal: idOf('job', nile.id), deltaRenewal: idOf('job', delta.id) }
export const move = { ofNile: idOf('move', nile.id), ofDelta: idOf('move', delta.id) }

/** The possible targets of ids of invitations, moves and jobs. */
export const thingsOfStudents = (nowhere: Record<string, string>) => ({
  invitation: { ofOmar: invitations[0]!.id, atDelta: invitations[1]!.id, ...nowhere },
  move: { ...move, ...nowhere },
  job: { ...job, ...nowhere },
  relation: { ...relation, ...nowhere },
  leavingReason: { first: '01900000-0000-7000-8000-00000000e001', ...nowhere },
})

export const kindsOfStudents = {
  relationId: 'relation',
  reasonId: 'leavingReason',
  parentId: 'anybody',
  studentIds: 'student',
  stayingIds: 'student',
  toClassRoomId: 'classRoom',
  invitationId: 'invitation',
  moveId: 'move',
  jobId: 'job',
  otherId: 'student',
}

const ofNile = { school: nile, student: omar, from: class4b, to: class5b, jobId: job.renewal, moveId: move.ofNile }
const ofDelta = {
  school: delta,
  student: deltaStudent,
  from: deltaClass1,
  to: deltaClass2,
  jobId: job.deltaRenewal,
  moveId: move.ofDelta,
}

/**
 * Past work in two schools: seats that were renewed for one student and not for another, a moved class without students, a
 * student who left and came back, a usual language that was added, and an audit line.
 */
export async function spareHistory(owner: pg.Client) {
  for (const { school, student, from, to, jobId, moveId } of [ofNile, ofDelta]) {
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
    await owner.query(
      `insert into student_leavings (id, school_id, student_id, left_on, reason_id, seat_ended, entered_by, returned_on, returned_by)
       select $1, $2, $3, now()::date - 300, id, false, $4, now()::date - 290, $4 from leaving_reasons order by id limit 1`,
      [idOf('leaving', school.id), school.id, (school === nile ? classmate : yassin).id, school.adminId],
    )
    await owner.query(
      `insert into usual_sets (id, school_id, step, taken, taken_by, created_at) values ($1, $2, 'languages', array[$3::uuid], $4, $5)`,
      [
        idOf('usual set', school.id),
        school.id,
        language.unused,
        school.adminId,
        school === nile ? '2026-01-01' : '2026-01-02',
      ],
    )
    await owner.query(
      `insert into audit_lines (person_id, operation, outcome, school_id, target_kind, target_id)
       values ($1, 'Student/UpdateStudent', 'done', $2, 'student', $3)`,
      [school.adminId, school.id, student.id],
    )
  }
}
