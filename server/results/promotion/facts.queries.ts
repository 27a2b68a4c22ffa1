import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName, fullName } from '#server/db/search.ts'
import { askedToTeach, nameAtSchool } from '#server/school/classes/teacher-names.queries.ts'

export type Decision = 'up' | 'repeat' | 'wait' | 'leave'
export type YearResult = 'passed' | 'failed' | 'secondRound'

/** A student of the old year. `sex`, and `gender` of classes: 1 male, 2 female; a mixed class has 3. */
export type PupilOfYear = {
  id: string
  code: string
  name: string
  classId: string
  sex: 1 | 2 | null
  isPaid: boolean
  result: YearResult | null
  percent: number | null
  /** What a person decided. */
  decision: Decision | null
  toClassId: string | null
}

/** A promotion and its two years. */
export type Turn = { schoolId: string; id: string; fromYearId: string; toYearId: string }

/** The classes of the old year: those that belong to it, and active ones that belong to no particular year. */
const ofOldYear = ({ schoolId, fromYearId }: Pick<Turn, 'schoolId' | 'fromYearId'>) => sql`
  c.school_id = ${schoolId} and (c.school_year_id = ${fromYearId} or (c.school_year_id is null and c.active))`

type ClassOfYear = {
  id: string
  name: string
  gradeId: string
  gradeName: string
  languageId: string
  languageName: string
  gender: number
  maxOfStudents: number
  active: boolean
}

export type FromClass = ClassOfYear & {
  students: number
  supervisorId: string | null
  supervisorName: string | null
  /** Whether the class belongs to the old year, and not to no particular year. */
  dated: boolean
}

/** The classes of the old year, ordered by grade and name. */
export async function oldClasses(db: Db, turn: Pick<Turn, 'schoolId' | 'fromYearId'>) {
  const { rows } = await sql<FromClass>`
    select c.id, c.name, c.grade_id, g.name as grade_name, c.language_id, l.name as language_name, c.gender,
      c.max_of_students, c.supervisor_id, c.active,
      c.school_year_id is not null as dated,
      case when u.id is not null then ${nameAtSchool('u')} end as supervisor_name,
      (select count(*)::integer from students st
        where st.school_id = ${turn.schoolId} and st.class_room_id = c.id and st.active) as students
    from class_rooms c
    join grades g on g.school_id = c.school_id and g.id = c.grade_id
    join languages l on l.id = c.language_id
    left join users u on u.id = c.supervisor_id ${askedToTeach(turn.schoolId, 'u')}
    where ${ofOldYear(turn)}
    order by g.position, ${byName('g.name')}, ${byName('c.name')}, c.id`.execute(db)
  return rows
}

export type PlannedTarget = ClassOfYear & { present: number; isNew: boolean }

/**
 * The classes of the next year: those that exist and those still to be made. After a promotion is done, the made classes are in both
 * groups.
 */
export async function nextClasses(db: Db, { schoolId, id, toYearId }: Turn) {
  const { rows } = await sql<PlannedTarget>`
    select t.*, g.name as grade_name, l.name as language_name from (
      select c.id, c.name, c.grade_id, c.language_id, c.gender, c.max_of_students, c.active, false as is_new,
        (select count(*)::integer from students st
          where st.school_id = ${schoolId} and st.class_room_id = c.id and st.active) as present
      from class_rooms c where c.school_id = ${schoolId} and c.school_year_id = ${toYearId}
      union all
      select n.id, n.name, c.grade_id, c.language_id, c.gender, n.max_of_students, true, true, 0
      from promotion_classes n join class_rooms c on c.school_id = n.school_id and c.id = n.from_class_id
      where n.school_id = ${schoolId} and n.promotion_id = ${id}) t
    join grades g on g.school_id = ${schoolId} and g.id = t.grade_id
    join languages l on l.id = t.language_id
    order by g.position, ${byName('g.name')}, ${byName('t.name')}, t.id`.execute(db)
  return rows
}

/** The students on the rolls of the old year's classes, with the decision for each. */
export async function studentsToPromote(db: Db, turn: Turn): Promise<PupilOfYear[]> {
  const { rows } = await sql<Omit<PupilOfYear, 'result' | 'percent'>>`
    select st.id, st.code, ${fullName('st')} as name, st.class_room_id as class_id, st.is_paid,
      case r.sex when 'male' then 1 when 'female' then 2 end as sex, d.decision, d.to_class_id
    from students st
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id and ${ofOldYear(turn)}
    left join official_records r on r.school_id = st.school_id and r.student_id = st.id
    left join promotion_students d on d.school_id = st.school_id and d.promotion_id = ${turn.id}
      and d.student_id = st.id and d.outcome is null
    where st.school_id = ${turn.schoolId} and st.active
    order by st.code, st.id`.execute(db)
  const results = await standingsOf(db, turn)
  return rows.map((row) => ({ ...row, ...(results.get(row.id) ?? { result: null, percent: null }) }))
}

type Standing = { result: YearResult | null; percent: number | null }

/** How students ended the year, by the last closing of their grade that was not reopened; students without a result are left out. */
export async function standingsOf(
  db: Db,
  { schoolId, fromYearId }: Pick<Turn, 'schoolId' | 'fromYearId'>,
): Promise<Map<string, Standing>> {
  const { rows } = await sql<Standing & { studentId: string }>`
    select r.student_id, r.percent,
      case when r.needs_second_round then 'secondRound' when r.passed then 'passed' when not r.passed then 'failed' end as result
    from (
      select distinct on (c.grade_id) c.id from term_closings c
      join terms t on t.school_id = c.school_id and t.id = c.term_id and t.school_year_id = ${fromYearId}
      where c.school_id = ${schoolId} and c.reopened_at is null
      order by c.grade_id, t.end_date desc, c.closed_at desc) last
    join term_results r on r.school_id = ${schoolId} and r.closing_id = last.id and r.course_id is null`.execute(db)
  return new Map(rows.map(({ studentId, ...standing }) => [studentId, standing]))
}

export type NextGrade = { gradeId: string; gradeName: string; nextGradeId: string | null; students: number }

/** The grades of a school in order, each with the next one and the number of its students in the old year. */
export async function gradesInOrder(db: Db, { schoolId, fromYearId }: Pick<Turn, 'schoolId' | 'fromYearId'>) {
  const { rows } = await sql<NextGrade>`
    select g.id as grade_id, g.name as grade_name, g.next_grade_id,
      (select count(*)::integer from students st join class_rooms c on c.school_id = st.school_id
          and c.id = st.class_room_id and c.grade_id = g.id and ${ofOldYear({ schoolId, fromYearId })}
        where st.school_id = ${schoolId} and st.active) as students
    from grades g where g.school_id = ${schoolId}
    order by g.position, ${byName('g.name')}, g.id`.execute(db)
  return rows
}

/** Makes each grade followed by the next in order, in a school where nobody has set which one follows. */
export const linkGrades = (db: Db, schoolId: string) =>
  sql`
  update grades g set next_grade_id = o.next_id, version = version + 1, modified_at = now()
  from (select id, lead(id) over (order by position, id) as next_id from grades where school_id = ${schoolId}) o
  where g.school_id = ${schoolId} and o.id = g.id and o.next_id is not null
    and not exists (select from grades said where said.school_id = ${schoolId} and said.next_grade_id is not null)`.execute(
    db,
  )

export const setNextGrades = (
  db: Db,
  schoolId: string,
  grades: readonly { gradeId: string; nextGradeId: string | null }[],
) =>
  sql`
  update grades g set next_grade_id = n."nextGradeId", version = version + 1, modified_at = now()
  from jsonb_to_recordset(${JSON.stringify(grades)}::jsonb) as n("gradeId" uuid, "nextGradeId" uuid)
  where g.school_id = ${schoolId} and g.id = n."gradeId" and g.next_grade_id is distinct from n."nextGradeId"`.execute(
    db,
  )

export type PlannedCopy = {
  id: string
  fromClassId: string
  name: string
  maxOfStudents: number
  keepsSupervisor: boolean
}

export async function newClassesOf(db: Db, { schoolId, id }: Pick<Turn, 'schoolId' | 'id'>) {
  const { rows } = await sql<PlannedCopy>`
    select n.id, n.from_class_id, n.name, n.max_of_students, n.keeps_supervisor
    from promotion_classes n
    join class_rooms c on c.school_id = n.school_id and c.id = n.from_class_id
    join grades g on g.school_id = c.school_id and g.id = c.grade_id
    where n.school_id = ${schoolId} and n.promotion_id = ${id}
    order by g.position, ${byName('g.name')}, ${byName('n.name')}, n.id`.execute(db)
  return rows
}

/** Replaces the list of classes to be made. */
export async function setNewClasses(
  db: Db,
  { schoolId, id }: Pick<Turn, 'schoolId' | 'id'>,
  classes: readonly PlannedCopy[],
) {
  await sql`delete from promotion_classes where school_id = ${schoolId} and promotion_id = ${id}`.execute(db)
  await sql`
    insert into promotion_classes (school_id, id, promotion_id, from_class_id, name, max_of_students, keeps_supervisor)
    select p.school_id, n.id, p.id, n."fromClassId", n.name, n."maxOfStudents", n."keepsSupervisor"
    from promotions p cross join jsonb_to_recordset(${JSON.stringify(classes)}::jsonb) as n(
      id uuid, "fromClassId" uuid, name text, "maxOfStudents" integer, "keepsSupervisor" boolean)
    where p.school_id = ${schoolId} and p.id = ${id}`.execute(db)
}

type Stored = { studentId: string; decision: Decision | null; toClassId: string | null }

/** Stores what a person decided. If nothing is decided for a student any more, their row is removed. */
export async function storeDecisions(
  db: Db,
  { schoolId, id }: Pick<Turn, 'schoolId' | 'id'>,
  decided: readonly Stored[],
  by: string,
) {
  const given = sql`jsonb_to_recordset(${JSON.stringify(decided)}::jsonb) as d(
    "studentId" uuid, decision text, "toClassId" uuid)`
  await sql`
    insert into promotion_students (school_id, promotion_id, student_id, decision, to_class_id, decided_by)
    select p.school_id, p.id, d."studentId", d.decision, d."toClassId", ${by}::uuid
    from promotions p cross join ${given}
    where p.school_id = ${schoolId} and p.id = ${id} and (d.decision is not null or d."toClassId" is not null)
    on conflict on constraint promotion_students_key do update
      set decision = excluded.decision, to_class_id = excluded.to_class_id, decided_by = excluded.decided_by`.execute(
    db,
  )
  await sql`
    delete from promotion_students p using ${given}
    where p.school_id = ${schoolId} and p.promotion_id = ${id} and p.student_id = d."studentId"
      and d.decision is null and d."toClassId" is null`.execute(db)
  await sql`update promotions set version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)
}
