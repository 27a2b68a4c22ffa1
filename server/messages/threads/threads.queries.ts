import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

export type ThreadTurn = 'school' | 'asker' | 'done'
export type ThreadSubject = 'absence' | 'marks' | 'behaviour' | 'health' | 'fees' | 'other'
export type AboutKind = 'note' | 'post' | 'excuse' | 'absenceStep'
export type Side = 'asker' | 'school' | 'review'

type OwnThread = {
  schoolId: string
  id: string
  studentId: string | null
  studentName: string | null
  classRoomName: string | null
  subject: ThreadSubject
  turn: ThreadTurn
  side: 'asker' | 'school'
  responsibleName: string | null
  askerName: string | null
  lastAt: string
  unread: boolean
  late: boolean
}

/** `onlySchool`: of staff of that school, and of nobody as a parent. Null: nothing of staff of a school that requires its provider. */
type Filter = { turn?: ThreadTurn | null | undefined; onlySchool: string | null }

/** The threads of the acting person: those that wait for them first, then those that wait for the other side, then what is done. */
export function ownThreads(db: Db, { turn, onlySchool }: Filter, page: PageRequest) {
  let query = db.selectFrom(sql<OwnThread>`own_threads()`.as('t'))
  if (turn) query = query.where('t.turn', '=', turn)
  if (onlySchool)
    query = query
      .where('t.schoolId', '=', onlySchool)
      .where((t) => t.or([t('t.side', '=', 'school'), t('t.studentId', 'is', null)]))
  else
    query = query.where((t) =>
      t.or([
        t.and([t('t.side', '=', 'asker'), t('t.studentId', 'is not', null)]),
        t('t.schoolId', '<>', sql<string>`all((select schools_without_passwords())::uuid[])`),
      ]),
    )
  return paged(
    query
      .select(['t.schoolId', 't.id', 't.studentId', sql<string | null>`nullif(t.student_name, '')`.as('studentName')])
      .select(['t.classRoomName', 't.subject', 't.turn', 't.side', 't.responsibleName', 't.askerName'])
      .select(['t.lastAt', 't.unread', 't.late'])
      .orderBy(sql`case when t.turn = 'done' then 2 when t.turn = t.side then 0 else 1 end`)
      .orderBy('t.lastAt', 'desc')
      .orderBy('t.id'),
    page,
  )
}

type SideRow = { schoolId: string; studentId: string | null; side: Side | null; today: string; byProvider: boolean }

/**
 * The school and the child of a thread and the acting person's side; undefined if there is no such thread. `side` is null for others.
 * `byProvider`: its staff open it with a session of a provider of the school alone.
 */
export async function sideOf(db: Db, threadId: string) {
  const { rows } = await sql<SideRow>`
    select school_id, student_id, side, today, school_id = any (schools_without_passwords()) as by_provider
    from own_side(${threadId})`.execute(db)
  return rows[0]
}

export type StoredThread = {
  id: string
  schoolId: string
  studentId: string | null
  studentName: string | null
  classRoomName: string | null
  isAtSchool: boolean
  subject: ThreadSubject
  turn: ThreadTurn
  bothParents: boolean
  askerId: string | null
  askerName: string | null
  responsibleId: string | null
  responsibleName: string | null
  aboutKind: AboutKind | null
  aboutId: string | null
  inRow: number
  texts: number
  answerBy: string | null
  reported: boolean
}

/** A thread. `lock`: until the call ends, so that its texts are written one after another. */
export async function threadById(db: Db, schoolId: string, id: string, lock = false) {
  if (lock) await sql`select from threads where school_id = ${schoolId} and id = ${id} for no key update`.execute(db)
  const { rows } = await sql<StoredThread>`
    select t.id, t.school_id, t.student_id, ${fullName('st')} as student_name, c.name as class_room_name,
      st.id is null or st.active as is_at_school, t.subject, t.turn, t.both_parents, t.asker_id,
      nullif(${fullName('u')}, '') as asker_name, t.responsible_id, nullif(${fullName('r')}, '') as responsible_name, t.about_kind,
      t.about_id, t.in_row, t.texts, t.answer_by, t.reported
    from threads t
    left join students st on st.school_id = ${schoolId} and st.id = t.student_id
    left join class_rooms c on c.school_id = ${schoolId} and c.id = st.class_room_id
    left join users u on u.id = t.asker_id
    left join users r on r.id = t.responsible_id
    where t.school_id = ${schoolId} and t.id = ${id}`.execute(db)
  return rows[0]
}

type NewThread = {
  schoolId: string
  studentId: string | null
  askerId: string | null
  bothParents: boolean
  subject: ThreadSubject
  aboutKind: AboutKind | null
  aboutId: string | null
  responsibleId: string | null
  begunBy: string
  begunBySchool: boolean
  lastAt: Date
}

export async function insertThread(db: Db, thread: NewThread) {
  const id = newId()
  await db
    .insertInto('threads')
    .values({ id, ...thread, lastAt: thread.lastAt.toISOString(), turn: 'done' })
    .execute()
  return id
}

type Change = { turn: ThreadTurn; inRow: number; texts: number; lastAt: Date | null; answerBy: string | null }

/** Whose turn it is after a text was written or taken back. */
export const turnThread = (db: Db, schoolId: string, id: string, { turn, inRow, texts, lastAt, answerBy }: Change) =>
  sql`
    update threads set turn = ${turn}, in_row = ${inRow}, texts = ${texts}, answer_by = ${answerBy}::date,
      last_at = coalesce(${lastAt?.toISOString() ?? null}::timestamptz, last_at), version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

export const handThread = (db: Db, schoolId: string, id: string, toId: string | null) =>
  sql`
    update threads set responsible_id = ${toId}, standing_for = null, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

export const markReported = (db: Db, schoolId: string, id: string, reported: boolean) =>
  sql`
    update threads set reported = ${reported}, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)

type Act = {
  schoolId: string
  threadId: string
  studentId: string | null
  kind: 'handed' | 'moved' | 'opened' | 'reported' | 'settled' | 'done'
  byId: string
  toId?: string | null
  textId?: string
  reason?: string | null
  after: number
  at: Date
}

/** Says in a thread what happened to it. */
export const insertThreadAct = (db: Db, { at, ...act }: Act) =>
  db
    .insertInto('threadActs')
    .values({ id: newId(), ...act, at: at.toISOString() })
    .execute()

type Person = { part: 'supervisor' | 'teacher' | 'counsellor' | 'office'; personId: string | null }

export type PersonOfChild = Person & {
  personName: string | null
  imageUrl: string | null
  courseNames: string[]
  hours: { weekday: number; from: string; to: string }[]
  readsAt: string
}

/** The people of a child to whom parents write, with their hours of a week. */
export async function peopleOfChild(db: Db, schoolId: string, studentId: string, now: Date) {
  const { rows } = await sql<PersonOfChild>`
    select p.part, p.person_id, p.person_name, p.image_url, p.course_names, (
        select coalesce(jsonb_agg(jsonb_build_object('weekday', h.weekday, 'from', to_char(h.from_time, 'HH24:MI'),
          'to', to_char(h.to_time, 'HH24:MI')) order by h.weekday), '[]')
        from message_hours h where h.school_id = ${schoolId} and h.person_id = p.person_id) as hours,
      next_message_time(${schoolId}, p.person_id, ${now.toISOString()}::timestamptz) as reads_at
    from people_of_child(${schoolId}, ${studentId}) p
    order by array_position(array['supervisor', 'teacher', 'counsellor', 'office'], p.part), p.person_name`.execute(db)
  return rows
}
