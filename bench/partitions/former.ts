import { type Form, rangeOf, seconds } from './forms.ts'
import { dice, idOf, numberOf, pupilsOfSchool } from './ids.ts'
import type { Job } from './jobs.ts'
import { askedOf, away, daysAgo, layBoth, type Periods } from './both.ts'

const months = Array.from({ length: 14 }, (_, at) => daysAgo(390 - at * 30))
const forms: Form[] = [{ name: 'whole' }, { name: 'month', by: rangeOf('changed_at', months) }]

/** Thirteen months, in which a value of every fourth pupil is changed. */
const values = (pupils: number) => (into: string) =>
  `
  insert into ${into} (id, table_name, key, school_id, changed_by, changed_at, was)
  select row_number() over (), 'part_marks', jsonb_build_object('id', bench_id(6, n)), bench_id(2, n / 10000), bench_id(1, n),
    moment, jsonb_build_object('id', bench_id(6, n), 'mark', d % 20, 'part_id', bench_id(7, n), 'term_id', bench_id(8, n),
      'school_id', bench_id(2, n / 10000), 'course_id', bench_id(4, n), 'student_id', bench_id(6, n), 'modified_at', moment)
  from generate_series(0, 389) as d, generate_series(0, ${pupils} / 120 - 1) as j,
    lateral (select (j * 120::bigint + d) % ${pupils} as nth offset 0) pupil,
    lateral (select (nth / 1000 + 1) * 10000 + nth % 1000 + 1 as n,
      '${months[0]}'::date + d + j * interval '1 day' / (${pupils} / 120) as moment offset 0) value`

export async function formerPeriods(given: Periods) {
  const { owner, note, schools } = given
  await layBoth(given, 'former_values', forms, values(schools * pupilsOfSchool))
  await askedOf(given, forms, [job(schools)])
  await owner(async (client) => {
    const deleted = await seconds(() =>
      client.query(`delete from whole.former_values where changed_at < '${months[1]}'`),
    )
    const vacuum = await seconds(() => client.query('vacuum whole.former_values'))
    const dropped = await seconds(() => client.query('drop table month.former_values_p0'))
    note(`former values, a month: delete ${deleted} s, vacuum ${vacuum} s, drop ${dropped} s`)
  })
  await away(owner, forms)
}

/** The statement with which the product finds them, for the changes of marks. */
const job = (schools: number): Job => ({
  name: 'the former values of a row',
  ask: async (seed) => {
    const roll = dice(seed)
    const nth = roll(schools)
    return {
      text: `select f.was from former_values f
        where f.table_name = 'part_marks' and f.key = jsonb_build_object('id', $1::uuid) and f.school_id = $2 order by f.id`,
      values: [idOf('student', numberOf.student(nth, roll(pupilsOfSchool))), idOf('school', nth)],
      school: idOf('school', nth),
      person: idOf('person', nth * 10_000),
    }
  },
})
