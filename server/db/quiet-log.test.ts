import { expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { withClient } from './client.ts'
import { connected } from './connected.ts'
import { quietLog, warnOfValues } from './quiet-log.ts'

const connection = await testDatabase()

/** What is said about a database with these settings. */
async function said(settings: Record<string, string>) {
  const sentences: string[] = []
  await withClient(connection, async (client) => {
    for (const [name, value] of Object.entries({ ...quietLog, ...settings }))
      await client.query('select set_config($1, $2, false)', [name, value])
    await warnOfValues(connected(client), (sentence) => sentences.push(sentence))
  })
  return sentences
}

test('a PostgreSQL whose log repeats values is named with the settings that prevent it', async () => {
  expect(await said({})).toEqual([])
  expect(await said({ log_error_verbosity: 'default', log_min_messages: 'warning' })).toEqual([
    'The log of PostgreSQL can repeat phone numbers and names of children. Set log_error_verbosity = terse (now default), log_min_messages = log (now warning).',
  ])
})
