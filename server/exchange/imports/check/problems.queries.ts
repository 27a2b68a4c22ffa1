import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'

/** A kind of problem, for counting: a number or name that differs from row to row is replaced by {n}. */
export type ProblemKind = { reason: string; position?: number | null | undefined }

const reasonKind = sql`regexp_replace(p ->> 'reason', '(?<=row )\\d+$|(?<=in the record of |this number can be ).*$', '{n}')`

export const hasProblem = ({ reason, position }: ProblemKind) => sql<boolean>`exists (
  select from jsonb_array_elements(problems) as p
  where ${reasonKind} = ${reason} and (p ->> 'position')::integer is not distinct from ${position ?? null}::integer)`

/** Counts the kinds of problems of an import's rows and stores them with it. */
export const countProblemKinds = (db: Db, { schoolId, id: importId }: ImportKey) =>
  sql`
  update imports set problem_kinds = (
    select coalesce(jsonb_agg(to_jsonb(k) order by k.rows desc, k.reason, k.position), '[]') from (
      select ${reasonKind} as reason, (p ->> 'position')::integer as position, count(*) as rows
      from import_rows r cross join lateral jsonb_array_elements(r.problems) as p
      where r.school_id = ${schoolId} and r.import_id = ${importId} and r.outcome = 'problem' group by 1, 2 order by 3 desc limit 100
    ) as k)
  where school_id = ${schoolId} and id = ${importId}`.execute(db)
