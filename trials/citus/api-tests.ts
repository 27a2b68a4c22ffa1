import { spawn } from 'node:child_process'
import { once } from 'node:events'
import pg from 'pg'
import { ask, layGround } from '#test/harness/ground.ts'
import { leavingOut, whatIsLeftOut } from './left-out.ts'
import { distribute } from './tables.ts'

type Servers = {
  connection: (nth: number, database?: string) => pg.ClientConfig
  introduce: (database: string) => Promise<void>
  words: string[]
}

/**
 * The clock of the tests is called as it is: put into a statement, what it says of PostgreSQL's own clock would be read by the clock
 * of the tests once more on a worker.
 */
const clockAsItIs = `do $$ declare one record; begin
  for one in select p.oid::regprocedure as call from pg_proc p where p.pronamespace = 'test_clock'::regnamespace
  loop execute format('alter function %s set search_path = pg_catalog', one.call); end loop; end $$`

/**
 * Runs the API tests of the product, or those whose name contains one of the words, each file on a copy of a world that is spread over
 * the servers. Names what is left out, and answers how the tests ended.
 */
export async function apiTests({ connection, introduce, words }: Servers): Promise<number> {
  const url = (nth: number) => {
    const { host, port, user } = connection(nth)
    return { connectionString: `postgres://${user}@${host}:${port}/postgres` }
  }
  const all = [0, 1, 2].map(url)
  const [server, ...others] = all as [pg.ClientConfig, ...pg.ClientConfig[]]

  /** Citus watches a database by a connection of its own, and none with connections is copied. */
  const close = async (database: string) => {
    for (const one of all) {
      await ask(one, `alter database ${database} with allow_connections false`)
      await ask(one, `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${database}'`)
    }
  }
  const spread = async (database: string) => {
    for (const one of all) await ask(one, `alter database ${database} with allow_connections true`)
    const owner = new pg.Client(connection(0, database))
    owner.on('error', () => {})
    await owner.connect()
    await owner.query(clockAsItIs)
    const done = await distribute(owner).finally(() => owner.end())
    console.log(`${database}: ${done.spread} of ${done.tables} tables spread, ${done.copies.length} copied.`)
    for (const [why, what] of done.refusals) console.log(`  refused ${what.length}: ${why}`)
    await close(database)
  }

  const { ground } = await layGround({ server, others, stop: async () => {}, introduce, close, complete: spread })
  const files = words.length ? words : ['server/']
  const command = [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--config',
    'trials/citus/vitest.config.ts',
    '--retry=0',
    ...files,
    ...leavingOut,
  ]
  const run = spawn(process.execPath, command, {
    stdio: 'inherit',
    env: { ...process.env, TEST_GROUND: JSON.stringify(ground) },
  })
  const [code] = await once(run, 'close')
  const leftOut = whatIsLeftOut(files)
  console.log(`Left out of these files: ${leftOut.length}, each with its reason.`)
  for (const line of leftOut) console.log(`  ${line}`)
  return Number(code ?? 1)
}
