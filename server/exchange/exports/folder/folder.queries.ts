import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { byName } from '#server/db/search.ts'
import { placeOfGrade } from '#server/school/grades/grades.queries.ts'

export type SchoolContent = Awaited<ReturnType<typeof contentOfSchool>>

type Wanted = {
  schoolId: string
  today: string
  religion: boolean
  /** Also students who are not at the school any more. */
  former: boolean
  ownFields: boolean
}

/** Everything of a school that a OneRoster folder contains, as it is today. */
export async function contentOfSchool(db: Db, { schoolId, today, religion, former, ownFields }: Wanted) {
  return {
    school: await db.selectFrom('schools').where('id', '=', schoolId).select(['id', 'name']).executeTakeFirstOrThrow(),
    year: await currentYear(db, schoolId),
    months: await monthsOfYear(db, schoolId),
    terms: await termsOfYear(db, schoolId),
    courses: await coursesOf(db, schoolId),
    classes: await classesOf(db, schoolId),
    teachers: await teachersOf(db, schoolId),
    teaching: await teachingOf(db, schoolId),
    former,
    ownFields: ownFields ? await ownFieldsOf(db, schoolId) : [],
    students: await studentsOf(db, schoolId, { religion, former }),
    guardians: await guardiansOf(db, schoolId, { today, former }),
  }
}

const currentYear = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolYears')
    .where('schoolId', '=', schoolId)
    .where('active', '=', true)
    .where('completed', '=', false)
    .select(['id', 'name', 'beganOn'])
    .executeTakeFirst()

const monthsOfYear = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolYearMonths as m')
    .innerJoin('schoolYears as y', (on) =>
      on.onRef('y.schoolId', '=', 'm.schoolId').onRef('y.id', '=', 'm.schoolYearId'),
    )
    .where('m.schoolId', '=', schoolId)
    .where('y.active', '=', true)
    .where('y.completed', '=', false)
    .select(['m.id', 'm.name', 'm.startDate', 'm.endDate'])
    .orderBy('m.position')
    .orderBy('m.id')
    .execute()

const termsOfYear = (db: Db, schoolId: string) =>
  db
    .selectFrom('terms as t')
    .innerJoin('schoolYears as y', (on) =>
      on.onRef('y.schoolId', '=', 't.schoolId').onRef('y.id', '=', 't.schoolYearId'),
    )
    .where('t.schoolId', '=', schoolId)
    .where('y.active', '=', true)
    .where('y.completed', '=', false)
    .select(['t.id', 't.name', 't.startDate', 't.endDate'])
    .orderBy('t.position')
    .execute()

const coursesOf = (db: Db, schoolId: string) =>
  db
    .selectFrom('courses as c')
    .innerJoin('languages as l', 'l.id', 'c.languageId')
    .where('c.schoolId', '=', schoolId)
    .select(['c.id', 'c.name', 'c.description', 'l.name as languageName'])
    .orderBy(byName('c.name'))
    .orderBy('c.id')
    .execute()

const classesOf = (db: Db, schoolId: string) =>
  db
    .selectFrom('classRooms as c')
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .innerJoin('languages as l', 'l.id', 'c.languageId')
    .where('c.schoolId', '=', schoolId)
    .where('c.active', '=', true)
    .select(['c.id', 'c.name', 'g.name as gradeName', 'l.name as languageName', 'c.supervisorId', 'c.maxOfStudents'])
    .select('c.gender')
    .orderBy(placeOfGrade('c', schoolId))
    .orderBy(byName('c.name'))
    .orderBy('c.id')
    .execute()

/** What a school sees of its teachers. Of a teacher who has not agreed yet, it sees only the name. */
const teachersOf = (db: Db, schoolId: string) =>
  db
    .selectFrom('schoolTeachers as t')
    .innerJoin('users as u', 'u.id', 't.teacherId')
    .leftJoin('teacherAddresses as a', (on) =>
      on.onRef('a.schoolId', '=', 't.schoolId').onRef('a.teacherId', '=', 't.teacherId'),
    )
    .where('t.schoolId', '=', schoolId)
    .select(['u.id', 'u.firstName', 'u.lastName', 'a.email'])
    .select(
      (['middle_name', 'phone_number'] as const).map((column) =>
        sql<string | null>`case when t.accepted_at is not null then ${sql.ref(`u.${column}`)} end`.as(column),
      ),
    )
    .orderBy(byName('u.firstName'))
    .orderBy(byName('u.lastName'))
    .orderBy('u.id')
    .execute() as unknown as Promise<Teacher[]>

type Teacher = {
  id: string
  firstName: string
  lastName: string
  middleName: string | null
  phoneNumber: string | null
  email: string | null
}

const teachingOf = (db: Db, schoolId: string) =>
  db
    .selectFrom('classTeacherCourses as l')
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'l.schoolId').onRef('c.id', '=', 'l.classRoomId'))
    .where('l.schoolId', '=', schoolId)
    .where('c.active', '=', true)
    .select(['l.classRoomId', 'l.courseId', 'l.teacherId'])
    .orderBy('l.classRoomId')
    .orderBy('l.courseId')
    .orderBy('l.createdAt')
    .orderBy('l.teacherId')
    .execute()

const ownFieldsOf = (db: Db, schoolId: string) =>
  db
    .selectFrom('recordFields')
    .where('schoolId', '=', schoolId)
    .where('removedAt', 'is', null)
    .select(['id', 'name'])
    .orderBy(byName('name'))
    .orderBy('id')
    .execute()

const isListed = (former: boolean) => (former ? sql<boolean>`s.merged_into is null` : sql<boolean>`s.active`)

/** The students with their records, by class. */
const studentsOf = (db: Db, schoolId: string, { religion, former }: Pick<Wanted, 'religion' | 'former'>) =>
  db
    .selectFrom('students as s')
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 's.schoolId').onRef('c.id', '=', 's.classRoomId'))
    .leftJoin('officialRecords as r', (on) =>
      on.onRef('r.schoolId', '=', 's.schoolId').onRef('r.studentId', '=', 's.id'),
    )
    .where('s.schoolId', '=', schoolId)
    .where(isListed(former))
    .select(['s.active', 's.leftOn'])
    .select(sql<Record<string, string>>`coalesce(r.own_values, '{}')`.as('ownValues'))
    .select(['s.id', 's.code', 's.firstName', 's.middleName', 's.lastName', 's.classRoomId', 's.birthDate'])
    .select(['r.officialName', 'r.latinFirst', 'r.latinMiddle', 'r.latinLast'])
    .select(['r.sex', 'r.nationality', 'r.birthPlace', 'r.address'])
    .select(['r.seatNumber', 'r.admittedOn', 'r.admittedFrom', 'r.admissionPaper', 'r.otherNumber'])
    // Other kinds of numbers are not exported, because the receiving system cannot recognise them. They must be entered there
    // by hand.
    .select(sql<string | null>`case when r.number_kind <> 'other' then r.national_number end`.as('nationalNumber'))
    .select((religion ? sql<string | null>`r.religion` : sql<string | null>`null::text`).as('religion'))
    .orderBy(placeOfGrade('c', schoolId))
    .orderBy(byName('c.name'))
    .orderBy('c.id')
    .orderBy('s.code')
    .execute()

/** The present guardians of these students. */
const guardiansOf = (db: Db, schoolId: string, { today, former }: Pick<Wanted, 'today' | 'former'>) =>
  db
    .selectFrom('guardians as g')
    .innerJoin('students as s', (on) => on.onRef('s.schoolId', '=', 'g.schoolId').onRef('s.id', '=', 'g.studentId'))
    .innerJoin('relationTypes as t', 't.id', 'g.relationId')
    .where('g.schoolId', '=', schoolId)
    .where(isListed(former))
    .where('g.fromDay', '<=', today)
    .where(sql<boolean>`coalesce(g.until_day >= ${today}, true)`)
    .select(['g.id', 'g.studentId', 'g.name', 't.name as relationName', 'g.job', 'g.phone', 'g.livesWith'])
    .select(['g.mayFetch', 'g.maySee'])
    .orderBy('g.studentId')
    .orderBy('g.fromDay')
    .orderBy('g.id')
    .execute()
