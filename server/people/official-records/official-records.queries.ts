import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { fullName } from '#server/db/search.ts'

/** A field that the school added, and its value. */
export type Own = {
  recordFieldId: string
  fieldName: string
  kind: string
  choices: string | null
  value: string | null
}

type Table = 'officialRecords' | 'studentHealth'

const onePerStudent = {
  officialRecords: 'official_records_student_id_key',
  studentHealth: 'student_health_student_id_key',
} as const satisfies Record<Table, string>

/** The id of the student's row. Creates an empty row if there is none. */
export async function rowOf(db: Db, table: Table, schoolId: string, studentId: string): Promise<string> {
  await db
    .insertInto(table)
    .values({ id: newId(), schoolId, studentId })
    .onConflict((taken) => taken.constraint(onePerStudent[table]).doNothing())
    .execute()
  const row = db.selectFrom(table).where('schoolId', '=', schoolId).where('studentId', '=', studentId)
  return (await row.select('id').executeTakeFirstOrThrow()).id
}

export type Hidden = { religion: boolean; office: boolean }

/** The record of a student of a school; empty if nothing has been entered yet. `hidden`: what this reader may not see. */
export function recordOf(db: Db, schoolId: string, studentId: string, hidden: Hidden) {
  const unlessOffice = (column: string) => (hidden.office ? none : sql<string | null>`${sql.ref(column)}`)
  return db
    .selectFrom('students as st')
    .leftJoin('officialRecords as r', (on) =>
      on.onRef('r.schoolId', '=', 'st.schoolId').onRef('r.studentId', '=', 'st.id'),
    )
    .leftJoin('studentLeavings as l', (on) =>
      on.onRef('l.schoolId', '=', 'st.schoolId').onRef('l.studentId', '=', 'st.id').on('l.returnedOn', 'is', null),
    )
    .leftJoin('leavingReasons as reason', 'reason.id', 'l.reasonId')
    .where('st.schoolId', '=', schoolId)
    .where('st.id', '=', studentId)
    .select(['st.id', 'st.schoolId', 'st.birthDate', 'r.officialName', 'r.latinFirst', 'r.latinMiddle', 'r.latinLast'])
    .select(['r.numberKind', 'r.nationalNumber', 'r.sex'])
    .select(['r.nationality', 'r.birthPlace', 'r.seatNumber', 'r.admittedOn', 'r.admittedFrom', 'st.leftOn'])
    .select([
      (hidden.religion ? none : sql<string | null>`r.religion`).as('religion'),
      unlessOffice('r.address').as('address'),
      unlessOffice('r.admission_paper').as('admissionPaper'),
      unlessOffice('r.other_number').as('otherNumber'),
      unlessOffice('reason.name').as('leavingReason'),
      unlessOffice('l.destination').as('destination'),
      unlessOffice('l.paper').as('leavingPaper'),
      ownFields(schoolId, hidden.office).as('own'),
      sql<number>`coalesce(r.version, 1)`.as('version'),
    ])
    .executeTakeFirst()
}

/** The health record of a student; empty if nothing has been entered yet. */
export const healthOf = (db: Db, schoolId: string, studentId: string) =>
  db
    .selectFrom('students as st')
    .leftJoin('studentHealth as h', (on) =>
      on.onRef('h.schoolId', '=', 'st.schoolId').onRef('h.studentId', '=', 'st.id'),
    )
    .where('st.schoolId', '=', schoolId)
    .where('st.id', '=', studentId)
    .select([
      'st.id',
      'st.schoolId',
      'h.healthNotes',
      'h.pickUpNotes',
      sql<number>`coalesce(h.version, 1)`.as('version'),
    ])
    .executeTakeFirst()

/** The name of another student of the school with the same number; undefined if there is none. */
export async function nameWithNumber(db: Db, schoolId: string, kind: string, number: string, butId: string) {
  const found = await db
    .selectFrom('officialRecords as r')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'r.schoolId').onRef('st.id', '=', 'r.studentId'))
    .where('r.schoolId', '=', schoolId)
    .where('r.numberKind', '=', kind)
    .where('r.nationalNumber', '=', number)
    .where('r.studentId', '<>', butId)
    .select(fullName('st').as('name'))
    .executeTakeFirst()
  return found?.name
}

/** The fields that the school added, with their values in this record. */
const ownFields = (schoolId: string, hidden: boolean) =>
  hidden
    ? sql<Own[]>`'[]'::jsonb`
    : sql<Own[]>`(
        select coalesce(jsonb_agg(jsonb_build_object('recordFieldId', f.id, 'fieldName', f.name, 'kind', f.kind,
          'choices', f.choices, 'value', r.own_values ->> f.id::text) order by f.created_at, f.id), '[]')
        from record_fields f where f.school_id = ${schoolId} and f.removed_at is null)`

const none = sql<string | null>`null::text`
