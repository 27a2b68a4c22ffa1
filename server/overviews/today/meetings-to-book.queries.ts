import { sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'

/**
 * The parents' evenings in which a parent can book a meeting about one of their children at this moment (ISO 8601), and about none of them a
 * meeting is booked yet; the next first.
 */
export const meetingsToBook = fixed((parentId: string, schools: readonly string[], now: string) => {
  const child = sql`
    parent_links l join students st on st.school_id = r.school_id and st.id = l.student_id and st.active
    where l.school_id = r.school_id and l.parent_id = ${parentId} and l.sees`
  return sql<{ id: string; title: string; day: string }>`
    select r.id, r.title, r.day
    from meeting_rounds r
    join schools s on s.id = r.school_id and s.active
    where r.school_id = any (${schools}::uuid[]) and r.opened_at is not null and r.day >= ${now}::timestamptz::date - 1
      and ${now}::timestamptz < (r.day + r.from_time) at time zone s.time_zone - make_interval(hours => r.close_hours)
      and exists (
        select from ${child} and (r.class_room_ids = '{}' or st.class_room_id = any (r.class_room_ids)) and exists (
          select from meeting_teachers_of(r.school_id, r.id, st.class_room_id) t
          where r.all_from is null or (${now}::timestamptz at time zone s.time_zone)::date >= r.all_from or exists (
            select from meeting_wishes w
            where w.school_id = r.school_id and w.round_id = r.id and w.teacher_id = t and w.student_id = st.id)))
      and not exists (
        select from meeting_bookings b
        where b.school_id = r.school_id and b.round_id = r.id and b.student_id in (select st.id from ${child}))
    order by r.day, r.id
    limit 3`
})
