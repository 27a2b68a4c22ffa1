import { sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import { type Contact, isToBeCalled } from '#server/people/safety/emergency-contacts.queries.ts'
import { isUnanswered, parentNameIn } from '#server/people/parents/parent-names.queries.ts'
import type { Db } from '#server/db/db.ts'
import { instantInJson } from '#server/db/instants.ts'
import { newId } from '#server/db/ids.ts'
import { isSettled } from '#server/school/presence/settled-marks.queries.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { askedToTeach, nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'
import type { ExcuseKind } from './excuses.queries.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

/** `most`: how many students and how many planned absences are listed at most. */
type DeskQuery = { schoolId: string; reach: Reach; today: string; most: number }

type State = 'present' | 'absent' | 'late' | 'excused'
type Outcome = 'reached' | 'noAnswer'
type Made = { byName: string; at: string }

type DeskRow = {
  nextDay: string | null
  counts: Record<State, number>
  classes: { all: number; taken: number }
  openGaps: number | null
  students: {
    studentId: string
    studentName: string
    imageUrl: string | null
    classRoomId: string
    classRoomName: string
    state: State
    minutesLate: number | null
    note: string | null
    guardians: { guardianName: string | null; relationName: string; phone: string }[]
    contacts: Contact[]
    call: (Made & { outcome: Outcome; note: string | null }) | null
    excuse: {
      id: string
      kind: ExcuseKind
      text: string | null
      accepted: boolean | null
      decidedByName: string | null
      decidedAt: string | null
    } | null
  }[]
  missing: {
    classRoomId: string
    classRoomName: string
    supervisorName: string | null
    studentsCount: number
    reminder: Made | null
  }[]
  planned: {
    excuseId: string
    studentId: string
    studentName: string
    classRoomName: string
    fromDay: string
    toDay: string
    kind: ExcuseKind
    text: string | null
    accepted: boolean | null
  }[]
}

/** The desk of a day in one statement, however many students the school has. */
export const deskOf = ({ schoolId, reach, today, most }: DeskQuery) => sql<DeskRow>`
    with next as (
      select min(day) as day from open_days(${schoolId}, null, ${today}::date + 1, ${today}::date + 21) as day
    ), room as materialized (
      select c.id, c.name, ${placeOfGrade('c', schoolId)} as place, c.supervisor_id,
        (select count(*)::integer from students st where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active) as students,
        open_day(${schoolId}, c.grade_id, ${today}) as is_open,
        exists (select from day_rule_on(${schoolId}, c.grade_id, ${today})) as takes_lessons
      from class_rooms c
      where c.school_id = ${schoolId} and c.active and ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })}
    ), mark as materialized (
      select m.student_id, m.class_room_id, m.state, m.minutes_late, m.note,
        ${isSettled} as is_settled
      from room join attendance_marks m on m.class_room_id = room.id and m.date = ${today}
      where m.school_id = ${schoolId}
    ), listed as (
      select mark.*, st.image_url, ${fullName('st')} as student_name, room.name as class_room_name,
        row_number() over (order by array_position(array['absent', 'late', 'excused'], mark.state), room.place,
          ${byName('room.name')}, ${byName(fullName('st'))}, st.id) as nth
      from mark
      join room on room.id = mark.class_room_id
      join students st on st.school_id = ${schoolId} and st.id = mark.student_id
      where mark.is_settled and mark.state <> 'present'
      order by nth limit ${most}
    )
    select (select day from next) as next_day, (
      select jsonb_build_object('present', count(*) filter (where state = 'present'),
        'late', count(*) filter (where state = 'late'), 'absent', count(*) filter (where state = 'absent'),
        'excused', count(*) filter (where state = 'excused'))
      from mark where is_settled) as counts, (
      select jsonb_build_object('all', count(*),
        'taken', count(*) filter (where exists (select from mark where mark.class_room_id = room.id)))
      from room where room.students > 0 and room.is_open) as classes,
      case when exists (select from grades g cross join day_rule_on(${schoolId}, g.id, ${today}) where g.school_id = ${schoolId}) then (
        select count(*)::integer from lesson_gaps_on(${schoolId}, ${today}) g join room on room.id = g.class_room_id where g.is_open) end as open_gaps,
      coalesce((select jsonb_agg(${deskStudent(schoolId, today)} order by listed.nth) from listed), '[]') as students,
      coalesce((select jsonb_agg(${missingRegister(schoolId, today)} order by room.place, ${byName('room.name')}, room.id)
        from room left join users teacher on teacher.id = room.supervisor_id ${askedToTeach(schoolId, 'teacher')}
        where room.students > 0 and room.is_open and not room.takes_lessons
          and not exists (select from mark where mark.class_room_id = room.id)), '[]') as missing,
      coalesce((
        select jsonb_agg(to_jsonb(planned) - 'place' order by planned.place) from (
          select e.id as "excuseId", e.student_id as "studentId", ${fullName('st')} as "studentName",
            room.name as "classRoomName", e.from_day as "fromDay", e.to_day as "toDay", e.kind, e.text, e.accepted,
            row_number() over (order by room.place, ${byName('room.name')}, ${byName(fullName('st'))}, e.id) as place
          from next cross join excuses e
          join students st on st.school_id = ${schoolId} and st.id = e.student_id and st.active
          join room on room.id = st.class_room_id
          where e.school_id = ${schoolId} and e.from_day <= next.day and e.to_day >= next.day
            and e.accepted is not false and not e.of_hours
          order by place limit ${most}) planned), '[]') as planned`

const deskStudent = (schoolId: string, today: string) => sql`jsonb_build_object(
  'studentId', listed.student_id, 'studentName', listed.student_name, 'imageUrl', listed.image_url,
  'classRoomId', listed.class_room_id, 'classRoomName', listed.class_room_name, 'state', listed.state,
  'minutesLate', listed.minutes_late, 'note', listed.note,
  'guardians', coalesce((
    select jsonb_agg(jsonb_build_object('guardianName', known.name, 'relationName', r.name, 'phone', known.phone)
      order by known.is_invited, known.created_at, known.phone)
    from (
      select ${parentNameIn(schoolId)} as name, u.phone_number as phone, sp.relation_id, false as is_invited, sp.created_at
      from parent_links sp join users u on u.id = sp.parent_id
      where sp.school_id = ${schoolId} and sp.student_id = listed.student_id and sp.is_notified
          and not ${isUnanswered(schoolId)}
      union all
      select null, i.phone_number, i.relation_id, true, i.created_at
      from parent_invitations i
      where i.school_id = ${schoolId} and i.student_id = listed.student_id and i.accepted_at is null and i.removed_at is null
    ) known
    join relation_types r on r.id = known.relation_id), '[]'),
  'contacts', coalesce((
    select jsonb_agg(contact order by e.given_by is null, e.created_at, e.id, nth)
    from emergency_contacts e cross join lateral jsonb_array_elements(e.contacts) with ordinality as l(contact, nth)
    where e.school_id = ${schoolId} and e.student_id = listed.student_id and ${isToBeCalled(schoolId)}), '[]'),
  'call', (
    select jsonb_build_object('outcome', k.outcome, 'note', k.note, 'byName', ${fullName('u')}, 'at', ${instantInJson('k.created_at')})
    from absence_calls k join users u on u.id = k.made_by
    where k.school_id = ${schoolId} and k.student_id = listed.student_id and k.day = ${today}
    order by k.created_at desc, k.id desc limit 1),
  'excuse', (
    select jsonb_build_object('id', e.id, 'kind', e.kind, 'text', e.text, 'accepted', e.accepted,
      'decidedByName', nullif(${fullName('decider')}, ''), 'decidedAt', ${instantInJson('e.decided_at')})
    from excuses e left join users decider on decider.id = e.decided_by
    where e.school_id = ${schoolId} and e.student_id = listed.student_id and e.from_day <= ${today} and e.to_day >= ${today}
      and not e.of_hours
    order by e.created_at desc, e.id desc limit 1))`

const missingRegister = (schoolId: string, today: string) => sql`jsonb_build_object(
  'classRoomId', room.id, 'classRoomName', room.name, 'supervisorName', nullif(${nameAtSchool('teacher')}, ''),
  'studentsCount', room.students,
  'reminder', (
    select jsonb_build_object('byName', ${fullName('u')}, 'at', ${instantInJson('k.created_at')})
    from register_reminders k join users u on u.id = k.made_by
    where k.school_id = ${schoolId} and k.class_room_id = room.id and k.day = ${today} and k.number is null
    order by k.created_at desc, k.id desc limit 1))`

type NewCall = {
  schoolId: string
  studentId: string
  day: string
  outcome: string
  note: string | null
  madeBy: string
}

/** Stores a phone call of a day and returns its time. */
export const insertCall = (db: Db, call: NewCall) =>
  db
    .insertInto('absenceCalls')
    .values({ id: newId(), ...call })
    .returning('createdAt as at')
    .executeTakeFirstOrThrow()

/** Whether a student has any mark other than present on a day. */
export async function isOnDesk(db: Db, schoolId: string, studentId: string, day: string) {
  const { rows } = await sql<{ listed: boolean }>`
    select exists (select from attendance_marks
      where school_id = ${schoolId} and student_id = ${studentId} and date = ${day} and state <> 'present') as listed`.execute(
    db,
  )
  return rows[0]!.listed
}

type Reminded = { schoolId: string; classRoomId: string; day: string; madeBy: string }

/**
 * Stores a reminder and returns its time; undefined if the register is already there or a reminder was sent within the last ten minutes.
 */
export async function insertReminder(db: Db, { schoolId, classRoomId, day, madeBy }: Reminded) {
  const { rows } = await sql<{ at: string }>`
    insert into register_reminders as made (school_id, id, class_room_id, day, made_by)
    select c.school_id, ${newId()}::uuid, c.id, ${day}::date, ${madeBy}::uuid from class_rooms c
    where c.school_id = ${schoolId} and c.id = ${classRoomId}
      and not exists (select from attendance_marks
        where school_id = ${schoolId} and class_room_id = ${classRoomId} and date = ${day})
      and not exists (select from register_reminders
        where school_id = ${schoolId} and class_room_id = ${classRoomId} and day = ${day}
          and number is null and created_at > now() - interval '10 minutes')
    returning made.created_at as at`.execute(db)
  return rows[0]
}
