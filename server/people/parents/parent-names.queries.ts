import { type RawBuilder, sql } from 'kysely'
import { fullName } from '#server/db/search.ts'

/**
 * The name of person `u` as the parent of link `sp`. Until the person has a name, it is the name of the guardian in the
 * official record. Null if there is no name. `schoolId`: the school of the link.
 */
export const parentNameIn = (schoolId: string): RawBuilder<string | null> => sql<string | null>`
  coalesce(nullif(case when ${isUnanswered(schoolId)} then concat_ws(' ', u.first_name, u.last_name) else ${fullName('u')} end, ''), (
    select g.name from student_parents l join guardians g on g.school_id = l.school_id and g.id = l.guardian_id
    where l.school_id = ${schoolId} and l.id = sp.id))`

/** Whether the school of link `sp` named the person by an id alone and they have not answered: their number and picture stay theirs. */
export const isUnanswered = (schoolId: string): RawBuilder<boolean> => sql<boolean>`
  (exists (select from student_parents l where l.school_id = ${schoolId} and l.id = sp.id and l.named_by_id)
    and not has_answered(${schoolId}, sp.parent_id))`

/** The phone number of person `u` as the parent of link `sp`, if the school may know it. */
export const parentPhoneIn = (schoolId: string): RawBuilder<string | null> => sql<string | null>`
  (case when not ${isUnanswered(schoolId)} then u.phone_number end)`
