import type pg from 'pg'
import type { Tables } from './tables.ts'

/** The rows the oracle decides by, as plain data, read once as the owner. Days are 'YYYY-MM-DD', instants ISO text. */
export type Graph = { [Table in keyof Tables]: Tables[Table][] } & { today: Record<string, string> }

const tables: (keyof Tables)[] = [
  ...([
    'users',
    'sessions',
    'schools',
    'school_types',
    'coin_types',
    'payment_types',
    'coin_entries',
    'payment_requests',
    'payment_transactions',
    'languages',
    'relation_types',
  ] as const),
  ...(['school_contact_types', 'school_contacts', 'roles', 'permissions', 'role_permissions', 'user_roles'] as const),
  ...(['user_permissions', 'grades', 'class_rooms', 'school_teachers', 'class_teacher_courses', 'students'] as const),
  ...(['school_languages', 'courses', 'school_teacher_courses', 'school_years', 'school_year_months'] as const),
  ...(['exams', 'student_exams', 'student_notes', 'rate_headers'] as const),
  ...(['homework', 'student_homework', 'activities', 'student_activities'] as const),
  ...(['seats', 'parent_invitations', 'imports', 'import_rows', 'inbox_items', 'push_subscriptions'] as const),
  ...(['student_classes', 'student_parents', 'attendance_sheets', 'attendance_marks'] as const),
]

export async function graphOf(owner: pg.Client): Promise<Graph> {
  const graph: Record<string, unknown> = {}
  for (const table of tables) {
    const { rows } = await owner.query(`select to_jsonb(t) as row from ${table} t`)
    graph[table] = rows.map(({ row }) => withInstants(row))
  }
  const { rows } = await owner.query(`select id, (now() at time zone time_zone)::date::text as today from schools`)
  graph.today = Object.fromEntries(rows.map(({ id, today }) => [id, today]))
  return graph as Graph
}

/** JSON of the database writes instants with an offset and microseconds; the product in UTC with milliseconds. */
function withInstants(row: Record<string, unknown>) {
  for (const column of [
    'created_at',
    'modified_at',
    'support_until',
    'requested_at',
    'ended_at',
    'removed_at',
    'at',
    'read_at',
  ])
    if (typeof row[column] === 'string') row[column] = new Date(row[column]).toISOString()
  return row
}
