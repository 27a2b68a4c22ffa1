import type pg from 'pg'
import { tablesKept, tablesOfChild } from './child-erasure.queries.ts'

type Section = { name: string; ar: string; en: string; sql: string }

const work = (kind: string, works: string, results: string, date: string, result: string, done: string) =>
  `select w.${date} as date, c.name as course, w.details, r.${result} as mark, w.rate as "of", r.${done} as "${kind}", r.removed_at as removed
   from ${results} r join ${works} w on w.school_id = r.school_id and w.id = r.${works === 'homework' ? 'homework' : works.replace(/ies$/, 'y').replace(/s$/, '')}_id
   left join courses c on c.school_id = w.school_id and c.id = w.course_id where r.student_id = $1 order by 1`

/** The school has not yet said a draft of a mark: it goes to the family when it is published. */
const marksPublished = `(select school_id, exam_id, student_id, removed_at, case when not is_draft then total_result end as total_result,
    case when not is_draft then is_attend end as is_attend from student_exams)`

/** What is kept of a child in the words of people; what was removed later too. */
export const sections: readonly Section[] = [
  {
    name: 'classes',
    ar: 'الفصول',
    en: 'Classes',
    sql: `select c.name as class, s.from_day as "from", s.to_day as "to" from student_classes s
      join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id where s.student_id = $1 order by 2`,
  },
  {
    name: 'parents',
    ar: 'أولياء الأمور',
    en: 'Parents',
    sql: `select concat_ws(' ', u.first_name, u.middle_name, u.last_name) as name, u.phone_number as phone, r.name as relation,
        p.see_from as "sees from", p.see_until as "sees until", p.notify_from as "notified from", p.notify_until as "notified until",
        p.fetch_from as "fetches from", p.fetch_until as "fetches until", p.pay_from as "pays from", p.pay_until as "pays until",
        p.consent_at as consent, p.ended_at as ended
      from student_parents p join users u on u.id = p.parent_id join relation_types r on r.id = p.relation_id
      where p.student_id = $1 order by 4`,
  },
  {
    name: 'attendance',
    ar: 'الحضور',
    en: 'Attendance',
    sql: `select date, state, minutes_late, note from attendance_marks where student_id = $1 order by 1`,
  },
  {
    name: 'excuses',
    ar: 'أعذار الغياب',
    en: 'Excuses',
    sql: `select e.from_day as "from", e.to_day as "to", e.kind, e.text, concat_ws(' ', u.first_name, u.last_name) as "asked by",
        e.created_at as asked, e.accepted, e.decided_at as decided, e.reason
      from excuses e left join users u on u.id = e.asked_by where e.student_id = $1 order by 1`,
  },
  {
    name: 'absence steps',
    ar: 'خطوات الغياب',
    en: 'Steps of absence',
    sql: `select s.reached_on as reached, s.name as step, r.name as rule, s.rule_version as version, s.action, s.points, s.days,
        s.withdrawn_at as withdrawn, concat_ws(' ', u.first_name, u.last_name) as "handled by", s.handled_note as note
      from absence_steps s join absence_rules r on r.school_id = s.school_id and r.id = s.rule_id
      left join users u on u.id = s.handled_by where s.student_id = $1 order by 1`,
  },
  {
    name: 'conduct',
    ar: 'السلوك',
    en: 'Conduct',
    sql: `select r.day, r.name as kind, r.is_merit as merit, r.level, r.points, r.details, r.measure, r.counsellor_note as "counsellor's note",
        concat_ws(' ', u.first_name, u.last_name) as "recorded by", r.created_at as recorded, r.published_at as published,
        r.withdrawn_at as withdrawn, r.withdrawn_reason as reason
      from conduct_records r join users u on u.id = r.recorded_by where r.student_id = $1 order by 1, r.id`,
  },
  {
    name: 'announcements',
    ar: 'الإعلانات',
    en: 'Announcements',
    sql: `select p.published_at as published, p.title, p.body, (select string_agg(a.name, ', ' order by a.position) from attachments a
          where a.school_id = p.school_id and a.post_id = p.id) as files, concat_ws(' ', u.first_name, u.last_name) as "read by", r.read_at as read,
        r.answer
      from post_readers r join posts p on p.school_id = r.school_id and p.id = r.post_id and p.taken_back_at is null
      join users u on u.id = r.person_id where $1 = any (r.student_ids) order by 1, 4`,
  },
  {
    name: 'papers',
    ar: 'الشهادات والأوراق',
    en: 'Papers',
    sql: `select p.issued_on as issued, p.kind, p.number || '/' || p.year as number, p.content, concat_ws(' ', u.first_name, u.last_name) as by,
        p.revoked_at as revoked, p.reason, p.copies as printed, p.checks as checked
      from papers p left join users u on u.id = p.issued_by where p.student_id = $1 order by p.created_at`,
  },
  {
    name: 'calls',
    ar: 'اتصالات عن الغياب',
    en: 'Calls about absences',
    sql: `select k.day, k.outcome, k.note, concat_ws(' ', u.first_name, u.last_name) as by, k.created_at as at
      from absence_calls k left join users u on u.id = k.made_by where k.student_id = $1 order by k.created_at`,
  },
  {
    name: 'exams',
    ar: 'الاختبارات',
    en: 'Exams',
    sql: work('present', 'exams', marksPublished, 'exam_date', 'total_result', 'is_attend'),
  },
  {
    name: 'part marks',
    ar: 'درجات أجزاء المادة',
    en: 'Marks of parts of a course',
    sql: `select t.name as term, c.name as course, m.round, m.mark, m.state, m.origin, m.reason as "changed because",
        concat_ws(' ', u.first_name, u.last_name) as by, m.modified_at as at
      from part_marks m join terms t on t.school_id = m.school_id and t.id = m.term_id
      join courses c on c.school_id = m.school_id and c.id = m.course_id left join users u on u.id = m.marked_by where m.student_id = $1 order by 8`,
  },
  {
    name: 'exam seats',
    ar: 'أرقام الجلوس',
    en: 'Seats in exams',
    sql: `select y.name as year, g.name as grade, p.committees -> (s.committee - 1) ->> 'name' as committee, s.seat_number as seat,
        p.created_at as assigned, p.undone_at as undone
      from exam_seats s join exam_seat_plans p on p.school_id = s.school_id and p.id = s.plan_id
      join school_years y on y.school_id = p.school_id and y.id = p.school_year_id join grades g on g.school_id = p.school_id and g.id = p.grade_id
      where s.student_id = $1 order by p.created_at`,
  },
  {
    name: 'grace marks',
    ar: 'درجات الرأفة',
    en: 'Grace marks',
    sql: `select t.name as term, c.name as course, g.points, concat_ws(' ', u.first_name, u.last_name) as by, g.confirmed_at as at
      from grace_marks g join terms t on t.school_id = g.school_id and t.id = g.term_id
      join courses c on c.school_id = g.school_id and c.id = g.course_id left join users u on u.id = g.confirmed_by where g.student_id = $1 order by 5`,
  },
  {
    name: 'term results',
    ar: 'نتائج الفصول الدراسية',
    en: 'Results of terms',
    sql: `select t.name as term, k.issue, c.name as course, r.total, r.full_mark as "of", r.percent, r.band ->> 'name' as band, r.state,
        r.passed, r.rank, r.round, k.closed_at as closed, k.reopen_reason as "reopened because"
      from term_results r join term_closings k on k.school_id = r.school_id and k.id = r.closing_id
      join terms t on t.school_id = k.school_id and t.id = k.term_id left join courses c on c.school_id = r.school_id and c.id = r.course_id
      where r.student_id = $1 order by k.closed_at, c.name nulls last`,
  },
  {
    name: 'homework',
    ar: 'الواجبات',
    en: 'Homework',
    sql: work('delivered', 'homework', 'student_homework', 'assignment_date', 'result', 'is_delivered'),
  },
  {
    name: 'activities',
    ar: 'الأنشطة',
    en: 'Activities',
    sql: work('present', 'activities', 'student_activities', 'activity_date', 'result', 'is_attend'),
  },
  {
    name: 'notes',
    ar: 'الملاحظات',
    en: 'Notes',
    sql: `select n.date, c.name as course, n.notes as note, concat_ws(' ', u.first_name, u.last_name) as by, (
        select string_agg(concat_ws(' ', p.first_name, p.last_name), ', ' order by r.read_at) from note_readers r
        join users p on p.id = r.person_id where r.school_id = n.school_id and r.note_id = n.id) as "read by", n.removed_at as removed
      from student_notes n left join courses c on c.school_id = n.school_id and c.id = n.course_id left join users u on u.id = n.supervisor_id
      where n.student_id = $1 order by 1`,
  },
  {
    name: 'leavings',
    ar: 'المغادرة',
    en: 'Leaving',
    sql: `select l.left_on as "left", r.name as reason, l.destination, l.note, l.paper, l.returned_on as returned from student_leavings l
      left join leaving_reasons r on r.id = l.reason_id where l.student_id = $1 order by 1`,
  },
  {
    name: 'record',
    ar: 'السجل الرسمي',
    en: 'Official record',
    sql: `select official_name as name, number_kind as "number kind", national_number as number, sex, nationality, religion,
        birth_place as "birth place", address, seat_number as "seat number", admitted_on as admitted,
        admitted_from as "from", admission_paper as paper,
        own_values as "own fields" from official_records where student_id = $1`,
  },
  {
    name: 'health',
    ar: 'الصحة والاصطحاب',
    en: 'Health and pick-up',
    sql: `select health_notes as health, pick_up_notes as "pick-up" from student_health where student_id = $1`,
  },
  {
    name: 'guardians',
    ar: 'أولياء الأمور في السجل',
    en: 'Guardians of the record',
    sql: `select g.name, r.name as relation, g.job, g.phone, g.lives_with as "lives with the child", g.may_fetch as "may fetch",
        g.may_see as "may see", g.from_day as "from", g.until_day as "until", g.paper
      from guardians g join relation_types r on r.id = g.relation_id where g.student_id = $1 order by g.from_day, g.id`,
  },
  {
    name: 'seats',
    ar: 'الاشتراكات',
    en: 'Seats',
    sql: `select charged_on as charged, refunded_on as refunded from seats where student_id = $1 order by 1`,
  },
  {
    name: 'readings',
    ar: 'من اطّلع على السجل',
    en: 'Who read the record',
    sql: `select a.at, concat_ws(' ', u.first_name, u.last_name) as person, a.operation from audit_lines a
      left join users u on u.id = a.person_id
      where a.target_kind = 'student' and a.target_id = $1 and a.outcome = 'read' order by 1`,
  },
]

export type Row = Record<string, unknown>

export const rowsOfSection = async (client: pg.ClientBase, { sql }: Section, studentId: string): Promise<Row[]> =>
  (await client.query<{ row: Row }>(`select row_to_json(s) as row from (${sql}) s`, [studentId])).rows.map(
    ({ row }) => row,
  )

/** Every row that names the child, as it is stored, by its table. Pictures are files of their own. */
export async function storedRows(client: pg.ClientBase, studentId: string): Promise<Record<string, Row[]>> {
  const found: Record<string, Row[]> = {}
  const tables = [...tablesOfChild, ...tablesKept].map((name) => ({ name, column: 'student_id' }))
  for (const { name, column } of [{ name: 'students', column: 'id' }, ...tables]) {
    const { rows } = await client.query<{ row: Row }>(
      `select to_jsonb(t) - 'content' ||
         case when to_jsonb(t) -> 'is_draft' = 'true' then '{"total_result": null, "is_attend": null}' else '{}' end::jsonb as row
       from ${name} t where ${column} = $1`,
      [studentId],
    )
    found[name] = rows.map(({ row }) => row)
  }
  const { rows } = await client.query<{ row: Row }>(
    `select to_jsonb(f) as row from former_values f
     where (was ->> 'student_id' = $1 or table_name = 'students' and key ->> 'id' = $1)
       and was -> 'is_draft' is distinct from 'true' order by id`,
    [studentId],
  )
  return { ...found, former_values: rows.map(({ row }) => row) }
}

export const picturesOfChild = async (client: pg.ClientBase, studentId: string) =>
  (
    await client.query<{ name: string; content: Buffer }>('select name, content from media where student_id = $1', [
      studentId,
    ])
  ).rows

/** Pictures and files of announcements to the child's family and of the child's homework. */
export const filesOfChild = async (client: pg.ClientBase, studentId: string) =>
  (
    await client.query<{ id: string; kind: string; content: Buffer }>(
      `select a.id, a.kind, a.content from attachments a
       where exists (select from post_readers r where r.school_id = a.school_id and r.post_id = a.post_id and $1 = any (r.student_ids))
         or exists (select from student_homework r where r.school_id = a.school_id and r.homework_id = a.homework_id and r.student_id = $1 and r.removed_at is null)`,
      [studentId],
    )
  ).rows
