import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'

/** What each of these students owes; empty for a school that has not begun with fees. */
export async function owedByStudents(db: Db, schoolId: string, studentIds: readonly string[]) {
  const { rows } = await sql<{ studentId: string; owed: string; currency: string }>`
    select st.id as student_id, f.currency, round(coalesce((
      select sum(d.open) from fee_due_balances d where d.school_id = ${schoolId} and d.student_id = st.id), 0), fee_scale(f.currency))::text as owed
    from students st join fee_settings f on f.school_id = st.school_id
    where st.school_id = ${schoolId} and st.id = any (${[...studentIds]}::uuid[])`.execute(db)
  return new Map(rows.map(({ studentId, ...account }) => [studentId, account]))
}
