import { type RawBuilder, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, containsFolded, fullName } from '#server/db/search.ts'
import { parentNameIn } from '#server/people/parents/parent-names.queries.ts'
import { type Contact, isToBeCalled } from './emergency-contacts.queries.ts'

/** The students of a school who are called like a text, or have it as their code. */
export const childrenAtGate = (db: Db, schoolId: string, search: string, page: PageRequest) =>
  paged(
    atGate(db, schoolId)
      .where(containsFolded('st.searched', search))
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )

export const childAtGate = (db: Db, schoolId: string, studentId: string) =>
  atGate(db, schoolId).where('st.id', '=', studentId).executeTakeFirst()

const atGate = (db: Db, schoolId: string) =>
  db
    .selectFrom('students as st')
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .where('st.schoolId', '=', schoolId)
    .where('st.active', '=', true)
    .select(['st.id as studentId', fullName('st').as('studentName'), 'st.imageUrl', 'c.name as classRoomName'])

export type Fetching = {
  kind: 'parent' | 'guardian'
  id: string
  name: string
  relationName: string
  imageUrl: string | null
  phone: string | null
}

/** Who may fetch a child today: parents whose link says so, and guardians of the record without an account. */
export async function fetchingToday(db: Db, schoolId: string, studentId: string, today: string) {
  const { rows } = await fetching(schoolId, sql`${studentId}::uuid`, today).execute(db)
  return rows
}

type Kept = {
  studentId: string
  studentName: string
  code: string
  classRoomName: string
  people: Pick<Fetching, 'kind' | 'id' | 'name' | 'relationName'>[]
}

/** The children at a school with who may fetch them today, by name. */
export const childrenOfDay = (db: Db, schoolId: string, today: string, page: PageRequest) =>
  paged(
    atGate(db, schoolId)
      .select(['st.code'])
      .select(
        sql<Kept['people']>`(
          select coalesce(jsonb_agg(jsonb_build_object('kind', f.kind, 'id', f.id, 'name', f.name, 'relationName', f.relation_name)), '[]')
          from (${fetching(schoolId, sql`st.id`, today)}) f)`.as('people'),
      )
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )

const fetching = (schoolId: string, studentId: RawBuilder<unknown>, today: string) => sql<Fetching>`
    select 'parent' as kind, u.id, coalesce(${parentNameIn(schoolId)}, ${fullName('u')}) as name, r.name as relation_name,
      u.image_url, u.phone_number as phone
    from parent_links sp join users u on u.id = sp.parent_id join relation_types r on r.id = sp.relation_id
    where sp.school_id = ${schoolId} and sp.student_id = ${studentId} and sp.fetches
    union all
    select 'guardian', g.id, g.name, r.name, null, g.phone
    from guardians g join relation_types r on r.id = g.relation_id
    where g.school_id = ${schoolId} and g.student_id = ${studentId} and g.may_fetch = 'yes'
      and g.from_day <= ${today} and coalesce(g.until_day >= ${today}, true)
      and not exists (select from student_parents sp
        where sp.school_id = ${schoolId} and sp.guardian_id = g.id and sp.ended_at is null)
    order by 1 desc, 3, 2`

/** Whom to call, in order: those whom the parents named, then those of the office. */
export async function contactsInOrder(db: Db, schoolId: string, studentId: string) {
  const { rows } = await sql<{ contacts: Contact[] }>`
    select e.contacts from emergency_contacts e
    where e.school_id = ${schoolId} and e.student_id = ${studentId} and ${isToBeCalled(schoolId)}
    order by e.given_by is null, e.created_at, e.id`.execute(db)
  return rows.flatMap(({ contacts }) => contacts)
}

type Act = { act: 'called' | 'handedOver'; toName: string | null; at: string; byName: string }

/** What was noted at the gate on a day, the latest first. */
export async function actsOf(db: Db, schoolId: string, studentId: string, day: string) {
  const { rows } = await sql<Act>`
    select h.act, h.to_name, h.created_at as at, ${fullName('u')} as by_name
    from hand_overs h join users u on u.id = h.made_by
    where h.school_id = ${schoolId} and h.student_id = ${studentId} and h.day = ${day}
    order by h.created_at desc, h.id desc limit 20`.execute(db)
  return rows
}

type NewAct = {
  schoolId: string
  studentId: string
  day: string
  act: 'called' | 'handedOver'
  toName?: string
  toRelation?: string
  madeBy: string
  createdAt: string
}

export const insertAct = (db: Db, act: NewAct) =>
  db
    .insertInto('handOvers')
    .values({ id: newId(), ...act })
    .execute()
