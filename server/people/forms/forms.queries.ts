import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { byName, fullName } from '#server/db/search.ts'

type FormKind = 'consent' | 'trip'
type Answer = 'open' | 'agreed' | 'waits' | 'refused' | 'withdrawn'

/** How answer `a` of form `f` stands. */
const stateOf = sql<Answer>`case
  when a.id is null then 'open' when a.withdrawn_at is not null then 'withdrawn' when not a.agrees then 'refused'
  when agreed_before(a.school_id, a.form_id, a.agreed_at, a.id) >= f.places then 'waits' else 'agreed' end`

/** Whether student `st` is asked by form `f`. */
const isAsked = sql<boolean>`st.active and (cardinality(f.class_room_ids) = 0 or st.class_room_id = any (f.class_room_ids))`

const counts = (schoolId: string, which: ReturnType<typeof sql>) => sql<number>`(
  select count(*)::integer from form_answers a where a.school_id = ${schoolId} and a.form_id = f.id and a.withdrawn_at is null and ${which})`

/** Whether form `f` can be answered and nobody was reminded of it today, by the clock of the school. */
const canRemind = (schoolId: string, today: string) => sql<boolean>`(
  f.closed_at is null and coalesce(f.until_day >= ${today}, true) and coalesce(
    (select (f.reminded_at at time zone s.time_zone)::date < ${today} from schools s where s.id = ${schoolId}), f.reminded_at is null))`

/** A school, and the day it is there. */
type At = { id: string; today: string }

const unanswered = (schoolId: string) =>
  sql<number>`(select count(*)::integer from unanswered_of_form(${schoolId}, f.id))`

const formRows = (db: Db, { id: schoolId, today }: At) =>
  db
    .selectFrom('forms as f')
    .where('f.schoolId', '=', schoolId)
    .select(['f.id', 'f.schoolId', sql<FormKind>`f.kind`.as('formKind'), 'f.title', 'f.body', 'f.classRoomIds'])
    .select(['f.untilDay', 'f.places', 'f.textVersion', 'f.closedAt', 'f.remindedAt', 'f.version'])
    .select([
      sql<number>`(select count(*)::integer from students st where st.school_id = ${schoolId} and ${isAsked})`.as(
        'asked',
      ),
      sql<number>`least(f.places, ${counts(schoolId, sql`a.agrees`)})`.as('agreed'),
      sql<number>`greatest(0, ${counts(schoolId, sql`a.agrees`)} - coalesce(f.places, 1000000))`.as('waits'),
      counts(schoolId, sql`not a.agrees`).as('refused'),
      unanswered(schoolId).as('unanswered'),
      sql<boolean>`${canRemind(schoolId, today)} and ${unanswered(schoolId)} > 0`.as('canRemind'),
    ])

/** The forms of a school: open ones first, the latest first. */
export const formsOf = (db: Db, school: At, page: PageRequest) =>
  paged(formRows(db, school).orderBy(sql`f.closed_at is not null`).orderBy('f.createdAt', 'desc').orderBy('f.id'), page)

export const formOf = (db: Db, school: At, id: string) => formRows(db, school).where('f.id', '=', id).executeTakeFirst()

type NewForm = {
  schoolId: string
  kind: FormKind
  title: string
  body: string
  classRoomIds: readonly string[]
  untilDay: string | null
  places: number | null
  madeBy: string
}

export async function insertForm(db: Db, { classRoomIds, ...form }: NewForm) {
  const id = newId()
  await db
    .insertInto('forms')
    .values({ id, ...form, classRoomIds: [...classRoomIds] })
    .execute()
  return id
}

type NewText = {
  schoolId: string
  formId: string
  textVersion: number
  title: string
  body: string
  hash: string
  madeBy: string
}

export const insertFormText = (db: Db, text: NewText) =>
  db
    .insertInto('formTexts')
    .values({ id: newId(), ...text })
    .execute()

/** Whether anybody answered this version of the text. */
export async function isTextAnswered(db: Db, schoolId: string, formId: string) {
  const { rows } = await sql<{ answered: boolean }>`
    select exists (select from form_answers where school_id = ${schoolId} and form_id = ${formId}) as answered`.execute(
    db,
  )
  return rows[0]!.answered
}

/** How many of these classes are of the school. */
export async function countClasses(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from class_rooms where school_id = ${schoolId} and id = any (${[...ids]}::uuid[])`.execute(
    db,
  )
  return rows[0]!.many
}

type ReportQuery = { schoolId: string; formId: string; answer: Answer | null | undefined }

/** Every student who is asked, and those who answered before they left the classes that are. */
export function answersTo(db: Db, { schoolId, formId, answer }: ReportQuery, page: PageRequest) {
  let query = db
    .selectFrom('forms as f')
    .innerJoin('students as st', 'st.schoolId', 'f.schoolId')
    .innerJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .leftJoin('formAnswers as a', (on) =>
      on.onRef('a.schoolId', '=', 'f.schoolId').onRef('a.formId', '=', 'f.id').onRef('a.studentId', '=', 'st.id'),
    )
    .leftJoin('formTexts as x', (on) =>
      on
        .onRef('x.schoolId', '=', 'a.schoolId')
        .onRef('x.formId', '=', 'a.formId')
        .onRef('x.textVersion', '=', 'a.textVersion'),
    )
    .leftJoin('users as u', 'u.id', 'a.answeredBy')
    .leftJoin('users as w', 'w.id', 'a.withdrawnBy')
    .where('f.schoolId', '=', schoolId)
    .where('st.schoolId', '=', schoolId)
    .where('f.id', '=', formId)
    .where(sql<boolean>`(${isAsked} or a.id is not null)`)
  if (answer) query = query.where(sql<boolean>`${stateOf} = ${answer}`)
  return paged(
    query
      .select(['st.id as studentId', fullName('st').as('studentName'), 'c.name as classRoomName', stateOf.as('answer')])
      .select(['a.textVersion', sql<string | null>`nullif(${fullName('u')}, '')`.as('answeredByName'), 'a.answeredAt'])
      .select([sql<string | null>`nullif(${fullName('w')}, '')`.as('withdrawnByName'), 'a.withdrawnAt', 'x.hash'])
      .orderBy(byName('c.name'))
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )
}

/** The versions of a form's text. */
export const textsOfForm = (db: Db, schoolId: string, formId: string) =>
  db
    .selectFrom('formTexts')
    .where('schoolId', '=', schoolId)
    .where('formId', '=', formId)
    .select(['textVersion', 'title', 'body', 'hash'])
    .orderBy('textVersion')
    .execute()

/** Notes that the parents who have not answered are reminded now. */
export const storeReminder = (db: Db, schoolId: string, formId: string, at: Date) =>
  sql`update forms set reminded_at = ${at.toISOString()}::timestamptz where school_id = ${schoolId} and id = ${formId}`.execute(
    db,
  )

/** `by`: the parent who asks. */
type OfChild = { schoolId: string; studentId: string; today: string; by: string }

/** The forms that ask the parents of a child, or that they answered, the latest first; or one of them. */
export async function formsOfChild(db: Db, { schoolId, studentId, today, by }: OfChild, formId: string | null = null) {
  const { rows } = await sql<{
    id: string
    studentId: string
    studentName: string
    schoolName: string
    formKind: FormKind
    title: string
    body: string
    untilDay: string | null
    placesLeft: number | null
    textVersion: number
    isOpen: boolean
    answer: Answer
    answeredVersion: number | null
    answeredByName: string | null
    answeredAt: string | null
    withdrawnByName: string | null
    withdrawnAt: string | null
    answeredText: { textVersion: number; title: string; body: string; hash: string } | null
    others: { studentId: string; firstName: string }[]
  }>`
    select f.id, st.id as student_id, ${fullName('st')} as student_name, s.name as school_name, f.kind as form_kind, f.title, f.body, f.until_day,
      case when f.places is not null then greatest(0, f.places - agreed_before(${schoolId}, f.id, 'infinity', f.id)) end as places_left,
      f.text_version, f.closed_at is null and coalesce(f.until_day >= ${today}, true) and ${isAsked} as is_open,
      ${stateOf} as answer, a.text_version as answered_version, nullif(${fullName('u')}, '') as answered_by_name,
      a.answered_at, nullif(${fullName('w')}, '') as withdrawn_by_name, a.withdrawn_at,
      case when x.id is not null then
        json_build_object('textVersion', x.text_version, 'title', x.title, 'body', x.body, 'hash', x.hash) end as answered_text,
      array(
        select json_build_object('studentId', o.id, 'firstName', o.first_name)
        from parent_links l
        join students o on o.school_id = ${schoolId} and o.id = l.student_id
        where l.school_id = ${schoolId} and l.parent_id = ${by} and l.sees and o.id <> ${studentId}
          and o.id in (select unanswered_of_form(${schoolId}, f.id))
        order by o.first_name, o.id) as others
    from students st
    join schools s on s.id = ${schoolId}
    join forms f on f.school_id = ${schoolId}
    left join form_answers a on a.school_id = ${schoolId} and a.form_id = f.id and a.student_id = st.id
    left join form_texts x on x.school_id = ${schoolId} and x.form_id = f.id and x.text_version = a.text_version
    left join users u on u.id = a.answered_by
    left join users w on w.id = a.withdrawn_by
    where st.school_id = ${schoolId} and st.id = ${studentId} and (${formId}::uuid is null or f.id = ${formId})
      and (a.id is not null or f.closed_at is null and ${isAsked})
    order by f.created_at desc, f.id`.execute(db)
  return rows
}

/** Locks a form until the call ends, so that its text does not change while somebody answers. */
export async function lockForm(db: Db, schoolId: string, id: string) {
  const { rows } = await sql<{
    places: number | null
    textVersion: number
    version: number
    title: string
    body: string
  }>`
    select places, text_version, version, title, body from forms where school_id = ${schoolId} and id = ${id} for no key update`.execute(
    db,
  )
  return rows[0]
}

type ToStore = {
  schoolId: string
  formId: string
  studentId: string
  textVersion: number
  agrees: boolean
  by: string
  at: Date
}

export const storeFormAnswer = (db: Db, { schoolId, formId, studentId, textVersion, agrees, by, at }: ToStore) =>
  sql`
    insert into form_answers (school_id, id, form_id, student_id, text_version, agrees, agreed_at, answered_by, answered_at)
    values (${schoolId}, ${newId()}, ${formId}, ${studentId}, ${textVersion}, ${agrees}, ${agrees ? at.toISOString() : null}::timestamptz, ${by},
      ${at.toISOString()}::timestamptz)
    on conflict on constraint form_answers_once do update set text_version = excluded.text_version, agrees = excluded.agrees,
      agreed_at = case when excluded.agrees then coalesce(form_answers.agreed_at, excluded.agreed_at) end, answered_by = excluded.answered_by, answered_at = excluded.answered_at,
      withdrawn_by = null, withdrawn_at = null, version = form_answers.version + 1, modified_at = now()`.execute(db)

/** Returns whether there was an agreement to withdraw. */
export async function withdrawFormAnswer(
  db: Db,
  { schoolId, formId, studentId, by, at }: Omit<ToStore, 'textVersion' | 'agrees'>,
) {
  const { numAffectedRows } = await sql`
    update form_answers set withdrawn_by = ${by}, withdrawn_at = ${at.toISOString()}::timestamptz, agreed_at = null,
      version = version + 1, modified_at = now()
    where school_id = ${schoolId} and form_id = ${formId} and student_id = ${studentId} and agrees and withdrawn_at is null`.execute(
    db,
  )
  return numAffectedRows === 1n
}
