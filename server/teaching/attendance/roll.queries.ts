import { sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import { excusedOn } from '#server/teaching/absence/excuses.queries.ts'
import { fixed } from '#server/db/speculation/compiled.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'
import { hasShownAlert } from '#server/people/safety/health-alerts.queries.ts'
import { seated } from '#server/people/students/seated.queries.ts'

/** One class on one day. */
export type SheetKey = { schoolId: string; classRoomId: string; date: string }

type State = 'present' | 'absent' | 'late' | 'excused'

type RollRow = {
  id: string
  firstName: string
  middleName: string
  lastName: string
  imageUrl: string | null
  isAssumed: boolean
  hasAlert: boolean
  markedIn: { classRoomName: string; state: State } | null
}

/** Who is in the register of a class on a day, by name, with the mark that another class gave on that day. */
export async function registerRoll(db: Db, { schoolId, classRoomId, date }: SheetKey, reach: Reach) {
  const { rows } = await sql<RollRow>`
    select st.id, st.first_name, st.middle_name, st.last_name, st.image_url, ${date}::date < h.from_day as is_assumed, ${hasShownAlert(schoolId)} as has_alert, (
        select jsonb_build_object('classRoomName', c.name, 'state', m.state)
        from attendance_marks m join class_rooms c on c.school_id = m.school_id and c.id = m.class_room_id
        where ${markedElsewhere(schoolId, classRoomId, date)}) as marked_in
    from student_classes h join students st on st.school_id = h.school_id and st.id = h.student_id
    where h.school_id = ${schoolId} and h.class_room_id = ${classRoomId} and ${seated(schoolId, classRoomId, date)}
      and ${inReach(reach, { inSchool: schoolId, classRoom: 'h.classRoomId', student: 'st.id' })}
    order by ${byName('st.firstName')}, ${byName('st.middleName')}, ${byName('st.lastName')}, st.id`.execute(db)
  const { excused, classes } = await sideBySide(db, {
    excused: excusedOn(
      schoolId,
      date,
      rows.map(({ id }) => id),
    ),
    classes: sql<{ takesLessons: boolean }>`
      select exists (select from day_rule_on(${schoolId}, c.grade_id, ${date})) as takes_lessons
      from class_rooms c where c.school_id = ${schoolId} and c.id = ${classRoomId}`,
  })
  const isExcused = new Set(excused.map(({ id }) => id))
  return {
    takesLessons: classes[0]?.takesLessons ?? false,
    isAssumed: rows.length > 0 && rows.every((row) => row.isAssumed),
    students: rows.map(({ isAssumed: _, ...row }) => ({ ...row, isExcused: isExcused.has(row.id) })),
  }
}

const markedElsewhere = (schoolId: string, classRoomId: string, date: string) => sql`
  m.school_id = ${schoolId} and m.student_id = st.id and m.date = ${date} and not m.superseded and m.class_room_id <> ${classRoomId}`

/**
 * Of these students, those whom a class may record on a day: who is in its roll of the day, or has a mark in its register, also if they have
 * left the class since. `elsewhere`: another class gave their mark of that day. This must be a separate statement after the lock: a statement
 * that waited for the lock would see the present row of the student but the former rows of their classes.
 */
export const recordable = fixed(
  (schoolId: string, classRoomId: string, date: string, studentIds: readonly string[]) => sql<{
    id: string
    elsewhere: boolean
  }>`
    select st.id, exists (select from attendance_marks m where ${markedElsewhere(schoolId, classRoomId, date)}) as elsewhere
    from students st
    where st.school_id = ${schoolId} and st.id = any(${studentIds}::uuid[]) and (
      exists (select from attendance_marks m
        where m.school_id = ${schoolId} and m.student_id = st.id and m.date = ${date} and m.class_room_id = ${classRoomId})
      or exists (select from student_classes h
        where h.school_id = ${schoolId} and h.student_id = st.id and h.class_room_id = ${classRoomId}
          and ${seated(schoolId, classRoomId, date)}))`,
)
