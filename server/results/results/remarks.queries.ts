import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { byName, fullName } from '#server/db/search.ts'
import { keepStudents } from '#server/platform/payments/seats.queries.ts'
import { attendanceOf } from '#server/school/presence/settled-marks.queries.ts'

export type RemarkRow = {
  id: string
  studentId: string
  courseId: string | null
  language: 'ar' | 'en'
  body: string | null
  state: 'draft' | 'approved' | 'change'
  asked: string | null
  authorId: string
  authorName: string
  formerAuthorName: string | null
  checkedByName: string | null
  modifiedAt: string
  version: number
}

type Wanted = {
  schoolId: string
  termId: string
  studentIds: readonly string[]
  /** Undefined: of the class and of all courses. */
  courseId?: string | null
  language?: 'ar' | 'en'
}

/** The remarks about students in a term, of the class before those of courses. */
export async function remarksAbout(db: Db, of: Wanted) {
  const { rows } = await remarkRows(of).execute(db)
  return rows
}

const remarkRows = ({ schoolId, termId, studentIds, courseId, language }: Wanted) =>
  sql<RemarkRow>`
    select m.id, m.student_id, m.course_id, m.language, m.body, m.state, m.asked, m.author_id, ${fullName('u')} as author_name,
      (select ${fullName('w')} from former_values f join users w on w.id = (f.was ->> 'author_id')::uuid
        where f.school_id = ${schoolId} and f.table_name = 'remarks' and f.row_id = m.id and w.id <> m.author_id
        order by (f.was ->> 'version')::integer desc limit 1) as former_author_name,
      nullif(${fullName('c')}, '') as checked_by_name, m.modified_at, m.version
    from remarks m
    join users u on u.id = m.author_id
    left join users c on c.id = m.checked_by
    left join courses k on k.school_id = m.school_id and k.id = m.course_id
    where m.school_id = ${schoolId} and m.term_id = ${termId} and m.student_id = any (${[...studentIds]}::uuid[])
      ${courseId === undefined ? sql`` : sql`and m.course_id is not distinct from ${courseId}`}
      ${language ? sql`and m.language = ${language}` : sql``}
    order by m.student_id, ${byName('k.name')} nulls first, m.course_id, m.language`

export type RemarkToStore = { studentId: string; body: string | null }

type Writing = { schoolId: string; termId: string; courseId: string | null; language: 'ar' | 'en'; personId: string }

/** Stores remarks as drafts of this person; whoever read the former ones has to read them again. */
export async function storeRemarks(db: Db, of: Writing, remarks: readonly RemarkToStore[]) {
  const { schoolId, termId, courseId, language, personId } = of
  await keepStudents(
    db,
    schoolId,
    remarks.map(({ studentId }) => studentId),
  )
  const rows = JSON.stringify(remarks.map((remark) => ({ ...remark, id: newId() })))
  await sql`
    insert into remarks as m (school_id, id, term_id, student_id, course_id, language, body, author_id)
    select ${schoolId}, r.id, ${termId}, r."studentId", ${courseId}::uuid, ${language}, r.body, ${personId}
    from jsonb_to_recordset(${rows}::jsonb) as r (id uuid, "studentId" uuid, body text)
    on conflict on constraint remarks_once do update
    set body = excluded.body, author_id = excluded.author_id, state = 'draft', asked = null, checked_by = null,
      version = m.version + 1, modified_at = excluded.modified_at`.execute(db)
}

type Checked = { schoolId: string; ids: readonly string[]; personId: string; asked: string | null }

/** Approves remarks, or with `asked` asks for a change of them. */
export const checkRemarks = (db: Db, { schoolId, ids, personId, asked }: Checked) =>
  sql`update remarks m
    set state = ${asked === null ? 'approved' : 'change'}, asked = ${asked}::text, checked_by = ${personId}, version = m.version + 1,
      modified_at = now()
    where m.school_id = ${schoolId} and m.id = any (${[...ids]}::uuid[])`.execute(db)

type NamedRow = {
  id: string
  firstName: string
  middleName: string
  lastName: string
  latinFirst: string | null
  latinName: string | null
  sex: string | null
  code: string
  imageUrl: string | null
}

/** The names, and the sex where the record says it. */
const namedRows = (schoolId: string, studentIds: readonly string[]) =>
  sql<NamedRow>`
    select st.id, st.first_name, st.middle_name, st.last_name, o.latin_first, o.sex, st.code, st.image_url,
      nullif(concat_ws(' ', o.latin_first, o.latin_middle, o.latin_last), '') as latin_name
    from students st left join official_records o on o.school_id = st.school_id and o.student_id = st.id
    where st.school_id = ${schoolId} and st.id = any (${[...studentIds]}::uuid[])`

type About = Wanted & {
  /** The days of the term. */
  from: string
  to: string
  /** Null while the term is open. */
  closingId: string | null
}

/** The remarks of a term with what they are about beside the marks, in one round trip: names, sex and days by student, and what was closed. */
export async function remarksWithPupils(db: Db, { from, to, closingId, ...of }: About) {
  const { schoolId, studentIds } = of
  const { stored, named, days, closed } = await sideBySide(db, {
    stored: remarkRows(of),
    named: namedRows(schoolId, studentIds),
    days: attendanceOf({ schoolId, from, to }, studentIds),
    closed: closingId === null ? null : closedRows(schoolId, closingId),
  })
  return {
    stored,
    names: new Map(named.map((row) => [row.id, row])),
    daysOf: (studentId: string) => days.find((one) => one.studentId === studentId),
    closed: closingId === null ? null : byStudent(closed),
  }
}

export type BankRow = {
  id: string
  own: boolean
  body: string
  bodyF: string | null
  courseId: string | null
  band: string | null
}

/** A person's own entries, then those of the school. */
export async function bankOf(db: Db, schoolId: string, { personId, language }: { personId: string; language: string }) {
  const { rows } = await sql<BankRow>`
    select b.id, b.owner_id is not null as own, b.body, b.body_f, b.course_id, b.band
    from remark_bank b
    where b.school_id = ${schoolId} and b.language = ${language} and (b.owner_id is null or b.owner_id = ${personId})
    order by b.owner_id nulls last, b.position, b.id`.execute(db)
  return rows
}

type NewBank = {
  schoolId: string
  /** Null: the school's. */
  ownerId: string | null
  language: string
  entries: readonly {
    body: string
    bodyF?: string | null | undefined
    courseId?: string | null | undefined
    band?: string | null | undefined
  }[]
}

/** Whether all these are courses of the school. */
export async function areCourses(db: Db, schoolId: string, ids: readonly string[]) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from courses c
    where c.school_id = ${schoolId} and c.id = any (${[...ids]}::uuid[])`.execute(db)
  return rows[0]!.many === new Set(ids).size
}

export async function replaceBank(db: Db, { schoolId, ownerId, language, entries }: NewBank) {
  await sql`
    delete from remark_bank b
    where b.school_id = ${schoolId} and b.owner_id is not distinct from ${ownerId} and b.language = ${language}`.execute(
    db,
  )
  const rows = JSON.stringify(
    entries.map(({ body, bodyF = null, courseId = null, band = null }, position) => ({
      id: newId(),
      body,
      bodyF,
      courseId,
      band: band || null,
      position,
    })),
  )
  await sql`
    insert into remark_bank (school_id, id, owner_id, language, body, body_f, course_id, band, position)
    select ${schoolId}, r.id, ${ownerId}::uuid, ${language}, r.body, r."bodyF", r."courseId", r.band, r.position
    from jsonb_to_recordset(${rows}::jsonb)
      as r (id uuid, body text, "bodyF" text, "courseId" uuid, band text, position integer)`.execute(db)
}

/** A remark as a closing stores it. */
export type ClosedRemark = Pick<RemarkRow, 'courseId' | 'language'> & { body: string; byName: string }

/** The remarks that a closing stored, by student. */
export async function closedRemarksOf(db: Db, schoolId: string, closingId: string) {
  const { rows } = await closedRows(schoolId, closingId).execute(db)
  return byStudent(rows)
}

type ClosedRow = { studentId: string; remarks: ClosedRemark[] }

const closedRows = (schoolId: string, closingId: string) =>
  sql<ClosedRow>`
    select r.student_id, r.remarks from term_results r
    where r.school_id = ${schoolId} and r.closing_id = ${closingId} and r.course_id is null and r.remarks is not null`

const byStudent = (rows: readonly ClosedRow[]) => new Map(rows.map(({ studentId, remarks }) => [studentId, remarks]))
