import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { amongSchools } from '#server/db/rows.ts'
import type { Caller } from './caller.ts'

/** The caller's child and its school, if they are linked now; otherwise undefined. */
export async function childOf(db: Db, { id: parentId, rights: { parentSchools } }: Caller, studentId: string) {
  if (parentSchools.length === 0) return undefined
  const { rows } = await sql<{
    schoolId: string
    timeZone: string
    today: string
    classRoomId: string
    seatEndedOn: string | null
  }>`
    select st.school_id, s.time_zone, sp.today, st.class_room_id, st.seat_ended_on
    from parent_links sp
    join students st on st.school_id = sp.school_id and st.id = sp.student_id and st.active
    join schools s on s.id = st.school_id and s.active
    where ${amongSchools('sp.school_id', parentSchools)} and sp.parent_id = ${parentId} and sp.student_id = ${studentId}
      and sp.sees`.execute(db)
  return rows[0]
}
