import { type RawBuilder, sql } from 'kysely'
import { kinds, type WorkTable } from '#server/db/work-tables.ts'
import { inYear } from '#server/teaching/class-work/works.queries.ts'
import type { CollectionRows } from './collections.queries.ts'
import { sqlSectionId, sqlSectionTitle } from './mapping.queries.ts'

/** The work of which year is shown; none while there is no current one. */
export type ShownWork = { schoolId: string; yearId: string | null }

const everyKind = Object.keys(kinds) as WorkTable[]

const titles: Readonly<Record<WorkTable, string>> = { exam: 'Exams', homework: 'Homework', activity: 'Activities' }

const cutToMilliseconds = (at: RawBuilder<unknown>) => sql`date_trunc('milliseconds', ${at})`

/** The kinds of work. How much each counts stands in the schemes of results, which differ by grade, course and term. */
export const categoryRows = ({ schoolId }: ShownWork): CollectionRows => sql`
  select k.id as sourced_id, 'active' as status, ${cutToMilliseconds(sql`s.created_at`)} as date_last_modified, k.title
  from schools s cross join (values ${sql.join(everyKind.map((kind) => sql`(${kind}::text, ${titles[kind]}::text)`))}) k (id, title)
  where s.id = ${schoolId}`

/** Work that parents see: exams are drafts until they are published. */
const isShown = (kind: WorkTable, { schoolId, yearId }: ShownWork) => sql`
  w.school_id = ${schoolId} and ${yearId === null ? sql`false` : inYear(kind, yearId, schoolId)}
  ${kind === 'exam' ? sql`and w.published_at is not null` : sql``}`

const publishedAt = (kind: WorkTable) => (kind === 'exam' ? sql`w.published_at` : sql`null::timestamptz`)

/** Work that is put back keeps the moment of its last change, and its marks say when it came back. */
const lastOfMarks = (kind: WorkTable, schoolId: string) => sql`(
  select max(r.modified_at) from ${sql.table(kinds[kind].results)} r
  where r.school_id = ${schoolId} and r.${sql.ref(kinds[kind].key)} = w.id)`

/** Exams, homework and activities as tasks of a course in a class, and as removed those that were. */
export const lineItemRows = (shown: ShownWork): CollectionRows => {
  const { schoolId, yearId } = shown
  const works = everyKind.map(
    (kind) => sql`
    select ${kind}::text as category_id, w.id, w.class_room_id, w.course_id, w.${sql.ref(kinds[kind].day)} as day, w.details, w.rate,
      ${kind === 'exam' ? sql`w.month_id` : sql`null::uuid`} as month_id, w.removed_at is null as is_there,
      greatest(w.modified_at, w.removed_at, ${publishedAt(kind)}, ${lastOfMarks(kind, schoolId)}) as modified_at
    from ${sql.table(kinds[kind].works)} w where ${isShown(kind, shown)}`,
  )
  return sql`
  select w.id::text as sourced_id, case when w.is_there then 'active' else 'tobedeleted' end as status,
    ${cutToMilliseconds(sql`w.modified_at`)} as date_last_modified,
    coalesce(nullif(left(split_part(btrim(w.details), chr(10), 1), 100), ''), ${sqlSectionTitle('k.name', 'c.name')}) as title,
    nullif(btrim(w.details), '') as description, w.day::timestamp at time zone 'UTC' as assign_date,
    w.day::timestamp at time zone 'UTC' as due_date, ${sqlSectionId('w.classRoomId', 'w.courseId')} as class_id, w.category_id,
    m.id::text as month_id, coalesce(t.id, ${yearId}::uuid)::text as session_id, 0 as result_value_min, w.rate as result_value_max,
    w.class_room_id as class_key, w.course_id as course_key
  from (${sql.join(works, sql` union all `)}) w
  join class_rooms c on c.school_id = ${schoolId} and c.id = w.class_room_id
  join courses k on k.school_id = ${schoolId} and k.id = w.course_id
  left join lateral (
    select m.id from school_year_months m
    where m.school_id = ${schoolId} and m.school_year_id = ${yearId} and m.start_date is not null and m.end_date is not null
      and case when w.month_id is null then w.day between m.start_date and m.end_date else m.id = w.month_id end
    order by m.position, m.id limit 1) m on true
  left join lateral (
    select t.id from terms t
    where t.school_id = ${schoolId} and t.school_year_id = ${yearId} and w.day between t.start_date and t.end_date
    order by t.position limit 1) t on true`
}

/**
 * Marks as parents see them. Without a score: who was absent or handed nothing in. As removed: marks that were taken back, and those of
 * students who left; they have no score.
 */
export const scoreRows = (shown: ShownWork): CollectionRows => {
  const { schoolId } = shown
  const ofKind = (kind: WorkTable) => {
    const { works, results, key, day, mark, tookPart } = kinds[kind]
    const [score, part] = [sql.ref(`r.${mark}`), sql.ref(`r.${tookPart}`)]
    // A mark that was taken back had one version more.
    return sql`
    select w.id as work_key, r.student_id as user_key, w.class_room_id as class_key, w.course_id as course_key,
      w.${sql.ref(day)} as day, ${score} as score, ${part} as took_part,
      r.removed_at is null and w.removed_at is null and (${score} is not null or ${part} is not null) and s.active as is_there,
      greatest(r.modified_at, w.removed_at, ${publishedAt(kind)}, case when not s.active then s.modified_at end) as modified_at
    from ${sql.table(works)} w
    join ${sql.table(results)} r on r.school_id = ${schoolId} and r.${sql.ref(key)} = w.id
    join students s on s.school_id = ${schoolId} and s.id = r.student_id
    where ${isShown(kind, shown)} and (${score} is not null or ${part} is not null or r.version > 1)
      ${kind === 'exam' ? sql`and not r.is_draft` : sql``}`
  }
  return sql`
  select r.work_key::text || '.' || r.user_key::text as sourced_id, case when r.is_there then 'active' else 'tobedeleted' end as status,
    ${cutToMilliseconds(sql`r.modified_at`)} as date_last_modified, r.work_key::text as line_item_id, r.user_key::text as user_id,
    r.class_key::text || '.' || r.course_key::text as class_id, case when r.is_there and r.took_part is distinct from false then r.score end as score,
    case when r.took_part is false or not r.is_there then 'not submitted' when r.score is null then 'submitted' else 'fully graded' end
      as score_status,
    r.day as score_date, r.work_key, r.user_key, r.class_key, r.course_key
  from (${sql.join(everyKind.map(ofKind), sql` union all `)}) r`
}
