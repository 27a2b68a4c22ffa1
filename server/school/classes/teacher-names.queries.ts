import { type RawBuilder, sql } from 'kysely'
import { fullName } from '#server/db/search.ts'

/** First and last name of person `of`. A school knows nothing else about a teacher before they agree (decision 035). */
const invitedName = (of: string) => {
  const part = (column: string) => sql`nullif(${sql.ref(`${of}.${column}`)}, '')`
  return sql<string>`concat_ws(' ', ${part('first_name')}, ${part('last_name')})`
}

/** The name of teacher `u` with link `t`, as the school knows it. */
export const teacherName = sql<string>`
  case when t.accepted_at is not null then ${fullName('u')} else ${invitedName('u')} end`

/** Joins the link of person `of` as a teacher of the school, for `nameAtSchool`. */
export const askedToTeach = (schoolId: string, of: string): RawBuilder<unknown> => sql`
  left join school_teachers asked on asked.school_id = ${schoolId} and asked.teacher_id = ${sql.ref(`${of}.id`)}`

/**
 * The name of person `of` as the school knows it, by the link `asked`. A person without a link is at the school for another
 * reason.
 */
export const nameAtSchool = (of: string): RawBuilder<string> => sql<string>`
  case when asked.teacher_id is not null and asked.accepted_at is null then ${invitedName(of)} else ${fullName(of)} end`

/** The name of the person whose id stands in a column, as the school knows it. */
export const nameAtSchoolOf = (schoolId: string, id: string): RawBuilder<string | null> => sql<string | null>`(
  select ${nameAtSchool('u')} from users u ${askedToTeach(schoolId, 'u')} where u.id = ${sql.ref(id)})`
