import { expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { emptyDatabase } from '#test/database.ts'

const connection = await emptyDatabase()

test('a connection that is lost fails the work on it, and not the process', async () => {
  const work = withClient(connection, async (client) => {
    const gone = new Promise((end) => client.once('end', () => end(null)))
    const { rows } = await client.query('select pg_backend_pid() as pid')
    await withClient(connection, (other) => other.query('select pg_terminate_backend($1)', [rows[0].pid]))
    await gone
    return client.query('select 1')
  })
  await expect(work).rejects.toThrow()
})
