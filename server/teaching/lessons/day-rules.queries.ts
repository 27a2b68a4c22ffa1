import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'
import { stateWithExcuse } from '#server/teaching/absence/excuses.queries.ts'

type Rule = 'day' | 'first' | 'missed' | 'share'
type Chosen = { dayRule: Rule; share: number | null }

type GradeRow = {
  gradeId: string
  gradeName: string
  now: (Chosen & { fromDay: string }) | null
  planned: (Chosen & { fromDay: string }) | null
  version: number
}

const ruleInJson = sql`jsonb_build_object('dayRule', d.rule, 'share', d.share, 'fromDay', d.from_day)`

/** The grades of a school with the rule of today and the next one that is planned. */
export const gradesWithRules = (schoolId: string, today: string) => sql<GradeRow>`
  select g.id as grade_id, g.name as grade_name, (
      select ${ruleInJson} from day_rules d
      where d.school_id = ${schoolId} and d.grade_id = g.id and d.from_day <= ${today}
      order by d.from_day desc limit 1) as now, (
      select ${ruleInJson} from day_rules d
      where d.school_id = ${schoolId} and d.grade_id = g.id and d.from_day > ${today}
      order by d.from_day limit 1) as planned,
    coalesce((select max(d.version) from day_rules d where d.school_id = ${schoolId} and d.grade_id = g.id), 0) as version
  from grades g where g.school_id = ${schoolId} order by g.position, g.id`

/** Whether a published timetable is in force on a day. */
export const timetableRow = (schoolId: string, day: string) => sql<{ has: boolean }>`
  select exists (select from timetable_on(${schoolId}, ${day})) as has`

/** Locks the grade until the call ends, so that two people change its rule one after another. */
export const lockGrade = (db: Db, schoolId: string, gradeId: string) =>
  sql`select from grades where school_id = ${schoolId} and id = ${gradeId} for no key update`.execute(db)

/** Whether somebody has taken a lesson of the grade on a day. */
export async function hasTakenLessons(db: Db, schoolId: string, gradeId: string, day: string) {
  const { rows } = await sql<{ has: boolean }>`
    select exists (
      select from lesson_sheets s join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id
      where s.school_id = ${schoolId} and s.day = ${day} and c.grade_id = ${gradeId}) as has`.execute(db)
  return rows[0]!.has
}

type Storing = Chosen & { schoolId: string; gradeId: string; fromDay: string; version: number; madeBy: string }

/** Stores the rule of a grade from a day on, instead of what was planned for this day or a later one. Earlier days keep theirs. */
export async function storeRule(db: Db, { schoolId, gradeId, fromDay, dayRule, share, version, madeBy }: Storing) {
  await sql`
    delete from day_rules
    where school_id = ${schoolId} and grade_id = ${gradeId} and from_day >= ${fromDay}`.execute(db)
  await sql`
    insert into day_rules (school_id, id, grade_id, from_day, rule, share, made_by, version)
    values (${schoolId}, ${newId()}, ${gradeId}, ${fromDay}, ${dayRule}, ${share}, ${madeBy}, ${version})`.execute(db)
}

type Span = { schoolId: string; gradeId: string; from: string; to: string }

type TriedRow = {
  days: number
  changed: number
  rows: {
    studentId: string
    studentName: string
    classRoomName: string
    date: string
    state: 'present' | 'absent' | 'late' | 'excused' | null
    newState: 'present' | 'absent' | 'late' | 'excused'
  }[]
}

/** Which days of the students of a grade would be otherwise by a rule. What the office said of a day would stay. */
export async function tryRule(db: Db, { schoolId, gradeId, from, to }: Span, { dayRule, share }: Chosen, most: number) {
  const { rows } = await sql<TriedRow>`
    with derived as (
      select d.student_id, d.day, ${stateWithExcuse(schoolId, { student: 'd.studentId', day: 'd.day', state: 'd.state' })} as state
      from days_by_lessons(${schoolId}, (
        select array_agg(distinct m.student_id) from lesson_marks m
        join class_rooms c on c.school_id = m.school_id and c.id = m.class_room_id
        where m.school_id = ${schoolId} and m.day between ${from} and ${to} and c.grade_id = ${gradeId}), ${from}, ${to}, ${dayRule}, ${share}) d
    ), changed as (
      select d.student_id, d.day, d.state as new_state, m.state, m.class_room_id
      from derived d
      left join attendance_marks m
        on m.school_id = ${schoolId} and m.student_id = d.student_id and m.date = d.day and not m.superseded
      where m.state is distinct from d.state and m.origin is distinct from 'office'
    ), listed as (
      select changed.*, ${fullName('st')} as student_name, coalesce(c.name, '') as class_room_name
      from changed join students st on st.school_id = ${schoolId} and st.id = changed.student_id
      left join class_rooms c on c.school_id = ${schoolId} and c.id = coalesce(changed.class_room_id, st.class_room_id)
      order by changed.day desc, student_name, changed.student_id limit ${most}
    )
    select (select count(*)::integer from derived) as days, (select count(*)::integer from changed) as changed,
      coalesce((
        select jsonb_agg(jsonb_build_object('studentId', l.student_id, 'studentName', l.student_name,
          'classRoomName', l.class_room_name, 'date', l.day, 'state', l.state, 'newState', l.new_state)
          order by l.day desc, l.student_name, l.student_id) from listed l), '[]') as rows`.execute(db)
  return rows[0]!
}
