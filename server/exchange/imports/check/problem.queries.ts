import { sql } from 'kysely'

/** One entry of the list of problems, or null. */
export const problem = (when: ReturnType<typeof sql>, reason: ReturnType<typeof sql>, position: number | null) => sql`
  case when ${when} then jsonb_build_object('position', ${position}::integer, 'reason', ${reason}) end`
