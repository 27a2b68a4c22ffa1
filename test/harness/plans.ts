import type pg from 'pg'
import { type BatchedStatement, batches } from '#server/db/batch.ts'
import { withClient } from '#server/db/client.ts'
import { asRequests } from './database.ts'
import { signedSettings } from './ground.ts'

/** The statements about a table that a piece of work asks. */
export async function askedAbout(table: string, work: () => Promise<unknown>): Promise<BatchedStatement[]> {
  const all: BatchedStatement[] = []
  const { ask } = batches
  batches.ask = function (asked) {
    if (asked.text.includes(table)) all.push(asked)
    return ask.call(this, asked)
  }
  await work().finally(() => (batches.ask = ask))
  return all
}

/** The plan of a statement for a call in a school. */
export const planInSchool = (connection: pg.ClientConfig, schools: string, { text, values }: BatchedStatement) =>
  withClient(asRequests(connection), async (client) => {
    await client.query('begin')
    for (const setting of Object.entries(signedSettings({ schools })))
      await client.query('select set_config($1, $2, true)', setting)
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain (costs off) ${text}`, values)
    return rows.map((row) => row['QUERY PLAN']).join('\n')
  })
