import { type RawBuilder, sql } from 'kysely'

export type NamedPart =
  | 'classes'
  | 'attendance'
  | 'excuses'
  | 'calls'
  | 'steps'
  | 'conduct'
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
  | 'posts'
  | 'results'
  | 'remarks'
  | 'proposals'

/** The student who is kept, and the other one who was entered a second time, in one school. */
export type Two = { schoolId: string; keptId: string; otherId: string }

type Part = {
  /** Null: a preview does not count these rows. */
  part: NamedPart | null
  table: string
  /** Whether row `t` belongs to the other student, if `student_id` does not say so. */
  isOf?: (two: Two) => RawBuilder<unknown>
  /** Whether row `t` of the other student becomes the kept one's. */
  moves: (two: Two) => RawBuilder<unknown>
  /** What is written, if it is more than the student. */
  sets?: (two: Two) => RawBuilder<unknown>
  /** The columns that a merge may change; all others of the row stay. */
  columns: readonly string[]
  /** The column that names a row, for rows that are found by a select on other tables. */
  named?: string
  /** The column by which a changed row is found again. */
  key?: string
  /** Columns that change later by themselves; this is no reason to refuse an undo. */
  apart?: readonly string[]
}

export const isOtherStudents = ({ isOf }: Part, two: Two) => isOf?.(two) ?? sql`t.student_id = ${two.otherId}`

/** Moves a row unless the kept student has an equal one. */
const unless =
  (table: string, same: RawBuilder<unknown>) =>
  ({ schoolId, keptId }: Two) =>
    sql`not exists (select from ${sql.table(table)} k where k.school_id = ${schoolId} and k.student_id = ${keptId} and ${same})`

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

const results = (part: NamedPart, table: MarkTable, more: string[] = []): Part => ({
  part,
  table,
  moves: unless(table, sql`k.${sql.ref(marked[table].work)} = t.${sql.ref(marked[table].work)}`),
  columns: [...plain, ...marked[table].copied, 'removed_at', 'removed_by', 'version', 'modified_at', ...more],
})

const firstDay = ({ schoolId, keptId }: Two) =>
  sql`(select min(k.from_day) from student_classes k where k.school_id = ${schoolId} and k.student_id = ${keptId})`

/** Earlier memberships go along up to the day before the kept student came, because one person is in one class on a day. */
const classes: Part = {
  part: 'classes',
  table: 'student_classes',
  moves: (two) => sql`t.from_day < ${firstDay(two)}`,
  sets: (two) => sql`student_id = ${two.keptId}, to_day = least(coalesce(t.to_day, 'infinity'), ${firstDay(two)} - 1)`,
  columns: [...plain, 'to_day'],
}

/** A parent proposes one value for a field at a time. */
const unlessAsked = (two: Two) => sql`(t.accepted is not null or t.taken_back_at is not null
  or ${unless('record_proposals', sql`k.field = t.field and k.asked_by = t.asked_by and k.accepted is null and k.taken_back_at is null`)(two)})`

/** A link, a guardian or an invitation that the kept student has too stays with the other. */
export const parts: readonly Part[] = [
  {
    part: 'attendance',
    table: 'attendance_marks',
    moves: unless('attendance_marks', sql`k.date = t.date`),
    columns: plain,
  },
  {
    part: null,
    table: 'lesson_marks',
    moves: unless('lesson_marks', sql`k.day = t.day and k.number = t.number`),
    columns: plain,
  },
  {
    part: null,
    table: 'lesson_gaps',
    moves: unless('lesson_gaps', sql`k.day = t.day and k.number = t.number`),
    columns: plain,
  },
  {
    part: null,
    table: 'students_elsewhere',
    moves: unless('students_elsewhere', sql`k.event_id = t.event_id`),
    columns: plain,
  },
  { part: 'excuses', table: 'excuses', moves: () => sql`true`, columns: plain },
  { part: 'calls', table: 'absence_calls', moves: () => sql`true`, columns: plain },
  {
    part: 'steps',
    table: 'absence_steps',
    moves: (two) =>
      sql`(t.withdrawn_at is not null or ${unless('absence_steps', sql`k.rule_id = t.rule_id and k.period_id = t.period_id and k.position = t.position and k.withdrawn_at is null`)(two)})`,
    columns: plain,
    // Steps are computed again after every register.
    apart: ['rule_version', 'at', 'name', 'action', 'points', 'reached_on', 'days', 'withdrawn_at', 'modified_at'],
  },
  { part: 'conduct', table: 'conduct_records', moves: () => sql`true`, columns: plain },
  results('homework', 'student_homework'),
  results('exams', 'student_exams', ['corrected_at', 'former_result', 'former_attend']),
  results('activities', 'student_activities'),
  {
    part: 'results',
    table: 'part_marks',
    moves: unless(
      'part_marks',
      sql`k.term_id = t.term_id and k.course_id = t.course_id and k.part_id = t.part_id and k.round = t.round`,
    ),
    columns: plain,
  },
  {
    part: null,
    table: 'brought_marks',
    moves: unless(
      'brought_marks',
      sql`k.year_key = t.year_key and k.term_key = t.term_key and k.course_key = t.course_key`,
    ),
    columns: plain,
  },
  {
    part: 'remarks',
    table: 'remarks',
    moves: unless(
      'remarks',
      sql`k.term_id = t.term_id and k.course_id is not distinct from t.course_id and k.language = t.language`,
    ),
    columns: plain,
  },
  { part: 'notes', table: 'student_notes', moves: () => sql`true`, columns: plain },
  {
    part: 'parents',
    table: 'student_parents',
    moves: (two) =>
      sql`(t.ended_at is not null or ${unless('student_parents', sql`k.parent_id = t.parent_id and k.ended_at is null`)(two)})`,
    columns: plain,
  },
  {
    part: 'invitations',
    table: 'parent_invitations',
    moves: (two) =>
      sql`(t.accepted_at is not null or t.removed_at is not null or ${unless('parent_invitations', sql`k.phone_number = t.phone_number and k.accepted_at is null and k.removed_at is null`)(two)})`,
    // One that stays no longer waits for an answer: `withdrawStaying`.
    columns: [...plain, 'removed_at', 'removed_by'],
  },
  {
    part: 'record',
    table: 'official_records',
    moves: unless('official_records', sql`true`),
    columns: [...plain, 'national_number', 'version', 'modified_at'],
  },
  { part: 'health', table: 'student_health', moves: unless('student_health', sql`true`), columns: plain },
  {
    part: 'guardians',
    table: 'guardians',
    moves: unless('guardians', sql`fold(k.name) = fold(t.name)`),
    columns: plain,
  },
  {
    part: null,
    table: 'health_alerts',
    moves: unless('health_alerts', sql`k.kind = t.kind`),
    columns: plain,
  },
  {
    part: null,
    table: 'emergency_contacts',
    moves: unless('emergency_contacts', sql`k.given_by is not distinct from t.given_by`),
    columns: plain,
  },
  {
    part: null,
    table: 'form_answers',
    moves: unless('form_answers', sql`k.form_id = t.form_id`),
    columns: plain,
  },
  ...['meeting_wishes', 'meeting_bookings'].map((table) => ({
    part: null,
    table,
    moves: unless(table, sql`k.round_id = t.round_id and k.teacher_id = t.teacher_id`),
    columns: plain,
  })),
  ...['threads', 'thread_texts', 'thread_reads', 'thread_acts'].map((table) => ({
    part: null,
    table,
    moves: () => sql`true`,
    columns: plain,
  })),
  { part: 'proposals', table: 'record_proposals', moves: unlessAsked, columns: plain },
  {
    part: null,
    table: 'record_confirmations',
    moves: unless('record_confirmations', sql`k.person_id = t.person_id`),
    columns: plain,
  },
  { part: 'leavings', table: 'student_leavings', moves: () => sql`t.returned_on is not null`, columns: plain },
  {
    part: 'seats',
    table: 'seats',
    moves: (two) =>
      sql`(t.refunded_on is not null or ${unless('seats', sql`k.refunded_on is null and k.school_year_id is not distinct from t.school_year_id`)(two)})`,
    columns: plain,
  },
  {
    part: 'pictures',
    table: 'media',
    named: 'name',
    moves: ({ schoolId, keptId }) => sql`(t.kind = 'excuse' or exists (
      select from students k where k.school_id = ${schoolId} and k.id = ${keptId} and k.image_url is null))`,
    columns: plain,
    apart: ['content'],
  },
  {
    part: 'posts',
    table: 'post_audience',
    isOf: ({ otherId }) => sql`t.kind = 'student' and t.target_id = ${otherId}`,
    moves: ({ schoolId, keptId }) =>
      sql`not exists (select from post_audience k
        where k.school_id = ${schoolId} and k.post_id = t.post_id and k.kind = 'student' and k.target_id = ${keptId})`,
    sets: ({ keptId }) => sql`target_id = ${keptId}`,
    columns: ['target_id'],
    key: 'target_id',
  },
  // Readers to whom a post was addressed for one child or for both can still read it for the kept one.
  {
    part: null,
    table: 'post_readers',
    isOf: ({ schoolId, keptId, otherId }) => sql`${otherId}::uuid = any (t.student_ids) and t.person_id in (
      select parent_id from student_parents where school_id = ${schoolId} and student_id in (${keptId}, ${otherId}))`,
    moves: () => sql`true`,
    sets: ({ keptId, otherId }) => sql`student_ids = array(
      select distinct case when one = ${otherId} then ${keptId} else one end from unnest(t.student_ids) as one order by 1)`,
    columns: ['student_ids'],
    key: 'person_id',
    apart: ['read_at', 'answer', 'answered_at', 'reminded_at'],
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
