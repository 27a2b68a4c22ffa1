import { sql } from 'kysely'
import { schoolAs } from '#server/db/rows.ts'
import { kinds, type WorkTable } from '#server/db/work-tables.ts'

type Figures = {
  students: number
  marked: number
  participants: number
  average: number | null
  tenths: number[]
}

/** The figures of the work `w`, as a column. PostgreSQL computes them only for the rows of the page. */
export function figuresOf(kind: WorkTable, inSchool?: string) {
  const { results, key } = kinds[kind]
  const mark = sql.ref(`r.${kinds[kind].mark}`)
  const tookPart = sql.ref(`r.${kinds[kind].tookPart}`)
  const tenths = Array.from(
    { length: 10 },
    (_, tenth) => sql`count(*) filter (where of_mark.tenth = ${sql.lit(tenth)})::integer`,
  )
  return sql<Figures>`(
    select jsonb_build_object(
      'students', count(*),
      'marked', count(*) filter (where ${mark} is not null or ${tookPart} is not null),
      'participants', count(*) filter (where ${tookPart}),
      'average', round(avg(${mark}) filter (where ${tookPart} is not false), 2),
      'tenths', jsonb_build_array(${sql.join(tenths)}))
    from ${sql.table(results)} r
    cross join lateral (select
      case when ${mark} is not null and ${tookPart} is not false then least(9, floor(${mark} * 10 / w.rate)) end as tenth) of_mark
    where r.school_id = ${schoolAs({ inSchool }, 'w.id')} and ${sql.ref(`r.${key}`)} = w.id and r.removed_at is null)`
}
