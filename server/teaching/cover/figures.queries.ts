import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { Page, PageRequest } from '#server/db/page.ts'
import { containsIn } from '#server/db/search.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { nameAtSchool, nameAtSchoolOf } from '#server/school/classes/teacher-names.queries.ts'
import { weekdayNamed, weekdayNumber } from '#server/school/timetable/week.queries.ts'
import { type CoverWay, loadsOn, rulesRow, usualRules } from './facts.queries.ts'

export type CountRow = {
  teacherId: string
  teacherName: string
  weekLoad: number
  givenMonth: number
  takenMonth: number
  givenYear: number
  takenYear: number
  coversOwed: number
  coversDue: number
  coversDeclined: number
}

/** How often each teacher covered others and was covered, in the month of a day and in its school year up to the end of that month. */
export async function coverCountsOf(db: Db, schoolId: string, day: string, search: string | null, page: PageRequest) {
  const { rows } = await sql<CountRow>`
    with span as (
      select date_trunc('month', ${day}::date)::date as month,
        (date_trunc('month', ${day}::date) + interval '1 month - 1 day')::date as last_day,
        coalesce((select y.first_day from school_year_days y
          where y.school_id = ${schoolId} and ${day}::date between y.first_day and y.last_day), '-infinity') as year
    ), counted as (
      select who.id, count(*) filter (where who.gives and c.state = 'given' and c.day >= span.month)::integer as given_month,
        count(*) filter (where not who.gives and c.state = 'given' and c.day >= span.month)::integer as taken_month,
        count(*) filter (where who.gives and c.state = 'given')::integer as given_year,
        count(*) filter (where not who.gives and c.state = 'given')::integer as taken_year,
        count(*) filter (where who.gives and c.state = 'declined')::integer as declined
      from span
      join covers c on c.school_id = ${schoolId} and c.day between span.year and span.last_day and c.state in ('given', 'declined')
        and c.teacher_id is not null
      cross join lateral (values (c.teacher_id, true), (c.absent_id, false)) as who (id, gives)
      group by who.id
    ), load as (${loadsOn(schoolId, day)})
    select u.id as teacher_id, ${nameAtSchool('u')} as teacher_name, coalesce(load.lessons, 0) as week_load,
      coalesce(n.given_month, 0) as given_month, coalesce(n.taken_month, 0) as taken_month, coalesce(n.given_year, 0) as given_year,
      coalesce(n.taken_year, 0) as taken_year, greatest(n.taken_year - n.given_year, 0) as covers_owed,
      greatest(n.given_year - n.taken_year, 0) as covers_due,
      coalesce(n.declined, 0) as covers_declined
    from school_teachers asked
    join users u on u.id = asked.teacher_id
    left join counted n on n.id = u.id
    left join load on load.id = u.id
    where asked.school_id = ${schoolId} and asked.accepted_at is not null
      and (${search}::text is null or ${containsIn(nameAtSchool('u'), search ?? '')})
    order by given_month desc, given_year desc, teacher_name, u.id`.execute(db)
  return { rows: rows.slice(page.offset, page.offset + page.limit), total: rows.length }
}

export type CoverListRow = {
  id: string
  day: string
  number: number
  coverClasses: string
  courseName: string
  absentName: string
  coveringName: string | null
  coverWay: CoverWay
  withinLoad: boolean | null
  reason: string | null
}

type Wanted = { schoolId: string; from: string; to: string; teacherId: string | null }

/** The covers that were given in a period, the latest first, each with whether it was within the load of its week. */
export async function coversGiven(db: Db, { schoolId, from, to, teacherId }: Wanted, page: PageRequest) {
  const { rows } = await sql<CoverListRow & { inAll: number }>`
    with version as materialized (
      select d.day, t.timetable_id, t.week
      from (select distinct c.day from covers c where c.school_id = ${schoolId} and c.day between ${from} and ${to}) d
      cross join lateral timetable_on(${schoolId}, d.day) t
    ), load as materialized (
      select v.timetable_id, v.week, one.id, count(*) as lessons
      from (select distinct timetable_id, week from version) v
      join lessons l on l.school_id = ${schoolId} and l.timetable_id = v.timetable_id and l.week in (0, v.week)
      cross join unnest(l.teacher_ids) as one (id) group by 1, 2, 3
    )
    select c.id, c.day, c.number, (
        select string_agg(k.name, '، ' order by k.name) from class_rooms k
        where k.school_id = ${schoolId} and k.id = any (l.class_ids)) as cover_classes,
      (select o.name from courses o where o.school_id = ${schoolId} and o.id = l.course_id) as course_name,
      ${nameAtSchoolOf(schoolId, 'c.absent_id')} as absent_name, ${nameAtSchoolOf(schoolId, 'c.teacher_id')} as covering_name, c.way as cover_way,
      case when c.teacher_id is not null then coalesce(load.lessons, 0) + (
          select count(*) from covers o
          where o.school_id = ${schoolId} and o.teacher_id = c.teacher_id and o.state = 'given'
            and o.day between c.day - (extract(dow from c.day)::integer + 1) % 7 and c.day
            and (o.day, o.number, o.id) <= (c.day, c.number, c.id))
        <= coalesce(own.load, (select r.load from cover_rules r where r.school_id = ${schoolId}), 24) end as within_load,
      c.reason, count(*) over ()::integer as in_all
    from covers c
    join lessons l on l.school_id = ${schoolId} and l.id = c.lesson_id
    left join version v on v.day = c.day
    left join load on load.timetable_id = v.timetable_id and load.week = v.week and load.id = c.teacher_id
    left join cover_teachers own on own.school_id = ${schoolId} and own.teacher_id = c.teacher_id
    where c.school_id = ${schoolId} and c.state = 'given' and c.day between ${from} and ${to}
      and (${teacherId}::uuid is null or ${teacherId} in (c.teacher_id, c.absent_id))
    order by c.day desc, c.number, cover_classes, c.id limit ${page.limit} offset ${page.offset}`.execute(db)
  const total = rows[0]?.inAll ?? (page.offset > 0 ? await countGiven(db, { schoolId, from, to, teacherId }) : 0)
  return { rows: rows.map(({ inAll: _, ...row }) => row), total } satisfies Page<CoverListRow>
}

async function countGiven(db: Db, { schoolId, from, to, teacherId }: Wanted) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from covers c
    where c.school_id = ${schoolId} and c.state = 'given' and c.day between ${from} and ${to}
      and (${teacherId}::uuid is null or ${teacherId} in (c.teacher_id, c.absent_id))`.execute(db)
  return rows[0]!.many
}

type OwnRules = { teacherId: string; teacherName: string; exempt: boolean; fullLoad: number | null }
type Standby = { teacherId: string; weekday: number; number: number }

/** The rules of a school, with those of its teachers for whom something else holds. */
export async function coverRulesOf(db: Db, schoolId: string) {
  const { rules, teachers, standby } = await sideBySide(db, {
    rules: rulesRow(schoolId),
    teachers: sql<OwnRules>`
      select u.id as teacher_id, ${nameAtSchool('u')} as teacher_name, coalesce(own.exempt, false) as exempt,
        own.load::integer as full_load
      from school_teachers asked join users u on u.id = asked.teacher_id
      left join cover_teachers own on own.school_id = ${schoolId} and own.teacher_id = u.id
      where asked.school_id = ${schoolId} and asked.accepted_at is not null order by 2, 1`,
    standby: sql<Standby>`
      select s.teacher_id, s.weekday, s.number from cover_standby s where s.school_id = ${schoolId}
      order by s.weekday, s.number, s.teacher_id`,
  })
  return {
    schoolId,
    ...(rules[0] ?? usualRules),
    teachers: teachers.map((one) => ({
      ...one,
      standby: standby
        .filter(({ teacherId }) => teacherId === one.teacherId)
        .map(({ weekday, number }) => ({ weekday: weekdayNamed(weekday), number })),
    })),
  }
}

type RulesToStore = { aDay: number; inRow: number; fullLoad: number; consent: boolean }

export const storeCoverRules = (db: Db, schoolId: string, { aDay, inRow, fullLoad, consent }: RulesToStore) =>
  sql`
    insert into cover_rules (school_id, id, a_day, in_row, load, consent)
    values (${schoolId}, ${newId()}, ${aDay}, ${inRow}, ${fullLoad}, ${consent})
    on conflict (school_id) do update set a_day = excluded.a_day, in_row = excluded.in_row, load = excluded.load,
      consent = excluded.consent, version = cover_rules.version + 1, modified_at = now()`.execute(db)

type OwnToStore = {
  teacherId: string
  exempt: boolean
  fullLoad: number | null
  standby: readonly { weekday: string; number: number }[]
}

/** Replaces what holds for single teachers. Who does not teach at the school is left out; answers how many are stored. */
export async function replaceOwnRules(db: Db, schoolId: string, teachers: readonly OwnToStore[]) {
  await sql`delete from cover_teachers where school_id = ${schoolId}`.execute(db)
  await sql`delete from cover_standby where school_id = ${schoolId}`.execute(db)
  const own = teachers.map(({ teacherId, exempt, fullLoad }) => ({ teacherId, exempt, fullLoad }))
  const { rows } = await sql<{ teacherId: string }>`
    insert into cover_teachers (school_id, teacher_id, exempt, load)
    select ${schoolId}, o."teacherId", o.exempt, o."fullLoad"
    from jsonb_to_recordset(${JSON.stringify(own)}::jsonb) as o ("teacherId" uuid, exempt boolean, "fullLoad" smallint)
    join school_teachers t on t.school_id = ${schoolId} and t.teacher_id = o."teacherId" and t.accepted_at is not null
    returning teacher_id`.execute(db)
  const duties = teachers.flatMap(({ teacherId, standby }) =>
    standby.map(({ weekday, number }) => ({ teacherId, weekday: weekdayNumber(weekday), number })),
  )
  await sql`
    insert into cover_standby (school_id, teacher_id, weekday, number)
    select ${schoolId}, d."teacherId", d.weekday, d.number
    from jsonb_to_recordset(${JSON.stringify(duties)}::jsonb) as d ("teacherId" uuid, weekday smallint, number smallint)
    on conflict do nothing`.execute(db)
  return rows.length
}
