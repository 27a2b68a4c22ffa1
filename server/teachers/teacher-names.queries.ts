import { sql } from 'kysely'
import { fullName } from '#server/db/search.ts'

/** The name of teacher `u` by link `t` as the school knows it: until they agreed, first and last name (decision 035). */
export const teacherName = sql<string>`
  case when t.accepted_at is not null then ${fullName('u')}
    else concat_ws(' ', nullif(u.first_name, ''), nullif(u.last_name, '')) end`
