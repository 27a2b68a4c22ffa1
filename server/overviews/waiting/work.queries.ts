import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fixed, shaped } from '#server/db/speculation/compiled.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, fullName } from '#server/db/search.ts'
import { askedToTeach, nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

/** The rows of one school that one person may see. */
export type WorkView = { schoolId: string; today: string; reach: Reach }

export type WorkKind = 'exam' | 'homework' | 'activity'

export type HomeWork = {
  kind: WorkKind
  id: string
  classRoomId: string
  classRoomName: string
  courseName: string
  date: string
  done: number
  students: number
}

const listedAtMost = 5
const unmarkedForDays = 28

/** The tables of each kind of work, and the column that is set when a result exists. */
const stored: Record<
  WorkKind,
  { work: string; results: string; key: string; date: string; result: string; part: string }
> = {
  exam: {
    work: 'exams',
    results: 'student_exams',
    key: 'exam_id',
    date: 'exam_date',
    result: 'total_result',
    part: 'is_attend',
  },
  homework: {
    work: 'homework',
    results: 'student_homework',
    key: 'homework_id',
    date: 'assignment_date',
    result: 'result',
    part: 'is_delivered',
  },
  activity: {
    work: 'activities',
    results: 'student_activities',
    key: 'activity_id',
    date: 'activity_date',
    result: 'result',
    part: 'is_attend',
  },
}

/** Work of the last four weeks with missing results. It is found by them; only then all its results are counted. */
const unmarked = ({ schoolId, today }: Pick<WorkView, 'schoolId' | 'today'>): Listing => ({
  done: (kind) => sql`r.${sql.ref(stored[kind].result)} is not null or r.${sql.ref(stored[kind].part)} is not null`,
  between: sql`(select ${today}::date) - ${unmarkedForDays}::integer and (select ${today}::date)`,
  which: (kind) => {
    const { results, key, result, part } = stored[kind]
    return sql`exists (select from ${sql.table(results)} r where r.school_id = ${schoolId} and r.${sql.ref(key)} = w.id
      and r.removed_at is null and r.${sql.ref(result)} is null and r.${sql.ref(part)} is null)`
  },
})

/** The work with missing results, oldest first, and how much there is. */
export const unmarkedWork = shaped((_: Db, view: WorkView, kinds: readonly WorkKind[]) =>
  listed(view, kinds, unmarked(view)),
)

/** How much work has missing results. */
export const countUnmarked = shaped(
  (_: Db, view: WorkView, kinds: readonly WorkKind[]) => sql<{ count: number }>`
    select count(*)::integer as count ${worksOf(view, kinds, unmarked(view))}`,
)

export type OwingTeacher = {
  teacherId: string
  teacherName: string
  works: number
  remindedAt: string | null
  remindedByName: string | null
}

/**
 * Who teaches the courses of the work with missing results, or where nobody does, supervises its class; with the reminder of today. Work
 * that several teach counts for each of them.
 */
export async function teachersOwing(db: Db, view: WorkView, kinds: readonly WorkKind[]) {
  if (kinds.length === 0) return []
  const { schoolId, today } = view
  const { rows } = await sql<OwingTeacher>`
    with owed as (
      select work.id, work.class_room_id, work.course_id, c.supervisor_id ${worksOf(view, kinds, unmarked(view))}
    ), by_teacher as (
      select t.teacher_id, o.id
      from owed o
      join class_teacher_courses t on t.school_id = ${schoolId} and t.class_room_id = o.class_room_id and t.course_id = o.course_id
      union
      select o.supervisor_id, o.id from owed o
      where o.supervisor_id is not null and not exists (
        select from class_teacher_courses t
        where t.school_id = ${schoolId} and t.class_room_id = o.class_room_id and t.course_id = o.course_id)
    )
    select u.id as teacher_id, ${nameAtSchool('u')} as teacher_name, count(*)::integer as works,
      r.created_at as reminded_at, case when maker.id is not null then ${fullName('maker')} end as reminded_by_name
    from by_teacher b
    join users u on u.id = b.teacher_id ${askedToTeach(schoolId, 'u')}
    left join mark_reminders r on r.school_id = ${schoolId} and r.teacher_id = u.id and r.day = ${today}
    left join users maker on maker.id = r.made_by
    group by u.id, asked.teacher_id, asked.accepted_at, r.created_at, maker.id
    order by works desc, ${byName(nameAtSchool('u'))}, u.id`.execute(db)
  return rows
}

/**
 * The work of today and the next seven days, earliest first. For homework, `done` is the number of students who handed it in.
 */
export const workDue = shaped((_: Db, view: WorkView, kinds: readonly WorkKind[]) =>
  listed(view, kinds, {
    done: (kind) => sql`r.${sql.ref(stored[kind].part)}`,
    between: sql`(select ${view.today}::date) and (select ${view.today}::date) + 7`,
    which: () => sql`true`,
  }),
)

/** The days stand in sub-selects, which hide them from the planner: otherwise it plans these statements anew at every call. */
type Listing = {
  done: (kind: WorkKind) => RawBuilder<unknown>
  between: RawBuilder<unknown>
  which: (kind: WorkKind) => RawBuilder<unknown>
}

/** The rows `work` of these kinds in active classes `c`, with `course`: everything after the columns of a statement. */
function worksOf({ schoolId, reach }: WorkView, kinds: readonly WorkKind[], { done, between, which }: Listing) {
  const each = kinds.map((kind) => {
    const { work, results, key, date } = stored[kind]
    return sql`
      select ${kind} as kind, w.id, w.class_room_id, w.course_id, w.${sql.ref(date)} as date, counted.*
      from ${sql.table(work)} w
      cross join lateral (
        select count(*)::integer as students, count(*) filter (where ${done(kind)})::integer as done
        from ${sql.table(results)} r where r.school_id = ${schoolId} and r.${sql.ref(key)} = w.id and r.removed_at is null) counted
      where w.school_id = ${schoolId} and w.removed_at is null and w.${sql.ref(date)} between ${between} and ${which(kind)}
        and ${inReach(reach, { inSchool: schoolId, classRoom: 'w.class_room_id', course: 'w.course_id' })}`
  })
  return sql`
    from (${sql.join(each, sql` union all `)}) work
    join class_rooms c on c.school_id = ${schoolId} and c.id = work.class_room_id and c.active
    join courses course on course.school_id = ${schoolId} and course.id = work.course_id
    where work.students > 0`
}

/** The first few, each with the number of all as `total`. */
const listed = (view: WorkView, kinds: readonly WorkKind[], listing: Listing) => sql<HomeWork & { total: number }>`
    select work.kind, work.id, work.class_room_id, c.name as class_room_name, course.name as course_name, work.date,
      work.done, work.students, count(*) over ()::integer as total
    ${worksOf(view, kinds, listing)}
    order by work.date, ${placeOfGrade('c', view.schoolId)}, ${byName('c.name')}, ${byName('course.name')}, work.id
    limit ${listedAtMost}`

/** How many invitations of parents nobody has accepted yet. */
export const invitedParents = fixed(
  (schoolId: string) => sql<{ count: number }>`
    select count(*)::integer as count from parent_invitations
    where school_id = ${schoolId} and accepted_at is null and removed_at is null`,
)
