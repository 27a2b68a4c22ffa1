import pg from 'pg'
import { hash } from '@node-rs/argon2'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { today } from '#test/world/clock.ts'
import type { Plan } from '#test/access/plan.ts'
import { ask, testKey } from '#test/harness/ground.ts'
import { demoPassword, loadDemo } from '#test/world/world.ts'
import { apiTests } from './api-tests.ts'
import { callsOn, type Outcome, type Sent } from './calls.ts'
import { programs, startCluster } from './cluster.ts'
import { passesOf } from './pass-check.ts'
import { distribute } from './tables.ts'

// Runs Kashkool on Citus, with a coordinator and two workers on this machine, and counts how much of the schema and of the calls can
// be distributed (README.md). `node --import tsx trials/citus/run.ts routes` makes no calls and prints the statements that go to more than one
// worker or are refused; `node --import tsx trials/citus/run.ts api` runs the API tests there, or those whose name contains a further word.

if (!programs) {
  console.log(
    'Skipped: no PostgreSQL with Citus is installed here; its README says how to build one (CITUS_PROGRAMS names it).',
  )
  process.exit(0)
}

const [part, ...words] = process.argv.slice(2)
const routesOnly = part === 'routes'
const { connection, introduce, stop } = await startCluster()
const owner = new pg.Client(connection(0))
// A statement may crash the coordinator; then the calls that fail with it are counted.
owner.on('error', () => {})

async function run() {
  const calls = await callsOn(connection(0), owner)
  console.log(`${calls.plans.length} calls of ${operationsOf(calls.plans).size} operations.`)
  const before = await calls.outcomes()
  const statements = [...calls.sent.values()]
  console.log(`On one PostgreSQL: ${answered(before)} answered; ${statements.length} statements.`)

  const done = await distribute(owner)
  console.log(
    `Spread by school: ${done.spread} of ${done.tables} tables; copied to every server: ${done.copies.join(' ')}.`,
  )
  console.log(
    `Changed for it: ${done.keys} keys, ${done.policies.changed} policies, ${done.functions} functions, ${done.views} views, ${done.triggers} triggers; left out: ${done.policies.dropped.join(' ') || 'none'}.`,
  )
  console.log(`References between tables: ${done.restored} of ${done.references}.`)
  for (const [words, what] of done.refusals)
    console.log(`  refused ${what.length}: ${words} (${what.slice(0, 6).join(' ')})`)

  console.log(await passesOf(connection(0)))
  await showRouting(statements, calls.plans)
  if (!routesOnly) {
    calls.carrySettings()
    const after = await calls.outcomes()
    showCalls(
      before,
      after,
      calls.plans.map(({ operation }) => operation.path),
    )
  }
  await calls.close()
}

const operationsOf = (plans: readonly Plan[]) => new Set(plans.map(({ operation }) => operation.path))

const answered = (all: Outcome[]) => all.filter(({ status }) => status === 200).length

type Route = 'one worker' | 'the coordinator alone' | 'several workers' | 'refused'

/** Where Citus sends each statement, by its own EXPLAIN for the values that the product sent. */
async function showRouting(statements: Sent[], plans: Plan[]) {
  await owner.query('set citus.explain_all_tasks = off; set statement_timeout = 20000')
  const refusals = new Map<string, number>()
  const worst = new Map<Plan | string, Route>()
  const counts = new Map<Route, number>()
  for (const { text, values, calls } of statements) {
    const { route, why } = await routeOf(text, values)
    if (route === 'refused') refusals.set(why, (refusals.get(why) ?? 0) + 1)
    if (routesOnly && (route === 'refused' || route === 'several workers'))
      console.log(`\n${route} (${calls.size} calls of ${[...operationsOf([...calls])].join(' ')}) ${why}\n${text}`)
    counts.set(route, (counts.get(route) ?? 0) + 1)
    for (const call of calls)
      for (const one of [call, call.operation.path]) worst.set(one, worse(worst.get(one), route))
  }
  for (const [route, count] of counts) console.log(`Statements, ${route}: ${count} of ${statements.length}`)
  for (const route of order) {
    const many = (all: readonly (Plan | string)[]) => all.filter((one) => worst.get(one) === route).length
    const operations = [...operationsOf(plans)]
    console.log(`Operations, ${route} at worst: ${many(operations)} of ${operations.length}`)
    console.log(`Calls, ${route} at worst: ${many(plans)} of ${plans.length}`)
  }
  for (const [words, count] of [...refusals].toSorted((a, b) => b[1] - a[1])) console.log(`  ${count}: ${words}`)
}

const order: Route[] = ['the coordinator alone', 'one worker', 'several workers', 'refused']
const worse = (one: Route | undefined, other: Route): Route =>
  one && order.indexOf(one) > order.indexOf(other) ? one : other

async function routeOf(text: string, values: unknown[]): Promise<{ route: Route; why: string }> {
  await owner.query('begin')
  try {
    const { rows } = await owner.query<Record<string, string>>(`explain (costs off) ${text}`, values)
    const plan = rows.map((row) => row['QUERY PLAN']!).join('\n')
    const tasks = [...plan.matchAll(/Task Count: (\d+)/g)].map(([, count]) => Number(count))
    if (tasks.length === 0) return { route: 'the coordinator alone', why: '' }
    if (tasks.length === 1 && tasks[0] === 1) return { route: 'one worker', why: '' }
    return { route: 'several workers', why: `tasks: ${tasks.join(' ')}` }
  } catch (problem) {
    return { route: 'refused', why: (problem as Error).message.replaceAll(/"[^"]*"/g, '…').slice(0, 140) }
  } finally {
    await owner.query('rollback')
  }
}

function showCalls(before: Outcome[], after: Outcome[], operations: string[]) {
  const problems = new Map<string, string[]>()
  let [same, text] = [0, 0]
  for (const [nth, one] of after.entries()) {
    if (one.status === before[nth]!.status) same++
    if (one.status === before[nth]!.status && one.text === before[nth]!.text) text++
    if (one.status === before[nth]!.status) continue
    const words = `${before[nth]!.status} became ${one.status}: ${(one.problem ?? 'other rows').replaceAll(/"[^"]*"/g, '…').slice(0, 140)}`
    problems.set(words, [...(problems.get(words) ?? []), operations[nth]!])
  }
  console.log(`On Citus: ${same} of ${after.length} calls end as before, ${text} with the same answer to the letter.`)
  for (const [words, which] of [...problems].toSorted((a, b) => b[1].length - a[1].length))
    console.log(`  ${which.length}: ${words} (${which.slice(0, 3).join(' ')})`)
}

try {
  if (part === 'api') process.exitCode = await apiTests({ connection, introduce, words })
  else await trial()
} finally {
  stop()
}

async function trial() {
  for (const nth of [0, 1, 2]) await ask(connection(nth, 'postgres'), 'create database kashkool')
  await introduce('kashkool')
  await migrate(connection(0))
  await acceptSignatures(connection(0), secretsOf(testKey))
  await loadDemo(connection(0), today, {
    hash: await hash(demoPassword, { memoryCost: 8, timeCost: 1, parallelism: 1 }),
  })
  await owner.connect()
  await run().finally(() => owner.end().catch(() => {}))
}
