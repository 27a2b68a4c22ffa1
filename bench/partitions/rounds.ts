import pg from 'pg'
import { median, timed } from './asking.ts'
import type { Job } from './jobs.ts'

/** Medians in ms by form and job, of each round or of all rounds. */
export type Times = Record<string, Record<string, number[]>>

export type Asking = {
  connection: pg.ClientConfig
  forms: readonly string[]
  jobs: readonly Job[]
  /** The number of different schools, classes and pupils of a job in a round, for each connection. */
  keys: number
  /** Whether PostgreSQL plans a prepared statement only once, for all values. Otherwise it decides that itself. */
  plannedOnce?: boolean
}

const several = 4

const connected = async ({ connection, plannedOnce = false }: Asking, form: string) => {
  const client = new pg.Client(connection)
  // If a statement fails, the server is stopped. The errors that follow would hide the reason.
  client.on('error', () => {})
  await client.connect()
  await client.query(`set search_path = ${form}, public`)
  if (plannedOnce) await client.query('set plan_cache_mode = force_generic_plan')
  return client
}

/**
 * The forms alternate within a round; the first form of a round is the last one of the next. The rows have been read before.
 */
export async function warmRounds(asking: Asking, rounds: number) {
  const { forms, jobs, keys } = asking
  const [one, many]: [Times, Times] = [{}, {}]
  const clients = new Map<string, pg.Client[]>()
  for (const form of forms)
    clients.set(form, await Promise.all(Array.from({ length: several }, () => connected(asking, form))))
  // A save changes rows, so each connection has its own keys.
  const ask = async (form: string, job: Job, at: number) => {
    const times: number[] = []
    for (let key = 1; key <= keys; key++)
      times.push(await timed(clients.get(form)![at]!, job.name, await job.ask(1000 * at + key, form)))
    return times
  }
  for (let round = 0; round <= rounds; round++) {
    const inTurn = round % 2 ? forms : forms.toReversed()
    for (const job of jobs)
      for (const form of inTurn) {
        const alone = await ask(form, job, 0)
        const together = await Promise.all(Array.from({ length: several }, (_, at) => ask(form, job, at)))
        if (round === 0) continue
        ;((one[form] ??= {})[job.name] ??= []).push(median(alone))
        ;((many[form] ??= {})[job.name] ??= []).push(median(together.flat()))
      }
  }
  const planned: Record<string, string> = {}
  for (const [form, [first]] of clients) planned[form] = await plansOf(first!, jobs)
  for (const client of [...clients.values()].flat()) await client.end()
  return { one, many, planned }
}

/** The statements for which PostgreSQL makes a new plan at every call. */
async function plansOf(client: pg.Client, jobs: readonly Job[]) {
  const { rows } = await client.query<{ name: string }>(
    'select name from pg_prepared_statements where custom_plans > generic_plans and name = any ($1) order by name',
    [jobs.map(({ name }) => name)],
  )
  return rows.map(({ name }) => name).join('; ') || 'none'
}

/**
 * After the caches were dropped: every key is read for the first time. Each form has its own keys, on a connection that has
 * already prepared the statement.
 */
export async function coldRound(asking: Asking, round: number) {
  const { forms, jobs, keys } = asking
  const cold: Times = {}
  for (const [nth, form] of (round % 2 ? forms : forms.toReversed()).entries()) {
    const client = await connected(asking, form)
    for (const [at, job] of jobs.entries()) {
      const from = 1_000_000 + ((round * 10 + nth) * 100 + at) * 1000
      for (let key = 0; key < 8; key++) await timed(client, job.name, await job.ask(7 + (key % 2), form))
      const times: number[] = []
      for (let key = 0; key < keys; key++) times.push(await timed(client, job.name, await job.ask(from + key, form)))
      ;((cold[form] ??= {})[job.name] ??= []).push(median(times))
    }
    await client.end()
  }
  return cold
}

/** A line for each job and a column for each form: the median of the rounds, and the lowest and highest of them. */
export function table(title: string, times: Times) {
  const forms = Object.keys(times)
  const jobs = Object.keys(times[forms[0]!]!)
  const cell = (of: number[] | undefined) =>
    of ? `${median(of).toFixed(2)} (${Math.min(...of).toFixed(2)}–${Math.max(...of).toFixed(2)})` : ''
  console.log(
    [
      '',
      `| ${title}, ms | ${forms.join(' | ')} |`,
      `|---|${forms.map(() => '---|').join('')}`,
      ...jobs.map((job) => `| ${job} | ${forms.map((form) => cell(times[form]![job])).join(' | ')} |`),
    ].join('\n'),
  )
}

export function merged(into: Times, more: Times) {
  for (const [form, jobs] of Object.entries(more))
    for (const [job, found] of Object.entries(jobs)) ((into[form] ??= {})[job] ??= []).push(...found)
}
