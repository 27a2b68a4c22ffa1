/**
 * The tables of a kind of class work: the work, one result row for each student, and the marks in it. `seen`: the results as
 * the caller may see them; a parent finds drafts without their marks.
 */
export const kinds = {
  exam: {
    works: 'exams',
    day: 'exam_date',
    results: 'student_exams',
    seen: 'student_exams_seen',
    key: 'exam_id',
    mark: 'total_result',
    tookPart: 'is_attend',
  },
  homework: {
    works: 'homework',
    day: 'assignment_date',
    results: 'student_homework',
    seen: 'student_homework',
    key: 'homework_id',
    mark: 'result',
    tookPart: 'is_delivered',
  },
  activity: {
    works: 'activities',
    day: 'activity_date',
    results: 'student_activities',
    seen: 'student_activities',
    key: 'activity_id',
    mark: 'result',
    tookPart: 'is_attend',
  },
} as const

export type WorkTable = keyof typeof kinds
