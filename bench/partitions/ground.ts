import type pg from 'pg'
import { idsInSql } from './ids.ts'

/** The first days of three school years. Each year has the same number of school days, beginning with its first day. */
export const yearsBegin = ['2023-09-17', '2024-09-15', '2025-09-14'] as const

/** All generated school days, oldest first: Sunday to Thursday. */
export function schoolDays(perYear: number) {
  return yearsBegin.flatMap((first) => {
    const days: string[] = []
    for (let at = Date.parse(first); days.length < perYear; at += 86_400_000) {
      const day = new Date(at)
      if (day.getUTCDay() < 5) days.push(day.toISOString().slice(0, 10))
    }
    return days
  })
}

/**
 * Schools of a thousand pupils in 34 classes with their registers, generated from numbers. They are inserted with the
 * replication role, so that no trigger or reference is checked; the generated rows are known to be valid.
 */
export async function layGround(client: pg.Client, schools: number, days: readonly string[]) {
  const run = async (text: string) => client.query(text)
  await run(idsInSql)
  await run(`begin; set local session_replication_role = replica`)
  await run(`create table bench_days as select day, row_number() over (order by day)::integer as nth
    from unnest('{${days.join()}}'::date[]) as day`)
  await run(`insert into users (id, phone_number, password_hash, first_name, middle_name, last_name)
    select bench_id(1, s * 10000::bigint + p), '01' || lpad((s * 100 + p)::text, 9, '0'), 'none', 'Person', 'No', 'P' || p
    from generate_series(1, ${schools}) as s, generate_series(0, 34) as p`)
  await run(`insert into schools (id, name, about, vision, active, activated_at, school_type_id, admin_id, coin_type_id)
    select bench_id(2, s), 'School number ' || s, 'About it', 'Its vision', true, now(), (select id from school_types limit 1),
      bench_id(1, s * 10000::bigint), (select id from coin_types limit 1) from generate_series(1, ${schools}) as s`)
  await run(`insert into grades (id, school_id, name) select bench_id(3, s), bench_id(2, s), 'Grade one'
    from generate_series(1, ${schools}) as s`)
  await run(`insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students, supervisor_id)
    select bench_id(5, s * 100 + c), bench_id(2, s), bench_id(3, s), (select id from languages limit 1), 'Class ' || c, 3, 40,
      bench_id(1, s * 10000::bigint + c) from generate_series(1, ${schools}) as s, generate_series(1, 34) as c`)
  for (const [at, first] of yearsBegin.entries()) {
    const last = at === yearsBegin.length - 1
    await run(`insert into school_years (id, school_id, name, began_on, active, completed)
      select bench_id(7, s * 10 + ${at}), bench_id(2, s), 'Year ${at}', '${first}', ${last}, ${!last}
      from generate_series(1, ${schools}) as s`)
  }
  await run(`insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, birth_date)
    select bench_id(6, s * 10000::bigint + k), bench_id(2, s), bench_id(5, s * 100 + (k - 1) / 30 + 1), 'ST' || lpad(k::text, 10, '0'),
      'Pupil', 'No', 'K' || k, date '2014-01-01' + k
    from generate_series(1, ${schools}) as s, generate_series(1, 1000) as k`)
  await run(`insert into attendance_sheets (school_id, class_room_id, date, saved_by, version)
    select bench_id(2, s), bench_id(5, s * 100 + c), d.day, bench_id(1, s * 10000::bigint + c), 1
    from bench_days d, generate_series(1, ${schools}) as s, generate_series(1, 34) as c`)
  await run('commit')
  await run('vacuum analyze')
}

/** The marks of every pupil on every day, in the order in which they would be stored: day, class, pupil. */
export const marks = (into: string, schools: number) => `
  insert into ${into} (id, school_id, class_room_id, student_id, date, state, minutes_late, supervisor_id, created_at, modified_at)
  select (lpad(to_hex((extract(epoch from d.day)::bigint * 1000) + n), 12, '0') || '70098000' || lpad(to_hex(d.nth * 16777216::bigint + n), 12, '0'))::uuid,
    sc, c, bench_id(6, n), d.day,
    case n % 20 when 0 then 'absent' when 1 then 'late' when 2 then 'excused' else 'present' end,
    case n % 20 when 1 then 10 end, p, d.day + interval '6 hours', d.day + interval '6 hours'
  from (select * from bench_days order by day) d, generate_series(1, ${schools}) as s,
    lateral (select bench_id(2, s) as sc offset 0) school, generate_series(1, 34) as cl,
    lateral (select bench_id(5, s * 100 + cl) as c, bench_id(1, s * 10000::bigint + cl) as p offset 0) room,
    generate_series(s * 10000::bigint + cl * 30 - 29, s * 10000::bigint + least(cl * 30, 1000)) as n`
