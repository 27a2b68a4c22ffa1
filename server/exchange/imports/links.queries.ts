import { sql } from 'kysely'
import type { ImportKey } from './import-states.queries.ts'

/**
 * How many links to parents the rows of an import bring: one per student and phone number, even if several rows of the student contain it.
 */
export const countLinks = ({ schoolId, id: importId }: ImportKey) => sql<number>`(
  select count(*)::integer from (
    select distinct coalesce(r.student_id::text, r.row::text), phone
    from import_rows r cross join lateral unnest(r.new_phones) as phone
    where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome in ('add', 'change')) as brought)`
