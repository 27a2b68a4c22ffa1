import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, containsFolded, fullName } from '#server/db/search.ts'

export type ListedGuardian = { name: string; job: string | null; phone: string | null; relation: string }

/** The current guardians of student `st`, in the order in which they were entered. */
const presentGuardians = (schoolId: string, today: string) => sql<ListedGuardian[]>`(
  select coalesce(jsonb_agg(jsonb_build_object('name', g.name, 'job', g.job, 'phone', g.phone, 'relation', r.name)
    order by g.from_day, g.id), '[]')
  from guardians g join relation_types r on r.id = g.relation_id
  where g.school_id = ${schoolId} and g.student_id = st.id
    and g.from_day <= ${today} and coalesce(g.until_day >= ${today}, true))`

type Listing = {
  schoolId: string
  search: string | null | undefined
  classRoomId: string | null | undefined
  religion: boolean
  today: string
}

/** The students at the school with their records and current guardians, by grade, class and name. */
export function recordsOf(db: Db, { schoolId, search, classRoomId, religion, today }: Listing, page: PageRequest) {
  let query = db
    .selectFrom('students as st')
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .innerJoin('grades as gr', (on) => on.onRef('gr.schoolId', '=', 'c.schoolId').onRef('gr.id', '=', 'c.gradeId'))
    .leftJoin('officialRecords as r', (on) =>
      on.onRef('r.schoolId', '=', 'st.schoolId').onRef('r.studentId', '=', 'st.id'),
    )
    .where('st.schoolId', '=', schoolId)
    .where('st.active', '=', true)
  if (search) query = query.where(containsFolded('st.searched', search))
  if (classRoomId) query = query.where('st.classRoomId', '=', classRoomId)
  return paged(
    query
      .select(['st.id', 'st.code', fullName('st').as('studentName'), 'gr.name as gradeName', 'c.name as classRoomName'])
      .select(['r.officialName', 'r.latinFirst', 'r.latinMiddle', 'r.latinLast'])
      .select(['r.nationalNumber', 'st.birthDate', 'r.sex', 'r.nationality', 'r.birthPlace'])
      .select(['r.address', 'r.seatNumber', 'r.admittedOn', 'r.admittedFrom', 'r.admissionPaper', 'r.otherNumber'])
      .select(presentGuardians(schoolId, today).as('guardians'))
      .select((religion ? sql<string | null>`r.religion` : sql<string | null>`null::text`).as('religion'))
      .orderBy('gr.position')
      .orderBy(byName('gr.name'))
      .orderBy(byName('c.name'))
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )
}

/** The students who were at the school on a day, with their grade on that day and their records. */
const presentOn = (db: Db, schoolId: string, day: string) =>
  db
    .selectFrom('studentClasses as m')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'm.schoolId').onRef('st.id', '=', 'm.studentId'))
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'm.schoolId').onRef('c.id', '=', 'm.classRoomId'))
    .innerJoin('grades as gr', (on) => on.onRef('gr.schoolId', '=', 'c.schoolId').onRef('gr.id', '=', 'c.gradeId'))
    .leftJoin('officialRecords as r', (on) =>
      on.onRef('r.schoolId', '=', 'st.schoolId').onRef('r.studentId', '=', 'st.id'),
    )
    .where('m.schoolId', '=', schoolId)
    .where('m.fromDay', '<=', day)
    .where(sql<boolean>`(m.to_day is null or m.to_day >= ${day})`)
    // A student who left is counted up to their last day. A student who is inactive without having left is not counted.
    .where(sql<boolean>`(st.active or st.left_on is not null)`)
    .where('st.mergedInto', 'is', null)

const heads = [
  sql<number>`count(distinct st.id) filter (where r.sex = 'male')::integer`.as('male'),
  sql<number>`count(distinct st.id) filter (where r.sex = 'female')::integer`.as('female'),
  sql<number>`count(distinct st.id) filter (where r.sex is null)::integer`.as('unknownSex'),
  sql<number>`count(distinct st.id)::integer`.as('total'),
] as const

type AgesOn = { schoolId: string; day: string; agesOn: string }

/** The number of students by grade and age. */
export function countsByAge(db: Db, { schoolId, day, agesOn }: AgesOn, page: PageRequest) {
  const age = sql<number | null>`date_part('year', age(${agesOn}::date, st.birth_date))::integer`
  return paged(
    presentOn(db, schoolId, day)
      // On the day of a move, a student has two memberships: it is the last day of the former class and the first day of the
      // new one.
      .where(
        sql<boolean>`not exists (select from student_classes later
          where later.school_id = ${schoolId} and later.student_id = m.student_id and later.from_day <= ${day}
            and (later.from_day, later.id) > (m.from_day, m.id))`,
      )
      .select(['gr.name as gradeName', age.as('age'), ...heads])
      .groupBy(['gr.id', 'gr.position', 'gr.name'])
      .groupBy(sql`2`)
      .orderBy('gr.position')
      .orderBy(byName('gr.name'))
      .orderBy('gr.id')
      .orderBy(sql`2`),
    page,
  )
}

/** The number of students by nationality, largest first. */
export const countsByNationality = (db: Db, schoolId: string, day: string, page: PageRequest) =>
  paged(
    presentOn(db, schoolId, day)
      .select(['r.nationality', ...heads])
      .groupBy('r.nationality')
      .orderBy('total', 'desc')
      .orderBy('r.nationality'),
    page,
  )

type Between = { schoolId: string; dateFrom: string; dateTo: string }

/** Students who came, left or came back in a period, earliest first. */
export function movementsOf(db: Db, { schoolId, dateFrom, dateTo }: Between, page: PageRequest) {
  const came = db
    .selectFrom('officialRecords as r')
    .where('r.schoolId', '=', schoolId)
    .where('r.admittedOn', 'is not', null)
    .select([sql<string>`r.admitted_on`.as('day'), sql<string>`'arrived'`.as('movement'), 'r.studentId'])
    .select([
      'r.admittedFrom as place',
      sql<string | null>`null::text`.as('leavingReason'),
      'r.admissionPaper as paper',
    ])
  const left = db
    .selectFrom('studentLeavings as l')
    .innerJoin('leavingReasons as reason', 'reason.id', 'l.reasonId')
    .where('l.schoolId', '=', schoolId)
    .select([sql<string>`l.left_on`.as('day'), sql<string>`'left'`.as('movement'), 'l.studentId'])
    .select(['l.destination as place', sql<string | null>`reason.name`.as('leavingReason'), 'l.paper'])
  const back = db
    .selectFrom('studentLeavings as b')
    .where('b.schoolId', '=', schoolId)
    .where('b.returnedOn', 'is not', null)
    .select([sql<string>`b.returned_on`.as('day'), sql<string>`'returned'`.as('movement'), 'b.studentId'])
    .select([
      sql<string | null>`null::text`.as('place'),
      sql<string | null>`null::text`.as('leavingReason'),
      sql<string | null>`null::text`.as('paper'),
    ])
  return paged(
    db
      .selectFrom(came.unionAll(left).unionAll(back).as('m'))
      .innerJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 'm.studentId'))
      .where('st.mergedInto', 'is', null)
      .where('m.day', '>=', dateFrom)
      .where('m.day', '<=', dateTo)
      .select(['m.day', 'm.movement', 'm.studentId', 'st.code', fullName('st').as('studentName')])
      .select(['m.place', 'm.leavingReason', 'm.paper'])
      .orderBy('m.day')
      .orderBy(byName(fullName('st')))
      .orderBy('m.studentId'),
    page,
  )
}

/** What may be missing, as a condition of student `st` with record `r`. */
const lacks = (schoolId: string, today: string) => {
  const guardian = sql`select from guardians g
    where g.school_id = ${schoolId} and g.student_id = st.id and g.phone is not null and coalesce(g.until_day >= ${today}, true)`
  const parent = sql`select from parent_links sp where sp.school_id = ${schoolId} and sp.student_id = st.id`
  const contact = sql`select from emergency_contacts e
    where e.school_id = ${schoolId} and e.student_id = st.id and jsonb_array_length(e.contacts) > 0`
  const confirmed = sql`select from record_confirmations k
    where k.school_id = ${schoolId} and k.student_id = st.id and k.on_day >= coalesce((
      select min(y.first_day) from school_year_days y where y.school_id = ${schoolId} and y.current), '-infinity')`
  return {
    nationalNumber: sql<boolean>`r.national_number is null`,
    birthDate: sql<boolean>`st.birth_date is null`,
    sex: sql<boolean>`r.sex is null`,
    nationality: sql<boolean>`r.nationality is null`,
    address: sql<boolean>`r.address is null`,
    guardianPhone: sql<boolean>`not exists (${guardian}) and not exists (${parent})`,
    emergencyContact: sql<boolean>`not exists (${contact})`,
    confirmation: sql<boolean>`not exists (${confirmed})`,
  }
}

type MissingQuery = {
  schoolId: string
  today: string
  missing: keyof ReturnType<typeof lacks> | null | undefined
  classRoomId: string | null | undefined
  search: string | null | undefined
}

/** The students at the school in whose record something is missing, or this, by grade, class and name. */
export function missingIn(db: Db, { schoolId, today, missing, classRoomId, search }: MissingQuery, page: PageRequest) {
  const no = lacks(schoolId, today)
  let query = db
    .selectFrom('students as st')
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .innerJoin('grades as gr', (on) => on.onRef('gr.schoolId', '=', 'c.schoolId').onRef('gr.id', '=', 'c.gradeId'))
    .leftJoin('officialRecords as r', (on) =>
      on.onRef('r.schoolId', '=', 'st.schoolId').onRef('r.studentId', '=', 'st.id'),
    )
    .where('st.schoolId', '=', schoolId)
    .where('st.active', '=', true)
    .where(missing ? no[missing] : sql<boolean>`(${sql.join(Object.values(no), sql` or `)})`)
  if (classRoomId) query = query.where('st.classRoomId', '=', classRoomId)
  if (search) query = query.where(containsFolded('st.searched', search))
  const confirmedOn = sql<string | null>`(
    select max(k.on_day) from record_confirmations k where k.school_id = ${schoolId} and k.student_id = st.id)`
  return paged(
    query
      .select(['st.id as studentId', 'st.code', fullName('st').as('studentName'), 'gr.name as gradeName'])
      .select(['c.name as classRoomName', no.nationalNumber.as('noNationalNumber'), no.birthDate.as('noBirthDate')])
      .select([no.sex.as('noSex'), no.nationality.as('noNationality'), no.address.as('noAddress')])
      .select([no.guardianPhone.as('noGuardianPhone'), no.emergencyContact.as('noEmergencyContact')])
      .select([no.confirmation.as('noConfirmation'), confirmedOn.as('confirmedOn')])
      .orderBy('gr.position')
      .orderBy(byName('gr.name'))
      .orderBy(byName('c.name'))
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )
}
