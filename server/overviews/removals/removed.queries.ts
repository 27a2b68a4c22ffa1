import { type RawBuilder, sql } from 'kysely'
import type { Reach } from '#server/db/reach.ts'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, emptyPage, paged } from '#server/db/page.ts'
import { inReach } from '#server/db/rows.ts'
import { contains, containsIn, fullName } from '#server/db/search.ts'

/** Whose removed things: those of the kinds that a person may remove, where they may remove them. */
export type Remover = {
  schoolId: string
  personId: string
  reach: Reach
  managesPosts: boolean
  kinds: readonly string[]
}

type Thing = {
  id: string
  kind:
    | 'exam'
    | 'homework'
    | 'activity'
    | 'note'
    | 'conduct'
    | 'post'
    | 'calendarDay'
    | 'contact'
    | 'recordField'
    | 'resultScheme'
  thingName: string | null
  studentId: string | null
  classRoomId: string | null
  courseId: string | null
  day: string | null
  removedAt: string | null
  removedBy: string | null
}

type Columns = {
  name: string
  student?: string
  classRoom?: string
  course?: string
  day?: string
  removed?: { at: string; by: string }
}

const works = { classRoom: 'w.class_room_id', course: 'w.course_id' }
const ofWork = ({ schoolId, reach }: Remover) => inReach(reach, { inSchool: schoolId, ...works })
const all = () => sql`true`

/** Where the rows of each kind are, and which of them a person may remove. */
const sources: Record<
  Thing['kind'],
  Columns & { table: string; from?: RawBuilder<unknown>; own: (remover: Remover) => RawBuilder<unknown> }
> = {
  exam: { table: 'exams', name: 'w.details', ...works, day: 'w.exam_date', own: ofWork },
  homework: { table: 'homework', name: 'w.details', ...works, day: 'w.assignment_date', own: ofWork },
  activity: { table: 'activities', name: 'w.details', ...works, day: 'w.activity_date', own: ofWork },
  note: {
    table: 'student_notes',
    name: 'w.notes',
    student: 'w.student_id',
    ...works,
    day: 'w.date',
    own: ({ schoolId, personId, reach }) =>
      reach.of === 'school'
        ? sql`true`
        : sql`(w.supervisor_id = ${personId} or exists (
            select from class_rooms c
            where c.school_id = ${schoolId} and c.id = w.class_room_id and c.supervisor_id = ${personId}))`,
  },
  conduct: {
    table: 'conduct_records',
    name: 'w.name',
    student: 'w.student_id',
    classRoom: 'w.class_room_id',
    day: 'w.day',
    removed: { at: 'w.withdrawn_at', by: 'w.withdrawn_by' },
    own: ({ schoolId, reach }) =>
      sql`exists (select from students pupil
        where pupil.school_id = ${schoolId} and pupil.id = w.student_id
          and ${inReach(reach, { inSchool: schoolId, classRoom: 'pupil.class_room_id' })})`,
  },
  post: {
    table: 'posts',
    name: 'w.title',
    removed: { at: 'w.taken_back_at', by: 'w.taken_back_by' },
    own: ({ managesPosts, personId }) => (managesPosts ? sql`true` : sql`w.author_id = ${personId}`),
  },
  calendarDay: { table: 'calendar_days', name: 'w.name', day: 'w.from_day', own: all },
  contact: { table: 'school_contacts', name: 'w.value', own: all },
  recordField: { table: 'record_fields', name: 'w.name', own: all },
  resultScheme: { table: 'result_schemes', name: 'w.name', own: all },
}

const idOr = (name: string | undefined) => (name ? sql.ref(name) : sql`null::uuid`)

/** The rows of a kind that fulfil a condition on the moment of their removal. */
function rowsOf(kind: Thing['kind'], remover: Remover, when: (at: RawBuilder<unknown>) => RawBuilder<unknown>) {
  const { table, name, student, classRoom, course, day, removed, own } = sources[kind]
  const at = sql.ref(removed?.at ?? 'w.removed_at')
  return sql`
    select w.id, ${sql.lit(kind)} as kind, left(${sql.ref(name)}, 200) as thing_name, ${idOr(student)} as student_id,
      ${idOr(classRoom)} as class_room_id, ${idOr(course)} as course_id, ${day ? sql.ref(day) : sql`null::date`} as day,
      ${at} as removed_at, ${sql.ref(removed?.by ?? 'w.removed_by')} as removed_by
    from ${sql.table(table)} w where w.school_id = ${remover.schoolId} and ${own(remover)} and ${when(at)}`
}

type Filter = { kind?: Thing['kind'] | null | undefined; text?: string | null | undefined; days: number }

/** What was removed in the last days, latest first. */
export async function removedThings(db: Db, remover: Remover, { kind, text, days }: Filter, page: PageRequest) {
  const { schoolId } = remover
  const since = (at: RawBuilder<unknown>) => sql`${at} > now() - make_interval(days => ${days})`
  const kinds = (Object.keys(sources) as Thing['kind'][]).filter(
    (one) => remover.kinds.includes(one) && (!kind || kind === one),
  )
  if (kinds.length === 0) return emptyPage
  const union = sql.join(
    kinds.map((one) => rowsOf(one, remover, since)),
    sql` union all `,
  )
  let query = db
    .selectFrom(sql<Thing>`(${union})`.as('t'))
    .leftJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 't.studentId'))
    .leftJoin('classRooms as cr', (on) => on.on('cr.schoolId', '=', schoolId).onRef('cr.id', '=', 't.classRoomId'))
    .leftJoin('courses as c', (on) => on.on('c.schoolId', '=', schoolId).onRef('c.id', '=', 't.courseId'))
    .leftJoin('users as remover', 'remover.id', 't.removedBy')
    .select(['t.id', 't.kind', 't.thingName', 't.day', 'cr.name as classRoomName', 'c.name as courseName'])
    .select([
      sql<string | null>`nullif(${fullName('st')}, '')`.as('studentName'),
      sql<string>`t.removed_at`.as('removedAt'),
    ])
    .select([
      sql<string | null>`nullif(${fullName('remover')}, '')`.as('removedByName'),
      sql<string>`t.removed_at + make_interval(days => ${days})`.as('keptUntil'),
      marksOf(schoolId).as('marks'),
    ])
    .orderBy('t.removedAt', 'desc')
    .orderBy('t.id')
  if (text)
    query = query.where((either) =>
      either.or(
        [
          contains('t.thing_name', text),
          contains('cr.name', text),
          contains('c.name', text),
          containsIn(fullName('st'), text),
          containsIn(fullName('remover'), text),
        ].map((found) => sql<boolean>`coalesce(${found}, false)`),
      ),
    )
  return paged(query, page)
}

/** The marks that were removed together with the work `t`. */
const marksOf = (schoolId: string) => {
  const marks = (table: string, key: string, isMarked: RawBuilder<unknown>) => sql`(
    select count(*)::integer from ${sql.table(table)} r
    where r.school_id = ${schoolId} and r.${sql.ref(key)} = t.id and r.removed_at = t.removed_at and ${isMarked})`
  return sql<number>`case t.kind
    when 'exam' then ${marks('student_exams', 'exam_id', sql`(r.total_result is not null or r.is_attend is not null)`)}
    when 'homework' then ${marks('student_homework', 'homework_id', sql`(r.result is not null or r.is_delivered is not null)`)}
    when 'activity' then ${marks('student_activities', 'activity_id', sql`(r.result is not null or r.is_attend is not null)`)}
    else 0 end`
}

/**
 * Those of the named things that the person may remove or put back, and the ids of those that are removed now; null if one of them is
 * neither there nor removed in the last days.
 */
export async function thingsOf(db: Db, remover: Remover, kind: Thing['kind'], ids: readonly string[], days: number) {
  if (!remover.kinds.includes(kind)) return null
  const { rows } = await sql<{ id: string; isRemoved: boolean }>`
    select t.id, t.removed_at is not null as is_removed from (${rowsOf(
      kind,
      remover,
      (at) =>
        sql`w.id = any(${[...ids]}::uuid[]) and (${at} is null or ${at} > now() - make_interval(days => ${days}))`,
    )}) t order by t.id`.execute(db)
  return rows.length < ids.length ? null : rows
}

/** Locks the named rows of a kind until the call ends. */
export const lockThings = (db: Db, kind: Thing['kind'], schoolId: string, ids: readonly string[]) =>
  sql`
  select from ${sql.table(sources[kind].table)}
  where school_id = ${schoolId} and id = any(${[...ids]}::uuid[]) order by id for no key update`.execute(db)
