import type pg from 'pg'
import type { Operation } from '#contract/language/operation.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { sqlIn } from './database.ts'

/** Reads, as the owner, what calls left in the database of a test; also gives rights without the product. */
export function tracesIn(connection: pg.ClientConfig) {
  const sql = sqlIn(connection)

  return {
    sql,
    giveKey: (person: { id: string }, key: Permission, school: { id: string } | null) =>
      sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [
        person.id,
        permissionId(key),
        school?.id ?? null,
      ]),
    /** The audit lines of an operation, in order. */
    audited: ({ path }: Operation) =>
      sql(
        `select person_id, school_id, target_kind, target_id from audit_lines
         where operation = $1 and outcome = 'done' order by id`,
        [path],
      ),
    /** The published events of one kind, in order. */
    published: (event: string) =>
      sql('select school_id, actor_id, payload from outbox where event = $1 order by id', [event]),
    /** Every row of some tables as one value, which stays equal as long as none of them changes. */
    rowsOf: (...tables: string[]) =>
      Promise.all(
        tables.map(
          async (table) => (await sql(`select md5(string_agg(t::text, '' order by t)) as sum from ${table} t`))[0].sum,
        ),
      ),
  }
}

/** The refusal with which a call rejects. */
export const refused = (status: number, sentence: string) => ({ status, message: sentence })

export const notFound = refused(404, 'Not found')
export const notAllowed = refused(403, 'You are not allowed to do this')
