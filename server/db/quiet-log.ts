import { sql } from 'kysely'
import type { Db } from './db.ts'

/**
 * With these settings PostgreSQL's own log repeats nothing of what stands in rows and requests: errors quote values, such as a phone number
 * that is already taken, and so do statements and parameters. The application logs failures itself.
 */
export const quietLog = {
  log_statement: 'none',
  log_min_messages: 'log',
  log_min_error_statement: 'panic',
  log_min_duration_statement: '-1',
  log_error_verbosity: 'terse',
  log_parameter_max_length: '0',
  log_parameter_max_length_on_error: '0',
}

/** Says once which settings of a PostgreSQL that is not ours let its log repeat values; an account of requests cannot change them. */
export async function warnOfValues(db: Db, say: (sentence: string) => void) {
  const { rows } = await sql<{ name: string; setting: string }>`
    select name, setting from pg_settings where name = any (${Object.keys(quietLog)}) order by name`.execute(db)
  const others = rows.filter(({ name, setting }) => setting !== quietLog[name as keyof typeof quietLog])
  if (others.length === 0) return
  const named = others.map(
    ({ name, setting }) => `${name} = ${quietLog[name as keyof typeof quietLog]} (now ${setting})`,
  )
  say(`The log of PostgreSQL can repeat phone numbers and names of children. Set ${named.join(', ')}.`)
}
