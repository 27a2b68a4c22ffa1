import { type RawBuilder, sql } from 'kysely'
import { fullName } from '#server/db/search.ts'

/**
 * The name of person `u` as the parent of link `sp`. Until the person has a name, it is the name of the guardian in the
 * official record. Null if there is no name. `schoolId`: the school of the link.
 */
export const parentNameIn = (schoolId: string): RawBuilder<string | null> => sql<string | null>`
  coalesce(nullif(${fullName('u')}, ''), (
    select g.name from student_parents l join guardians g on g.school_id = l.school_id and g.id = l.guardian_id
    where l.school_id = ${schoolId} and l.id = sp.id))`
