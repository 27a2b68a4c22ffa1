import { mkdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { passwordHash } from '#server/platform/identity/passwords.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { demoPassword } from '#test/world/world.ts'

/** The folder in which the data of the bench stay between runs. */
const folder = process.env.BENCH_DIR ?? fileURLToPath(new URL('../data/bench', import.meta.url))

export type Filled = { cluster: Cluster; connection: pg.ClientConfig; schools: number; postgres: string }

/** Only this number of schools have a term of registers and exams. The others have little data, or the disk would be full. */
const fullSchools = 100

/** Starts the database of the bench, with at least this number of schools. */
export async function filled(schools: number): Promise<Filled> {
  mkdirSync(folder, { recursive: true })
  const cluster = await startCluster({ dataDir: folder })
  try {
    const connection = cluster.connection('postgres')
    await migrate(connection)
    await acceptSignatures(connection, secretsOf(Buffer.from('the key of the bench')), { besides: true })
    return await withClient(connection, async (client) => {
      const there = await countSchools(client)
      for (let first = there + 1; first <= schools; first += 10) await fill(client, first, Math.min(first + 9, schools))
      if (there < schools) await client.query('vacuum analyze')
      await alone(client, announcements)
      await alone(client, fees)
      await alone(client, remarks, { 'bench.scheme': JSON.stringify(scheme) })
      await alone(client, week)
      await client.query('update sessions set created_at = now(), last_used_at = now()')
      const { rows } = await client.query<{ server_version: string }>('show server_version')
      return { cluster, connection, schools: Math.max(there, schools), postgres: rows[0]!.server_version }
    })
  } catch (problem) {
    await cluster.stop()
    throw problem
  }
}

/** The number of events that the inbox still has to deliver. */
export const waitingEvents = async (client: pg.Client) =>
  (
    await client.query<{ count: number }>(
      `select count(*)::integer as count from outbox
       where delivered_at is null and given_up_at is null and event not in ('code', 'password set', 'notice', 'invitation by SMS')`,
    )
  ).rows[0]!.count

const countSchools = async (client: pg.Client) =>
  (await client.query<{ count: number }>('select count(*)::integer as count from schools')).rows[0]!.count

const script = (name: string) => readFileSync(new URL(name, import.meta.url), 'utf8')
const ids = script('ids.sql')
const rows = script('data.sql')
const announcements = script('posts.sql')
const fees = script('fees.sql')
const remarks = script('remarks.sql')
const week = script('week.sql')

/** As a school saves it: typed marks, and the exams of the term. */
const { parts, bands, rounding, secondRoundCap, gracePerCourse, graceInAll } = schemeDraft('')
const scheme = {
  parts: parts.map((part, nth) => ({
    id: `00000029-0000-7000-8000-00000000000${nth}`,
    month: null,
    word: null,
    best: part.source === 'exams' ? 6 : null,
    perAbsence: null,
    perLate: null,
    minimum: null,
    ...part,
  })),
  bands,
  rounding,
  secondRoundCap,
  gracePerCourse,
  graceInAll,
}

/** Without checks and triggers, because the rows are valid by the way they are generated. */
async function alone(client: pg.Client, statements: string, settings: Record<string, unknown> = {}) {
  await client.query('begin')
  for (const [name, value] of Object.entries({ session_replication_role: 'replica', ...settings }))
    await client.query('select set_config($1, $2, true)', [name, String(value)])
  await client.query(ids + statements)
  await client.query('commit')
}

async function fill(client: pg.Client, first: number, last: number) {
  const isFull = first <= fullSchools
  const settings = {
    'bench.first': first,
    'bench.last': last,
    'bench.days': isFull ? 60 : 3,
    'bench.exams': isFull ? 30 : 2,
    'bench.password': await passwordHash(demoPassword),
    'bench.manager': builtInRoles.schoolManager.id,
    'bench.teacher': builtInRoles.schoolTeacher.id,
    'bench.supervisor': builtInRoles.schoolSupervisor.id,
  }
  await alone(client, rows, settings)
  console.log(`schools ${first} to ${last}`)
}
