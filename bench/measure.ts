import type { Job } from './jobs.ts'
import { type Answer, countBy, load, share } from './load.ts'
import type { Served } from './processes.ts'

/**
 * The cost of a job. CPU time of one request in µs, other times in ms. `hellos`: how many answers a minimal server gives in the
 * same time.
 */
export type Cost = {
  job: string
  statements: number
  roundTrips: number
  statementsAfter: number
  bytes: number
  nodeCpu: number
  postgresCpu: number | null
  hellos: number
  helloCpu: number
  perSecond: number
  /** The memory of the server after this job, in MB. */
  memory: number
  one: { p50: number; p99: number }
  many: { p50: number; p99: number }
  refused: number
  /** The refusals by status. */
  refusals: Record<string, number>
}

export type Under = {
  product: Served
  hello: Served
  cpuOfPostgres: () => number | null
  /** The number of events that wait for the inbox. */
  waiting: () => Promise<number>
}

const manyClients = 32

/** After this number of turns, jobs come from the same person again. */
const samePeopleAgain = 990

/** Rounds of the job and of the minimal server alternate, so that both have the same noise. */
export async function measured(job: Job, under: Under, { seconds, rounds }: { seconds: number; rounds: number }) {
  const { product, hello, cpuOfPostgres } = under
  let turn = 0
  const next = () => job.request(turn++)
  await load(product.port, 4, { requests: 300 }, next)
  await load(hello.port, 4, { requests: 2000 }, () => ({ path: '/' }))

  // The same people as in the previous round, with other requests, because a call is measured that the person has made before.
  turn = samePeopleAgain
  await load(product.port, 1, { requests: 40 }, next)
  await quiet(under)
  turn = 2 * samePeopleAgain
  const before = await product.usage()
  const one = await load(product.port, 1, { requests: 40 }, next)
  await quiet(under)
  const counted = difference(await product.usage(), before)

  const many: Answer[] = []
  const spent = { node: 0, postgres: 0, hello: 0, hellos: 0, helloSeconds: 0, seconds: 0 }
  for (let round = 0; round < rounds; round++) {
    const helloBefore = await hello.usage()
    const helloStarted = performance.now()
    spent.hellos += (await load(hello.port, manyClients, { seconds }, () => ({ path: '/' }))).length
    spent.helloSeconds += (performance.now() - helloStarted) / 1000
    spent.hello += (await hello.usage()).cpu - helloBefore.cpu

    const [nodeBefore, postgresBefore, started] = [await product.usage(), cpuOfPostgres(), performance.now()]
    many.push(...(await load(product.port, manyClients, { seconds }, next)))
    spent.seconds += (performance.now() - started) / 1000
    await quiet(under)
    spent.node += (await product.usage()).cpu - nodeBefore.cpu
    spent.postgres += (cpuOfPostgres() ?? Number.NaN) - (postgresBefore ?? Number.NaN)
  }

  const nodeCpu = spent.node / many.length
  const postgresCpu = spent.postgres / many.length
  return {
    job: job.name,
    statements: counted.statements / one.length,
    roundTrips: counted.roundTrips / one.length,
    statementsAfter: counted.afterStatements / one.length,
    bytes: Math.round(one.reduce((sum, { bytes }) => sum + bytes, 0) / one.length),
    nodeCpu: Math.round(nodeCpu),
    postgresCpu: Number.isNaN(postgresCpu) ? null : Math.round(postgresCpu),
    hellos: rounded(spent.hellos / spent.helloSeconds / (many.length / spent.seconds)),
    helloCpu: Math.round(spent.hello / spent.hellos),
    perSecond: Math.round(many.length / spent.seconds),
    memory: Math.round((await product.usage()).memory / 2 ** 20),
    one: times(one),
    many: times(many),
    refused: refusedOf([...one, ...many]).length,
    refusals: countBy(refusedOf([...one, ...many]).map(({ status }) => String(status))),
  } satisfies Cost
}

/**
 * Waits until the worker of the outbox has finished, because the work after a save is part of its cost. On a loaded machine,
 * the worker may pause for a long time between two statements, so only the outbox itself shows when it has finished.
 */
async function quiet({ product, waiting }: Under) {
  while ((await waiting()) > 0) await new Promise((later) => setTimeout(later, 100))
  for (let last = -1; ; ) {
    const { afterStatements } = await product.usage()
    if (afterStatements === last) return
    last = afterStatements
    await new Promise((later) => setTimeout(later, 200))
  }
}

const difference = <T extends Record<string, number>>(after: T, before: T) =>
  Object.fromEntries(Object.entries(after).map(([name, value]) => [name, value - before[name]!])) as T

const times = (answers: Answer[]) => {
  const took = answers.map((answer) => answer.took)
  return { p50: rounded(share(took, 0.5)), p99: rounded(share(took, 0.99)) }
}

const refusedOf = (answers: Answer[]) => answers.filter(({ status }) => status !== 200)

const rounded = (number: number) => Math.round(number * 10) / 10
