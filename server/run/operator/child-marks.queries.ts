export type ChildSection = { name: string; ar: string; en: string; sql: string }

const work = (kind: string, works: string, results: string, date: string, result: string, done: string) =>
  `select w.${date} as date, c.name as course, w.details, r.${result} as mark, w.rate as "of", r.${done} as "${kind}", r.removed_at as removed
   from ${results} r join ${works} w on w.school_id = r.school_id and w.id = r.${works === 'homework' ? 'homework' : works.replace(/ies$/, 'y').replace(/s$/, '')}_id
   left join courses c on c.school_id = w.school_id and c.id = w.course_id where r.student_id = any ($1::uuid[]) order by 1`

/** The school has not published a draft of a mark yet, so the family gets it only after that. */
const marksPublished = `(select school_id, exam_id, student_id, removed_at, case when not is_draft then total_result end as total_result,
    case when not is_draft then is_attend end as is_attend from student_exams)`

/** What a child did in exams, homework and activities, and the results. */
export const sectionsOfMarks: readonly ChildSection[] = [
  {
    name: 'exams',
    ar: 'الامتحانات',
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
      join courses c on c.school_id = m.school_id and c.id = m.course_id left join users u on u.id = m.marked_by where m.student_id = any ($1::uuid[]) order by 8`,
  },
  {
    name: 'exam seats',
    ar: 'أرقام الجلوس',
    en: 'Seats in exams',
    sql: `select y.name as year, g.name as grade, p.committees -> (s.committee - 1) ->> 'name' as committee, s.seat_number as seat,
        p.created_at as assigned, p.undone_at as undone
      from exam_seats s join exam_seat_plans p on p.school_id = s.school_id and p.id = s.plan_id
      join school_years y on y.school_id = p.school_id and y.id = p.school_year_id join grades g on g.school_id = p.school_id and g.id = p.grade_id
      where s.student_id = any ($1::uuid[]) order by p.created_at`,
  },
  {
    name: 'grace marks',
    ar: 'درجات الرأفة',
    en: 'Grace marks',
    sql: `select t.name as term, c.name as course, g.points, concat_ws(' ', u.first_name, u.last_name) as by, g.confirmed_at as at
      from grace_marks g join terms t on t.school_id = g.school_id and t.id = g.term_id
      join courses c on c.school_id = g.school_id and c.id = g.course_id left join users u on u.id = g.confirmed_by where g.student_id = any ($1::uuid[]) order by 5`,
  },
  {
    name: 'remarks',
    ar: 'ملاحظات شهادة الدرجات',
    en: 'Remarks on report cards',
    sql: `select t.name as term, c.name as course, m.language, m.body as remark, m.state, m.asked as "asked to change",
        concat_ws(' ', u.first_name, u.last_name) as by, m.modified_at as at
      from remarks m join terms t on t.school_id = m.school_id and t.id = m.term_id
      left join courses c on c.school_id = m.school_id and c.id = m.course_id left join users u on u.id = m.author_id
      where m.student_id = any ($1::uuid[]) order by 8`,
  },
  {
    name: 'term results',
    ar: 'نتائج الفصول الدراسية',
    en: 'Results of terms',
    sql: `select t.name as term, k.issue, c.name as course, r.total, r.full_mark as "of", r.percent, r.band ->> 'name' as band, r.state,
        r.passed, r.rank, r.round, r.remarks, k.closed_at as closed, k.reopen_reason as "reopened because"
      from term_results r join term_closings k on k.school_id = r.school_id and k.id = r.closing_id
      join terms t on t.school_id = k.school_id and t.id = k.term_id left join courses c on c.school_id = r.school_id and c.id = r.course_id
      where r.student_id = any ($1::uuid[]) order by k.closed_at, c.name nulls last`,
  },
  {
    name: 'brought marks',
    ar: 'درجات منقولة من نظام آخر',
    en: 'Marks brought from another system',
    sql: `select b.year_name as year, b.term_name as term, b.course_name as course, b.mark, b.full_mark as "of", b.percent, b.word,
        b.file_name as file, b.brought_on as brought, concat_ws(' ', u.first_name, u.last_name) as by
      from brought_marks b left join users u on u.id = b.brought_by where b.student_id = any ($1::uuid[])
      order by b.year_key, b.term_key, b.course_name is null, b.position`,
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
]
