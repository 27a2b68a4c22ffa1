import type { ChildSection } from './child-marks.queries.ts'

/** The attendance of a child: by day, and by lesson where it was taken so. */
export const sectionsOfAttendance: readonly ChildSection[] = [
  {
    name: 'attendance',
    ar: 'الحضور',
    en: 'Attendance',
    sql: `select date, state, minutes_late, left_at, origin, note from attendance_marks where student_id = any ($1::uuid[]) order by 1`,
  },
  {
    name: 'lessons',
    ar: 'حضور الحصص',
    en: 'Attendance by lesson',
    sql: `select day, number, state, minutes_late, left_at, note from lesson_marks where student_id = any ($1::uuid[]) order by 1, 2`,
  },
  {
    name: 'lesson-gaps',
    ar: 'حصص غاب عنها بعد حضوره',
    en: 'Lessons missed on a day at school',
    sql: `select day, number, outcome from lesson_gaps where student_id = any ($1::uuid[]) order by 1, 2`,
  },
  {
    name: 'elsewhere',
    ar: 'في مهام المدرسة أثناء الحصص',
    en: "On the school's business during lessons",
    sql: `select day, from_number, to_number, name from students_elsewhere where student_id = any ($1::uuid[]) order by 1, 2`,
  },
]
