import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import { countLinks } from '#server/exchange/imports/links.queries.ts'
import { costsCoin } from '#server/platform/payments/seats.queries.ts'
import { isDoubted } from './agreement.queries.ts'
import { existingCounted } from './existing.queries.ts'
import { isSimilar } from './similar.queries.ts'

/**
 * Counts what the rows will do, stores the counts with the import, and returns them as one text to compare. `today`: the school's current
 * day. Names that differ only in spelling count as one, as in matching, shown in the most frequent spelling.
 */
export async function countRows(db: Db, { schoolId, id: importId }: ImportKey, today: string): Promise<string> {
  const { rows } = await sql<{ counts: string }>`
    with counted as (
      select count(*) filter (where r.outcome = 'add')::integer as added,
        count(*) filter (where r.outcome = 'change')::integer as changed,
        count(*) filter (where r.outcome = 'same')::integer as same,
        count(*) filter (where r.outcome = 'problem')::integer as problems,
        count(*) filter (where r.outcome = 'leftOut')::integer as left_out,
        ${countLinks({ schoolId, id: importId })} as guardians,
        count(*) filter (where r.outcome = 'add' and i.kind = 'students' and coalesce(r.is_paid, i.is_paid)
          or r.outcome = 'change' and 'isPaid' = any (r.changes) and r.is_paid
            and ${costsCoin('r.student_id', { schoolId, today })})::integer as coins,
        count(*) filter (where ${isSimilar})::integer as similar_rows,
        count(*) filter (where r.outcome = 'problem' and ${isDoubted})::integer as doubted_rows,
        ${existingCounted}
      from import_rows r join imports i on i.school_id = r.school_id and i.id = r.import_id where r.school_id = ${schoolId} and r.import_id = ${importId}
    ), unknown as (
      select coalesce(jsonb_agg(jsonb_build_object('kind', kind, 'name', name, 'rows', rows, 'grade', grade,
          'several', several) order by rows desc, kind, name, grade), '[]')
        as names
      from (
        select kind, (array_agg(name order by rows desc, name))[1] as name, (array_agg(grade order by rows desc, grade))[1] as grade,
          sum(rows)::integer as rows, bool_or(several) as several
        from (
          select n ->> 'kind' as kind, n ->> 'name' as name, n ->> 'grade' as grade, count(*) as rows,
            bool_or((n ->> 'several')::boolean) is true as several
          from import_rows r cross join lateral jsonb_array_elements(r.unknown_names) as n
          where r.school_id = ${schoolId} and r.import_id = ${importId} and not r.left_out group by 1, 2, 3
        ) as spelt
        group by kind, fold(name), fold(grade) order by 4 desc limit 200
      ) as named
    )
    update imports i set added = c.added, changed = c.changed, same = c.same, problems = c.problems, left_out = c.left_out,
      guardians = c.guardians, coins = c.coins, similar_rows = c.similar_rows, doubted_rows = c.doubted_rows, unknown_names = u.names,
      renamed = c.renamed, moved = c.moved, guardians_changed = c.guardians_changed, corrected = c.corrected
    from counted c, unknown u where i.school_id = ${schoolId} and i.id = ${importId}
    returning jsonb_build_array(c.added, c.changed, c.same, c.problems, c.left_out, c.guardians, c.coins)::text as counts`.execute(
    db,
  )
  return rows[0]!.counts
}

/** Whether rows of an import change more than the parents of students. */
export async function changesStudents(db: Db, { schoolId, id: importId }: ImportKey) {
  const { rows } = await sql`
    select from import_rows
    where school_id = ${schoolId} and import_id = ${importId} and outcome = 'change' and not changes <@ '{guardian}' limit 1`.execute(
    db,
  )
  return rows.length > 0
}
