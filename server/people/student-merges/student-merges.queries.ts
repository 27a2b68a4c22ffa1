import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { lockName } from '#server/db/named-lock.ts'
import { fullName } from '#server/db/search.ts'
import { type Changed, keep, type Merge } from './kept-rows.queries.ts'
import { isOtherStudents, type MarkTable, markTables, type NamedPart, parts, type Two } from './parts.queries.ts'

export type MergedStudent = {
  id: string
  name: string
  active: boolean
  left: boolean
  isPaid: boolean
  mergedInto: string | null
}

/**
 * Locks both students in the order of their ids, so that two merges never wait for each other. Before them it takes the lock of counting
 * absences, which stores steps of students (`record_absence_steps`).
 */
export async function lockTwo(db: Db, { schoolId, keptId, otherId }: Two) {
  await lockName(db, `absence steps ${schoolId}`)
  const { rows } = await sql<MergedStudent>`
    select id, ${fullName('st')} as name, active, left_on is not null as left, is_paid, merged_into
    from students st where school_id = ${schoolId} and id in (${keptId}, ${otherId}) order by id for update`.execute(db)
  return rows
}

/** Both students, without a lock. */
export async function namesOfTwo(db: Db, { schoolId, keptId, otherId }: Two) {
  const { rows } = await sql<MergedStudent>`
    select id, ${fullName('st')} as name, active, left_on is not null as left, is_paid, merged_into
    from students st where school_id = ${schoolId} and id in (${keptId}, ${otherId})`.execute(db)
  return rows
}

/** For each part, how many rows of the other student go along and how many stay. */
export async function partsOf(db: Db, two: Two) {
  const counts = parts
    .filter(({ part }) => part !== null)
    .map(
      (one) => sql`
    select ${one.part} as part, (count(*) filter (where ${one.moves(two)}))::integer as moves,
      (count(*) filter (where not coalesce(${one.moves(two)}, false)))::integer as stays
    from ${sql.table(one.table)} t where t.school_id = ${two.schoolId} and ${isOtherStudents(one, two)}`,
    )
  const { rows } = await sql<{
    part: NamedPart
    moves: number
    stays: number
  }>`${sql.join(counts, sql` union all `)}`.execute(db)
  return rows.filter(({ moves, stays }) => moves + stays > 0)
}

const kindOf = { student_exams: 'exam', student_homework: 'homework', student_activities: 'activity' } as const
const dayOf = { student_exams: 'exam_date', student_homework: 'assignment_date', student_activities: 'activity_date' }

const hasMark = (of: 'k' | 't', table: MarkTable) =>
  sql`(${sql.join(
    markTables[table].copied.map((column) => sql`${sql.ref(`${of}.${column}`)} is not null`),
    sql` or `,
  )})`

const differs = (table: MarkTable) =>
  sql`(${sql.join(
    markTables[table].copied.map((column) => sql`${sql.ref(`k.${column}`)} is distinct from ${sql.ref(`t.${column}`)}`),
    sql` or `,
  )})`

type MarksOfBoth = {
  workId: string
  kind: 'exam' | 'homework' | 'activity'
  courseName: string
  date: string
  result: number | null
  otherResult: number | null
}

/** Work in which both students have a mark, and these differ. */
export async function marksOfBoth(db: Db, { schoolId, keptId, otherId }: Two) {
  const each = (Object.keys(markTables) as MarkTable[]).map((table) => {
    const { work, works, result } = markTables[table]
    return sql`
      select w.id as work_id, ${kindOf[table]} as kind, c.name as course_name, w.${sql.ref(dayOf[table])} as date,
        k.${sql.ref(result)} as result, t.${sql.ref(result)} as other_result
      from ${sql.table(table)} k
      join ${sql.table(table)} t on t.school_id = k.school_id and t.${sql.ref(work)} = k.${sql.ref(work)} and t.student_id = ${otherId} and t.removed_at is null
      join ${sql.table(works)} w on w.school_id = k.school_id and w.id = k.${sql.ref(work)} and w.removed_at is null
      join courses c on c.school_id = w.school_id and c.id = w.course_id
      where k.school_id = ${schoolId} and k.student_id = ${keptId} and k.removed_at is null
        and ${hasMark('k', table)} and ${hasMark('t', table)} and ${differs(table)}`
  })
  const { rows } = await sql<MarksOfBoth>`
    ${sql.join(each, sql` union all `)} order by date, work_id`.execute(db)
  return rows
}

type Merging = Two & { mergeId: string }

export async function insertMerge(db: Db, { schoolId, keptId, otherId }: Two, mergedBy: string) {
  const id = newId()
  await sql`insert into student_merges (id, school_id, student_id, other_id, merged_by)
    values (${id}, ${schoolId}, ${keptId}, ${otherId}, ${mergedBy})`.execute(db)
  return id
}

/** Copies the other student's marks for work in which the kept one has none, or for which they were chosen. */
export async function takeMarks(db: Db, { mergeId, schoolId, keptId, otherId }: Merging, chosen: readonly string[]) {
  for (const table of Object.keys(markTables) as MarkTable[]) {
    const { work, copied } = markTables[table]
    const set = copied.map((column) => sql`${sql.ref(column)} = b.${sql.ref(column)}`)
    const columns = copied.map((column) => sql`t.${sql.ref(column)}`)
    const changed = sql<Changed>`
      with before as (
        select k.${sql.ref(work)} as work_id, to_jsonb(k) as was, ${sql.join(columns)}
        from ${sql.table(table)} k
        join ${sql.table(table)} t on t.school_id = k.school_id and t.${sql.ref(work)} = k.${sql.ref(work)} and t.student_id = ${otherId}
          and t.removed_at is null
        where k.school_id = ${schoolId} and k.student_id = ${keptId}
          and (k.removed_at is not null or (not ${hasMark('k', table)} and ${hasMark('t', table)})
            or k.${sql.ref(work)} = any (${[...chosen]}::uuid[]))
        for update of k
      )
      update ${sql.table(table)} k set ${sql.join(set)}, removed_at = null, removed_by = null,
        version = k.version + 1, modified_at = now()
      from before b where k.school_id = ${schoolId} and k.${sql.ref(work)} = b.work_id and k.student_id = ${keptId}
      returning b.was::text as was, to_jsonb(k)::text as became`
    await keep(db, { mergeId, schoolId }, { ownerId: keptId, table }, changed)
  }
}

/** Moves the rows of the other student to the kept one, part by part, and stores what each of them was. */
export async function moveRows(db: Db, { mergeId, ...two }: Merging) {
  const { schoolId, keptId, otherId } = two
  for (const one of parts) {
    const { table, moves, sets, named = 'ctid', apart = [] } = one
    const row = sql`to_jsonb(t) - ${[...apart]}::text[]`
    const changed = sql<Changed>`
      with before as (
        select t.${sql.ref(named)} as place, (${row})::text as was from ${sql.table(table)} t
        where t.school_id = ${schoolId} and ${isOtherStudents(one, two)} and ${moves(two)} for update
      )
      update ${sql.table(table)} t set ${sets?.(two) ?? sql`student_id = ${keptId}`}
      from before where t.school_id = ${schoolId} and t.${sql.ref(named)} = before.place returning before.was, (${row})::text as became`
    await keep(db, { mergeId, schoolId }, { ownerId: otherId, table }, changed)
  }
}

/**
 * Removes the other student from every roll. The kept one takes over what it lacks: the picture, the birth date and the paid seat, or the
 * later end of both seats with the year that ended it, so that parents can read what either coin paid for.
 */
export async function mergeStudents(
  db: Db,
  { mergeId, schoolId, keptId, otherId }: Merging,
  { takesSeat, today }: { takesSeat: boolean; today: string },
) {
  await changeStudent(
    db,
    { mergeId, schoolId },
    keptId,
    sql`
    image_url = coalesce(t.image_url, other.image_url), birth_date = coalesce(t.birth_date, other.birth_date),
    is_paid = t.is_paid or ${takesSeat}, seat_ended_on = case when ${takesSeat} then null
      when t.is_paid then t.seat_ended_on
      else least(greatest(t.seat_ended_on, other.seat_ended_on), t.left_on) end,
    ended_with_year_id = case when t.left_on is not null then t.ended_with_year_id
      when other.seat_ended_on >= t.seat_ended_on then coalesce(other.ended_with_year_id, t.ended_with_year_id)
      else coalesce(t.ended_with_year_id, other.ended_with_year_id) end`,
    otherId,
  )
  await changeStudent(
    db,
    { mergeId, schoolId },
    otherId,
    sql`
    active = false, merged_into = ${keptId}, is_paid = t.is_paid and not ${takesSeat},
    seat_ended_on = case when ${takesSeat} then ${today}::date else t.seat_ended_on end, ended_with_year_id = null,
    image_url = case when exists (select from media m where m.student_id = t.id and '/media/' || m.name = t.image_url)
      then t.image_url end`,
    keptId,
  )
}

/** A record that stays with the other student gives up its national number, because the kept student may need it. */
export function freeNumber(db: Db, { mergeId, schoolId, otherId }: Merging) {
  const changed = sql<Changed>`
    with before as (
      select t.id, to_jsonb(t)::text as was from official_records t
      where t.school_id = ${schoolId} and t.student_id = ${otherId} and t.national_number is not null for update
    )
    update official_records t set national_number = null, version = t.version + 1, modified_at = now()
    from before where t.school_id = ${schoolId} and t.id = before.id returning before.was, to_jsonb(t)::text as became`
  return keep(db, { mergeId, schoolId }, { ownerId: otherId, table: 'official_records' }, changed)
}

function changeStudent(db: Db, merge: Merge, id: string, set: RawBuilder<unknown>, otherId: string) {
  const { schoolId } = merge
  const changed = sql<Changed>`
    with before as (
      select to_jsonb(t)::text as was from students t where t.school_id = ${schoolId} and t.id = ${id}
    )
    update students t set ${set}, version = t.version + 1, modified_at = now()
    from before, students other
    where t.school_id = ${schoolId} and t.id = ${id} and other.school_id = ${schoolId} and other.id = ${otherId}
    returning before.was, to_jsonb(t)::text as became`
  return keep(db, merge, { ownerId: id, table: 'students' }, changed)
}

/** How many parents (linked or invited) and guardians the kept student has now. */
export async function countsOf(db: Db, schoolId: string, studentId: string) {
  const ofStudent = sql`school_id = ${schoolId} and student_id = ${studentId}`
  const { rows } = await sql<{ parents: number; guardians: number }>`
    select ((select count(*) from student_parents where ${ofStudent} and ended_at is null)
      + (select count(*) from parent_invitations
         where ${ofStudent} and accepted_at is null and removed_at is null))::integer as parents,
      (select count(*) from guardians where ${ofStudent})::integer as guardians`.execute(db)
  return rows[0]!
}

export type MergeRow = {
  id: string
  studentId: string
  studentName: string
  otherId: string
  otherName: string
  otherCode: string
  mergedByName: string
  createDate: string
  undone: boolean
}

/** The merges of a student, as the kept or the other one, latest first; or the one with an id. */
export async function mergesOf(db: Db, schoolId: string, studentId: string, id: string | null = null) {
  const { rows } = await sql<MergeRow>`
    select m.id, m.student_id, ${fullName('st')} as student_name, m.other_id, ${fullName('o')} as other_name,
      o.code as other_code, ${fullName('u')} as merged_by_name, m.created_at as create_date,
      m.undone_at is not null as undone
    from student_merges m
    join students st on st.school_id = m.school_id and st.id = m.student_id
    join students o on o.school_id = m.school_id and o.id = m.other_id
    join users u on u.id = m.merged_by
    where m.school_id = ${schoolId} and (m.student_id = ${studentId} or m.other_id = ${studentId})
      and (${id}::uuid is null or m.id = ${id})
    order by m.created_at desc, m.id desc`.execute(db)
  return rows
}
