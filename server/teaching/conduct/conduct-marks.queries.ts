import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

type Span = { schoolId: string; from: string; to: string }

export type MarkOfConduct = {
  studentId: string
  mark: number
  fullMark: number
  merits: number
  breaches: number
}

/**
 * The conduct marks of students within these days, as the results of a term use them, with two decimal places. Empty if the
 * school has no such mark.
 */
export const conductMarks = ({ schoolId, from, to }: Span, studentIds: readonly string[]) =>
  sql<MarkOfConduct>`
    select student_id, mark, full_mark, merits, breaches
    from conduct_marks(${schoolId}, ${[...studentIds]}::uuid[], ${from}, ${to})`

type MarkOfTerm = Omit<MarkOfConduct, 'studentId'> & { termId: string; termName: string | null }

/** The marks of a student in the terms of the current year that have begun; if the year has no terms, in the year. */
export async function marksOfStudent(db: Db, schoolId: string, studentId: string, today: string) {
  const { rows } = await sql<MarkOfTerm>`
    select p.id as term_id, t.name as term_name, m.mark, m.full_mark, m.merits, m.breaches
    from absence_periods(${schoolId}) p
    left join terms t on t.school_id = ${schoolId} and t.id = p.id
    cross join lateral conduct_marks(${schoolId}, array[${studentId}::uuid], p.first_day, p.last_day) m
    where p.kind = 'term' and p.first_day <= ${today}
    order by p.first_day`.execute(db)
  return rows
}
