import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName } from '#server/db/search.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

/** The rows of one school that one person may see. */
export type WorkView = { schoolId: string; today: string; reach: Reach }

type Kind = 'exam' | 'homework' | 'activity'

export type HomeWork = {
  kind: Kind
  id: string
  classRoomId: string
  classRoomName: string
  courseName: string
  date: string
  done: number
  students: number
}

const listedAtMost = 5

/** The tables of each kind of work, and the column that is set when a result exists. */
const stored: Record<Kind, { work: string; results: string; key: string; date: string; result: string; part: string }> =
  {
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

/** The work of the last four weeks that has missing results, oldest first, and how much there is. */
export const unmarkedWork = (db: Db, view: WorkView, kinds: readonly Kind[]) =>
  listed(db, view, kinds, {
    done: (kind) => sql`r.${sql.ref(stored[kind].result)} is not null or r.${sql.ref(stored[kind].part)} is not null`,
    between: sql`${view.today}::date - 28 and ${view.today}::date`,
    which: sql`done < students`,
  })

/**
 * The work of today and the next seven days, earliest first. For homework, `done` is the number of students who handed it in.
 */
export const workDue = (db: Db, view: WorkView, kinds: readonly Kind[]) =>
  listed(db, view, kinds, {
    done: (kind) => sql`r.${sql.ref(stored[kind].part)}`,
    between: sql`${view.today}::date and ${view.today}::date + 7`,
    which: sql`true`,
  })

type Listing = {
  done: (kind: Kind) => RawBuilder<unknown>
  between: RawBuilder<unknown>
  which: RawBuilder<unknown>
}

async function listed(
  db: Db,
  { schoolId, reach }: WorkView,
  kinds: readonly Kind[],
  { done, between, which }: Listing,
) {
  if (kinds.length === 0) return { rows: [], total: 0 }
  const each = kinds.map((kind) => {
    const { work, results, key, date } = stored[kind]
    return sql`
      select ${kind} as kind, w.id, w.class_room_id, w.course_id, w.${sql.ref(date)} as date, counted.*
      from ${sql.table(work)} w
      cross join lateral (
        select count(*)::integer as students, count(*) filter (where ${done(kind)})::integer as done
        from ${sql.table(results)} r where r.school_id = ${schoolId} and r.${sql.ref(key)} = w.id and r.removed_at is null) counted
      where w.school_id = ${schoolId} and w.removed_at is null and w.${sql.ref(date)} between ${between}
        and ${inReach(reach, { inSchool: schoolId, classRoom: 'w.class_room_id', course: 'w.course_id' })}`
  })
  const { rows } = await sql<HomeWork & { total: number }>`
    select work.kind, work.id, work.class_room_id, c.name as class_room_name, course.name as course_name, work.date,
      work.done, work.students, count(*) over ()::integer as total
    from (${sql.join(each, sql` union all `)}) work
    join class_rooms c on c.school_id = ${schoolId} and c.id = work.class_room_id and c.active
    join courses course on course.school_id = ${schoolId} and course.id = work.course_id
    where work.students > 0 and ${which}
    order by work.date, ${placeOfGrade('c', schoolId)}, ${byName('c.name')}, ${byName('course.name')}, work.id
    limit ${listedAtMost}`.execute(db)
  return { rows: rows.map(({ total: _, ...row }) => row), total: rows[0]?.total ?? 0 }
}

/** How many invitations of parents nobody has accepted yet. */
export async function invitedParents(db: Db, schoolId: string) {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from parent_invitations
    where school_id = ${schoolId} and accepted_at is null and removed_at is null`.execute(db)
  return rows[0]!.count
}
