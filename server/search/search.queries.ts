import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/access/reach.ts'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, distance, fullName } from '#server/db/search.ts'

/** Every word has to be found, in any order. */
export type Wanted = { schoolId: string; reach: Reach; words: string[] }

const eachAtMost = 6

/** Active students by their name and code; `digits` finds them by a guardian's phone. */
export async function studentsFound(db: Db, wanted: Wanted, digits: string | null) {
  const { schoolId, reach, words } = wanted
  const isNamed = allIn(sql`st.searched`, words)
  const { rows } = await sql<{
    id: string
    name: string
    imageUrl: string | null
    classRoomName: string
    guardianName: string | null
  }>`
    select st.id, ${fullName('st')} as name, st.image_url, c.name as class_room_name,
      case when not ${isNamed} then guardian.name end as guardian_name
    from students st
    join class_rooms c on c.id = st.class_room_id
    left join lateral (
      select ${fullName('u')} as name
      from student_parents sp join users u on u.id = sp.parent_id
      where ${digits !== null} and sp.student_id = st.id and sp.ended_at is null
        and position(${digits ?? ''}::text in u.phone_number) > 0
      order by sp.created_at limit 1) guardian on true
    where st.school_id = ${schoolId} and st.active and ${inReach(reach, { classRoom: 'st.class_room_id' })}
      and (${isNamed} or guardian.name is not null)
    order by not ${isNamed}, ${distanceOf(sql`st.searched`, words)}, ${byName(fullName('st'))}, st.id
    limit ${eachAtMost}`.execute(db)
  return rows
}

/** Active classes by name or grade. */
export async function classesFound(db: Db, { schoolId, reach, words }: Wanted) {
  const { rows } = await sql<{ id: string; name: string; gradeName: string }>`
    select c.id, c.name, g.name as grade_name
    from class_rooms c join grades g on g.id = c.grade_id
    where c.school_id = ${schoolId} and c.active and ${inReach(reach, { classRoom: 'c.id' })}
      and ${allIn(sql`fold(c.name || ' ' || g.name)`, words)}
    order by g.position, ${byName('g.name')}, ${byName('c.name')}, c.id
    limit ${eachAtMost}`.execute(db)
  return rows
}

/** Teachers of the school by name. */
export async function teachersFound(db: Db, { schoolId, words }: Wanted) {
  const { rows } = await sql<{ id: string; name: string; imageUrl: string | null }>`
    select u.id, ${fullName('u')} as name, u.image_url
    from school_teachers t join users u on u.id = t.teacher_id
    where t.school_id = ${schoolId} and ${allIn(sql`fold(${fullName('u')})`, words)}
    order by ${distanceOf(sql`fold(${fullName('u')})`, words)}, ${byName(fullName('u'))}, u.id
    limit ${eachAtMost}`.execute(db)
  return rows
}

/** Whether every word is part of a folded text. */
const allIn = (folded: RawBuilder<unknown>, words: string[]) =>
  sql<boolean>`(select bool_and(position(fold(word) in ${folded}) > 0) from unnest(${words}::text[]) as word)`

/** How far a folded text is from all the words. */
const distanceOf = (folded: RawBuilder<unknown>, words: string[]) =>
  sql<number>`(select sum(${distance(folded, sql`word`)}) from unnest(${words}::text[]) as word)`
