import { type SqlBool, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName, containsFolded, fullName } from '#server/db/search.ts'

type Chosen = {
  classRoomId?: string | null | undefined
  studentIds?: readonly string[] | null | undefined
  /** Students who have left, if nobody is named: all, or by part of their name or code, or with a result in one of these terms. */
  left: { text?: string | null | undefined; withResultOf: readonly string[] | null } | null
  atMost: number
}

const latinName = sql<string | null>`nullif(concat_ws(' ', o.latin_first, o.latin_middle, o.latin_last), '')`.as(
  'latinName',
)

/**
 * What a paper may say of students: of a class, of the named ones, or of those who left; by class and name, with the last to leave first.
 */
export const studentsForPapers = (db: Db, schoolId: string, { classRoomId, studentIds, left, atMost }: Chosen) => {
  let query = db
    .selectFrom('students as st')
    .innerJoin('classRooms as c', (join) =>
      join.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .innerJoin('grades as g', (join) => join.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .innerJoin('schools as s', 's.id', 'st.schoolId')
    .leftJoin('officialRecords as o', (join) =>
      join.onRef('o.schoolId', '=', 'st.schoolId').onRef('o.studentId', '=', 'st.id'),
    )
    .leftJoin('schoolYears as y', (join) =>
      join
        .onRef('y.schoolId', '=', 'st.schoolId')
        // The year of the class; for a class without a year, the current one.
        .on(
          sql<boolean>`case when c.school_year_id is null then y.active and not y.completed else y.id = c.school_year_id end`,
        ),
    )
    .where('st.schoolId', '=', schoolId)
    .select(['st.id', 'st.classRoomId', 'c.gradeId', 's.name as schoolName', 's.imageUrl as logoUrl'])
    .select(['st.firstName', 'st.lastName', fullName('st').as('studentName'), 'st.imageUrl as photoUrl'])
    .select(['st.code', 'st.birthDate', 'st.leftOn', 'g.name as gradeName', 'c.name as classRoomName'])
    .select(latinName)
    .select(['y.name as yearName', 'o.officialName', 'o.nationalNumber', 'o.nationality', 'o.admittedOn'])
    .select((eb) => eb.ref('o.sex').$castTo<'male' | 'female' | null>().as('sex'))
    .select(['st.active as isOnRoll', sql<boolean>`st.merged_into is not null`.as('isMerged')])
  if (classRoomId) query = query.where('st.classRoomId', '=', classRoomId)
  if (left) {
    query = query.where('st.leftOn', 'is not', null).where('st.mergedInto', 'is', null).orderBy('st.leftOn', 'desc')
    if (left.text) query = query.where(containsFolded('st.searched', left.text))
    if (left.withResultOf)
      query = query.where(sql<SqlBool>`exists (
        select from term_results r join term_closings k on k.school_id = r.school_id and k.id = r.closing_id
        where r.school_id = ${schoolId} and r.student_id = st.id and k.term_id = any (${[...left.withResultOf]}::uuid[]))`)
  } else if (!studentIds) query = query.where('st.active', '=', true)
  if (studentIds) query = query.where(sql<SqlBool>`st.id = any (${[...studentIds]}::uuid[])`)
  return query
    .orderBy(byName('c.name'))
    .orderBy(byName(fullName('st')))
    .orderBy('st.id')
    .limit(atMost)
    .execute()
}

export type StudentForPaper = Awaited<ReturnType<typeof studentsForPapers>>[number]

/** The students of a class as in its list, with the day on which they joined it. */
export const classListRows = (db: Db, schoolId: string, classRoomId: string) =>
  db
    .selectFrom('students as st')
    .where('st.schoolId', '=', schoolId)
    .where('st.classRoomId', '=', classRoomId)
    .where('st.active', '=', true)
    .select(['st.id as studentId', fullName('st').as('studentName'), 'st.code', 'st.birthDate'])
    .leftJoin('officialRecords as o', (join) =>
      join.onRef('o.schoolId', '=', 'st.schoolId').onRef('o.studentId', '=', 'st.id'),
    )
    .select(latinName)
    .select((eb) =>
      eb
        .selectFrom('studentClasses as sc')
        .where('sc.schoolId', '=', schoolId)
        .whereRef('sc.studentId', '=', 'st.id')
        .whereRef('sc.classRoomId', '=', 'st.classRoomId')
        .where('sc.toDay', 'is', null)
        .select((inner) => inner.fn.max('sc.fromDay').as('fromDay'))
        .as('enteredOn'),
    )
    .orderBy(byName(fullName('st')))
    .orderBy('st.id')
