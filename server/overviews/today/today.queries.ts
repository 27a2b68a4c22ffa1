import { type RawBuilder, sql } from 'kysely'
import { isSettled, settledMarks } from '#server/school/presence/settled-marks.queries.ts'
import { holidayOf, isOpen, joinClosures } from '#server/school/presence/open-days.queries.ts'
import { kinds, type WorkTable } from '#server/db/work-tables.ts'
import { fullName } from '#server/db/search.ts'
import { isConfirmedBy, missingOf } from './missing.queries.ts'
import { amongThem, ofParent, type Schools, schoolIn } from './of-parent.queries.ts'

/** A child of the caller, with the current day at the school and the attendance on it. */
export type ChildDayRow = {
  studentId: string
  studentName: string
  firstName: string
  imageUrl: string | null
  relationName: string
  schoolId: string
  schoolName: string
  classRoomId: string
  classRoomName: string
  seatEndedOn: string | null
  pays: boolean
  fee: { dueOn: string; amount: string; currency: string } | null
  missing: ('nationalNumber' | 'birthDate' | 'sex' | 'nationality' | 'emergencyContact')[]
  isConfirmed: boolean
  today: string
  attendance: { state: 'present' | 'absent' | 'late' | 'excused'; minutesLate: number | null; unread: boolean } | null
  month: { present: number; days: number }
  excuse: 'waiting' | 'refused' | null
  closing: { name: string | null } | null
  nextHoliday: { name: string; fromDay: string; toDay: string } | null
  nextLessons: { day: string; courses: string[] } | null
}

const holidaysAhead = 30
const feesAhead = 14

/** A parent's linked active children of active schools, by name. */
export const childrenToday = ofParent(
  (parentId, schools) => sql<ChildDayRow>`
    with unread as materialized (
      select student_id, day, subject_ids from inbox_items
      where person_id = ${parentId} and read_at is null and kind = 'attendance'
    )
    select st.id as student_id, ${fullName('st')} as student_name, st.first_name, st.image_url, r.name as relation_name,
      s.id as school_id, s.name as school_name, c.id as class_room_id, c.name as class_room_name, st.seat_ended_on,
      sp.pays, sp.today, case when sp.pays then (
        select jsonb_build_object('dueOn', min(d.due_on), 'amount', round(sum(d.open), fee_scale(f.currency))::text, 'currency', f.currency)
        from fee_due_balances d
        join fee_settings f on f.school_id = ${schoolIn(schools, 'st.school_id')}
        where d.school_id = ${schoolIn(schools, 'st.school_id')} and d.student_id = st.id and d.open > 0
          and d.due_on <= sp.today + ${feesAhead}::integer group by f.currency) end as fee,
      ${missingOf(parentId, schoolIn(schools, 'st.school_id'))} as missing,
      ${isConfirmedBy(parentId, schoolIn(schools, 'st.school_id'))} as is_confirmed, (
        select jsonb_build_object('state', m.state, 'minutesLate', m.minutes_late, 'unread', exists (
          select from unread i
          where i.student_id = st.id and i.day = m.date and m.class_room_id = any (i.subject_ids)))
        from attendance_marks m
        where m.school_id = ${schoolIn(schools, 'st.school_id')} and m.student_id = st.id and m.date = sp.today and m.date <= coalesce(st.seat_ended_on, 'infinity')
          and ${isSettled}) as attendance, (
        select jsonb_build_object('present', count(*) filter (where m.state in ('present', 'late')), 'days', count(*))
        from ${settledMarks(
          'one' in schools ? schools.one : sql.ref('st.school_id'),
          sql`m.student_id = st.id and m.date between date_trunc('month', sp.today)::date and sp.today
            and m.date <= coalesce(st.seat_ended_on, 'infinity')`,
        )} m) as month, (
        select case when e.accepted is null then 'waiting' else 'refused' end from excuses e
        where e.school_id = ${schoolIn(schools, 'st.school_id')} and e.student_id = st.id and e.from_day <= sp.today and e.to_day >= sp.today
          and e.accepted is not true and not e.of_hours and sp.today <= coalesce(st.seat_ended_on, 'infinity')
        order by e.created_at desc limit 1) as excuse,
      case when not ${isOpen(sql`sp.today`)} then jsonb_build_object('name', ${holidayOf('c', sql`sp.today`, 'one' in schools ? schools.one : undefined)}) end as closing, (
        select jsonb_build_object('name', d.name, 'fromDay', d.from_day, 'toDay', d.to_day) from calendar_days d
        where d.school_id = ${schoolIn(schools, 'st.school_id')} and d.kind = 'holiday' and d.removed_at is null
          and d.from_day > sp.today and d.from_day <= sp.today + ${holidaysAhead}::integer
          and (d.grade_ids is null or c.grade_id = any (d.grade_ids))
        order by d.from_day, d.id limit 1) as next_holiday,
      case when st.seat_ended_on is null then
        next_lessons(${schoolIn(schools, 'st.school_id')}, st.id, c.id, c.grade_id, sp.today) end as next_lessons
    from parent_links sp
    join students st on st.school_id = sp.school_id and st.id = sp.student_id and st.active
    join schools s on s.id = st.school_id and s.active
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id${joinClosures('c')}
    join relation_types r on r.id = sp.relation_id
    where ${amongThem('sp.school_id', schools)} and sp.parent_id = ${parentId} and sp.sees
    order by ${fullName('st')} collate by_name, st.id`,
)

/** A statement for a list of each child of a parent. It is built only once. */
const ofDay = <Row>(build: (parentId: string, schools: Schools) => RawBuilder<Found<Row>>) => ofParent(build)

/** One row of a child's list, with the total number of rows. */
export type Found<Row> = Row & { studentId: string; inAll: number; unread: boolean }

export type WorkOfDay = { id: string; courseName: string; date: string; details: string | null }

const rowsAtMost = 3
const lettersAtMost = 55
const nameAtMost = 43

/** Homework set for today or later that is not handed in yet. Unread items first, then by date. */
export const homeworkDue = ofDay<WorkOfDay>((parentId, schools) =>
  ofEach<WorkOfDay>(parentId, schools, {
    rows: sql`
      select w.id, left(c.name, ${nameAtMost}) as course_name, w.assignment_date as date, w.details, ${isUnread('w.id')} as unread
      from student_homework r
      join homework w on w.school_id = r.school_id and w.id = r.homework_id and w.removed_at is null
      join courses c on c.school_id = w.school_id and c.id = w.course_id
      where r.school_id = ${schoolIn(schools, 'child.school_id')} and r.student_id = child.id and r.removed_at is null and w.assignment_date >= child.today
        and r.is_delivered is not true`,
    cut: 'details',
    order: sql`unread desc, date, id`,
  }),
)

/** Exams in the next fourteen days. Unread items first, then by date. */
export const examsComing = ofDay<WorkOfDay>((parentId, schools) =>
  ofEach<WorkOfDay>(parentId, schools, {
    rows: sql`
      select w.id, left(c.name, ${nameAtMost}) as course_name, w.exam_date as date, w.details, ${isUnread('w.id')} as unread
      from student_exams_seen r
      join exams w on w.school_id = r.school_id and w.id = r.exam_id and w.removed_at is null
      join courses c on c.school_id = w.school_id and c.id = w.course_id
      where r.school_id = ${schoolIn(schools, 'child.school_id')} and r.student_id = child.id and r.removed_at is null and w.exam_date between child.today and child.today + 14`,
    cut: 'details',
    order: sql`unread desc, date, id`,
  }),
)

export type MarkRow = {
  kind: 'exam' | 'homework' | 'activity'
  id: string
  courseName: string
  date: string
  result: number | null
  rate: number
  tookPart: boolean | null
  classAverage: number | null
  percentBefore: number | null
}

/**
 * New results, unread ones first. They are found by the time when they were written, or because the parent has not read them. A
 * child has hundreds of other results in a year, and joining those to their work first takes most of the time.
 */
export const newMarks = ofDay<MarkRow>((parentId, schools) =>
  ofEach<MarkRow>(parentId, schools, {
    rows: sql`
      select m.*, left(c.name, ${nameAtMost}) as course_name, (child.id, m.id, m.kind || 'Result') in (select student_id, id, kind from unread) as unread
      from (
        ${resultsWritten(schools, 'exam')} union all ${resultsWritten(schools, 'homework')} union all ${resultsWritten(schools, 'activity')}
      ) m
      join courses c on c.school_id = ${schoolIn(schools, 'child.school_id')} and c.id = m.course_id
      where m.result is not null or m.took_part is not null`,
    // Computed once for all marks. Searching the previous exam again for each mark took half of the time of the statement.
    besides: sql`, sat as materialized (
      select r.student_id, w.id, w.course_id, w.exam_date, round(r.total_result / w.rate * 100)::integer as percent
      from student_exams r
      join exams w on w.school_id = r.school_id and w.id = r.exam_id and w.removed_at is null
      where ${amongThem('r.school_id', schools)} and r.student_id = any(array(select id from child)) and r.removed_at is null
        and r.total_result is not null and w.rate > 0
    )`,
    further: sql`average_of_class(child.school_id, listed.kind, listed.id) as class_average, (
      select percent from sat
      where listed.kind = 'exam' and sat.student_id = child.id and sat.course_id = listed.course_id
        and (sat.exam_date, sat.id) < (listed.date, listed.id)
      order by sat.exam_date desc, sat.id desc limit 1) as percent_before`,
    isNew: sql`at > now() - interval '7 days'`,
    order: sql`unread desc, at desc, id`,
  }),
)

/** The results of the student `child` in one kind of work that were written in these days, or that the parent has not read. */
function resultsWritten(schools: Schools, kind: WorkTable) {
  const { works, day, results, key, mark, tookPart } = kinds[kind]
  return sql`
    select ${sql.lit(kind)} as kind, w.id, w.course_id, w.${sql.ref(day)} as date, r.${sql.ref(mark)} as result, w.rate,
      r.${sql.ref(tookPart)} as took_part, r.modified_at as at
    from (
      select ${sql.ref(key)} as work_id from ${sql.table(results)}
      where school_id = ${schoolIn(schools, 'child.school_id')} and student_id = child.id and removed_at is null and modified_at > now() - interval '7 days'
      union
      select id from unread where student_id = child.id and kind = ${sql.lit(`${kind}Result`)}
    ) recent
    join ${sql.table(results)} r on r.school_id = ${schoolIn(schools, 'child.school_id')} and r.${sql.ref(key)} = recent.work_id and r.student_id = child.id and r.removed_at is null
    join ${sql.table(works)} w on w.school_id = r.school_id and w.id = r.${sql.ref(key)} and w.removed_at is null`
}

export type NoteRow = { id: string; courseName: string | null; date: string; authorName: string; notes: string }

/** New notes, unread ones first. */
export const newNotes = ofDay<NoteRow>((parentId, schools) =>
  ofEach<NoteRow>(parentId, schools, {
    rows: sql`
      select n.id, left(c.name, ${nameAtMost}) as course_name, n.date, ${fullName('u')} as author_name, n.notes, n.created_at as at, ${isUnread('n.id')} as unread
      from student_notes n
      join users u on u.id = n.supervisor_id
      left join courses c on c.school_id = n.school_id and c.id = n.course_id
      where n.school_id = ${schoolIn(schools, 'child.school_id')} and n.student_id = child.id and n.removed_at is null`,
    cut: 'notes',
    isNew: sql`at > now() - interval '7 days'`,
    order: sql`unread desc, at desc, id`,
  }),
)

/**
 * Whether the parent has an unread item about the row. Unread items are found once for all children and rows, because a person
 * who never opens the inbox has hundreds of them.
 */
const isUnread = (id: 'w.id' | 'm.id' | 'n.id') =>
  sql`(child.id, ${sql.ref(id)}) in (select student_id, id from unread)`

/** A long text, shortened, with a sign that it continues. */
const shortened = (text: 'details' | 'notes') => sql`
  case when length(listed.${sql.ref(text)}) > ${lettersAtMost}
    then rtrim(left(listed.${sql.ref(text)}, ${lettersAtMost - 1})) || '…' else listed.${sql.ref(text)} end`

type Listed = {
  /** The rows about the student `child` on the child's day. */
  rows: RawBuilder<unknown>
  /** The column of a long text. */
  cut?: 'details' | 'notes'
  /** An additional table of the statement. */
  besides?: RawBuilder<unknown>
  /** Columns that are computed only for the listed rows. */
  further?: RawBuilder<unknown>
  /** The condition for new rows; an unread row is always new. */
  isNew?: RawBuilder<unknown>
  order: RawBuilder<unknown>
}

/**
 * The first rows of each child in one statement, without rows after the end of the seat. It finds the children and the day at
 * their schools itself, so that it need not wait for the statement that returns the children.
 */
function ofEach<Row>(
  parentId: string,
  schools: Schools,
  { rows, besides, cut, further, isNew, order }: Listed,
): RawBuilder<Found<Row>> {
  return sql<Found<Row>>`
    with child as materialized (
      select st.school_id, st.id, st.seat_ended_on, sp.today
      from parent_links sp
      join students st on st.school_id = sp.school_id and st.id = sp.student_id and st.active
      where ${amongThem('sp.school_id', schools)} and sp.parent_id = ${parentId} and sp.sees and sp.school_active
    ), unread as materialized (
      select student_id, case kind when 'markCorrected' then 'examResult' else kind end as kind, unnest(subject_ids) as id
      from inbox_items
      where person_id = ${parentId} and read_at is null and student_id = any(array(select id from child))
    )${besides ?? sql``}
    select child.id as student_id, listed.*${cut ? sql`, ${shortened(cut)} as ${sql.ref(cut)}` : sql``}${further ? sql`, ${further}` : sql``}
    from child
    cross join lateral (
      select every.*, count(*) over ()::integer as in_all from (${rows}) every
      where every.date <= coalesce(child.seat_ended_on, 'infinity') and (unread or ${isNew ?? sql`true`})
      order by ${order} limit ${rowsAtMost}
    ) listed
    order by child.id, ${order}`
}
