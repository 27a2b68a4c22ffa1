import { type RawBuilder, sql } from 'kysely'

export type NamedPart =
  | 'classes'
  | 'attendance'
  | 'excuses'
  | 'homework'
  | 'exams'
  | 'activities'
  | 'notes'
  | 'parents'
  | 'invitations'
  | 'record'
  | 'health'
  | 'guardians'
  | 'leavings'
  | 'seats'
  | 'pictures'

type Part = {
  part: NamedPart
  table: string
  /** Whether row `t` of the other student becomes the kept one's. */
  moves: (kept: string) => RawBuilder<unknown>
  /** What is written beside the student. */
  sets?: (kept: string) => RawBuilder<unknown>
  /** The columns that a merge may change; all others of the row stay. */
  columns: readonly string[]
}

/** Unless the kept student has a row that would be the same. */
const unless = (table: string, same: RawBuilder<unknown>) => (kept: string) =>
  sql`not exists (select from ${sql.table(table)} k where k.student_id = ${kept} and ${same})`

const plain = ['student_id']

const marked = {
  student_exams: { work: 'exam_id', works: 'exams', result: 'total_result', copied: ['total_result', 'is_attend'] },
  student_homework: {
    work: 'homework_id',
    works: 'homework',
    result: 'result',
    copied: ['result', 'is_delivered', 'delivered_date'],
  },
  student_activities: { work: 'activity_id', works: 'activities', result: 'result', copied: ['result', 'is_attend'] },
} as const

export type MarkTable = keyof typeof marked
export const markTables = marked

const results = (part: NamedPart, table: MarkTable): Part => ({
  part,
  table,
  moves: unless(table, sql`k.${sql.ref(marked[table].work)} = t.${sql.ref(marked[table].work)}`),
  columns: [...plain, ...marked[table].copied, 'removed_at', 'removed_by', 'version', 'modified_at'],
})

const firstDay = (kept: string) => sql`(select min(k.from_day) from student_classes k where k.student_id = ${kept})`

/** A past that began earlier goes along up to the day before the kept student came; one person is in one class on a day. */
const classes: Part = {
  part: 'classes',
  table: 'student_classes',
  moves: (kept) => sql`t.from_day < ${firstDay(kept)}`,
  sets: (kept) => sql`, to_day = least(coalesce(t.to_day, 'infinity'), ${firstDay(kept)} - 1)`,
  columns: [...plain, 'to_day'],
}

/** A link, a guardian or an invitation that the kept student has too stays with the other. */
export const parts: readonly Part[] = [
  {
    part: 'attendance',
    table: 'attendance_marks',
    moves: unless('attendance_marks', sql`k.date = t.date`),
    columns: plain,
  },
  { part: 'excuses', table: 'excuses', moves: () => sql`true`, columns: plain },
  results('homework', 'student_homework'),
  results('exams', 'student_exams'),
  results('activities', 'student_activities'),
  { part: 'notes', table: 'student_notes', moves: () => sql`true`, columns: plain },
  {
    part: 'parents',
    table: 'student_parents',
    moves: (kept) =>
      sql`(t.ended_at is not null or ${unless('student_parents', sql`k.parent_id = t.parent_id and k.ended_at is null`)(kept)})`,
    columns: plain,
  },
  {
    part: 'invitations',
    table: 'parent_invitations',
    moves: unless('parent_invitations', sql`k.phone_number = t.phone_number`),
    columns: plain,
  },
  { part: 'record', table: 'official_records', moves: unless('official_records', sql`true`), columns: plain },
  { part: 'health', table: 'student_health', moves: unless('student_health', sql`true`), columns: plain },
  {
    part: 'guardians',
    table: 'guardians',
    moves: unless('guardians', sql`fold(k.name) = fold(t.name)`),
    columns: plain,
  },
  { part: 'leavings', table: 'student_leavings', moves: () => sql`t.returned_on is not null`, columns: plain },
  {
    part: 'seats',
    table: 'seats',
    moves: (kept) =>
      sql`(t.refunded_on is not null or ${unless('seats', sql`k.refunded_on is null and k.school_year_id is not distinct from t.school_year_id`)(kept)})`,
    columns: plain,
  },
  {
    part: 'pictures',
    table: 'media',
    moves: (kept) => sql`exists (select from students k where k.id = ${kept} and k.image_url is null)`,
    columns: plain,
  },
  classes,
]

/** The columns of the two students themselves that a merge may change. */
export const studentColumns = [
  'active',
  'merged_into',
  'image_url',
  'birth_date',
  'is_paid',
  'seat_ended_on',
  'ended_with_year_id',
  'version',
  'modified_at',
]
