/**
 * In how many ways statements still come to the rows of a table without naming the school: by which columns, alone or joined.
 * A table that is not here is always named with its school. The numbers may only get smaller.
 */
export const waysWithoutSchool = new Map(
  `attendance_marks 1, attendance_sheets 1, audit_lines 3, audit_origins 1, class_rooms 3, class_teacher_courses 2,
  coin_entries 2, former_values 1, guardians 2, held_keys 1, import_progress 1, import_rows 7, imports 6, official_records 6,
  parent_invitations 2, payment_requests 4, payment_transactions 6, phone_changes 2, promotion_students 1, record_fields 2,
  result_scheme_uses 1, school_languages 2, school_teacher_courses 1, school_teachers 1, seats 1, student_classes 1,
  student_exams 1, student_health 3, student_parents 2, students 3, user_permissions 3, user_roles 6, usual_sets 1`
    .split(/,\s*/)
    .map((one) => one.split(' ') as [string, string])
    .map(([table, ways]) => [table, Number(ways)]),
)
