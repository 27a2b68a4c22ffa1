import { sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'

export type SetupCounts = Record<
  'languages' | 'grades' | 'classes' | 'year' | 'courses' | 'teachers' | 'invitedTeachers' | 'students' | 'parents',
  number
>

/**
 * The number of rows of each kind that a school needs before its first register. For months, only those of the active year are
 * counted.
 */
export const setupOf = fixed(
  (schoolId: string) => sql<SetupCounts>`
    select
      (select count(*) from school_languages where school_id = ${schoolId} and removed_at is null)::integer as languages,
      (select count(*) from grades where school_id = ${schoolId})::integer as grades,
      (select count(*) from class_rooms where school_id = ${schoolId} and active)::integer as classes,
      (select count(*) from school_year_months m join school_years y on y.school_id = m.school_id and y.id = m.school_year_id and y.active
        where m.school_id = ${schoolId})::integer as year,
      (select count(*) from courses where school_id = ${schoolId})::integer as courses,
      (select count(*) from school_teachers where school_id = ${schoolId})::integer as teachers,
      (select count(*) from staff_invitations
        where school_id = ${schoolId} and role_id is null and taken_at is null and removed_at is null)::integer as "invitedTeachers",
      (select count(*) from students where school_id = ${schoolId} and active)::integer as students,
      (select count(*) from parent_links where school_id = ${schoolId})::integer
        + (select count(*) from parent_invitations
           where school_id = ${schoolId} and accepted_at is null and removed_at is null)::integer as parents`,
)
