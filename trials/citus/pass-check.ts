import pg from 'pg'
import { requestAccount } from '#server/db/request-account.ts'
import { sign } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'

const transaction = `select concat_ws(':', initiator_node_identifier, transaction_number, extract(epoch from transaction_stamp)) as name
  from get_current_transaction_id()`
const seen = `select (select count(*)::integer from signing_keys) + (select count(*)::integer from students where school_id = $1) as rows`

/** What requests ask by themselves to act as the owner, without a function of the owner that lets them. */
const attempts = [
  'select owner_pass()',
  'do $$ declare pass text; begin pass := public.owner_pass(); end $$',
  `create function pg_temp.caller_of(hash bytea) returns text language plpgsql as
     $$ declare pass text; begin pass := public.owner_pass(); return pass; end $$; select pg_temp.caller_of('')`,
  'select key_in_memory(true)',
  'select rights_of_person(gen_random_uuid())',
]

/**
 * Tries to act as the owner in a spread database, as requests do that know no more than their account; answers what came of it. A pass
 * opens in its own transaction, at the coordinator and on the workers, what it opens in no other.
 */
export async function passesOf(connection: pg.ClientConfig): Promise<string> {
  const client = new pg.Client({ ...connection, user: requestAccount })
  await client.connect()
  const within = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
    await client.query('begin')
    return work().finally(() => client.query('rollback'))
  }
  const rowsWith = async (pass: string) => {
    await client.query(`set local "app.as_owner" = '${pass}'`)
    return (await client.query<{ rows: number }>(seen, [world.nile.id])).rows[0]!.rows
  }
  try {
    const refused: string[] = []
    for (const text of attempts)
      await within(() => client.query(text)).catch((problem: { code: string }) => refused.push(problem.code))
    const { pass, rows } = await within(async () => {
      await client.query('select from students where school_id = $1', [world.nile.id])
      const { name } = (await client.query<{ name: string }>(transaction)).rows[0]!
      const signature = sign(['as owner', name]).toString('hex')
      return { pass: signature, rows: await rowsWith(signature) }
    })
    const [again, invented] = [await within(() => rowsWith(pass)), await within(() => rowsWith('on'))]
    const denied = refused.filter((code) => code === '42501').length
    return `Acting as the owner: ${denied} of ${attempts.length} attempts refused; a pass shows ${rows} rows in its transaction, ${again} in another, an invented one ${invented}.`
  } finally {
    await client.end()
  }
}
