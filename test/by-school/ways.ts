/**
 * The number of ways in which statements still find the rows of a table without the school: by which columns, alone or in a
 * join. A table that is not listed is always found with its school. The numbers may only decrease.
 */
export const waysWithoutSchool = new Map(
  `attendance_marks 1, audit_lines 3, audit_origins 1, coin_entries 2, held_keys 1, payment_requests 4, payment_transactions 5, phone_changes 2,
  school_languages 1, school_members 1, user_permissions 3, user_roles 6`
    .split(/,\s*/)
    .map((one) => one.split(' ') as [string, string])
    .map(([table, ways]) => [table, Number(ways)]),
)
