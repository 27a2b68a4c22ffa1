/**
 * In how many ways statements still come to the rows of a table without naming the school: by which columns, alone or joined.
 * A table that is not here is always named with its school. The numbers may only get smaller.
 */
export const waysWithoutSchool = new Map(
  `activities 4, attachments 1, attendance_marks 8, attendance_sheets 3, audit_lines 3, audit_origins 1, calendar_days 1,
  class_move_students 2, class_rooms 5, class_teacher_courses 4, coin_entries 2, courses 4, exams 6, excuses 1, former_values 1,
  grades 1, guardians 3, held_keys 1, homework 5, import_progress 1, import_rows 7, imports 6, note_readers 1, official_records 6,
  parent_invitations 3, parent_links 3, payment_requests 4, payment_transactions 6, phone_changes 2, promotion_students 1,
  record_fields 2, result_scheme_uses 1, school_languages 2, school_teacher_courses 1, school_teachers 1, school_year_months 2,
  school_years 2, seats 4, student_activities 6, student_classes 4, student_exams 7, student_exams_seen 2, student_health 3,
  student_homework 6, student_leavings 1, student_notes 4, student_parents 3, students 7, uncounted_registers 2,
  user_permissions 3, user_roles 6, usual_sets 1`
    .split(/,\s*/)
    .map((one) => one.split(' ') as [string, string])
    .map(([table, ways]) => [table, Number(ways)]),
)
