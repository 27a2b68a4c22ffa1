import { createHash, timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { eventStream } from '#contract/platform/live/live.ts'
import { notFound } from '#server/base/errors.ts'
import type { Replica } from '#server/call/replica.ts'
import type { Clock } from '#server/base/clock.ts'
import type { SeenRequest } from './answered.ts'
import type { Backlog } from './backlog.queries.ts'
import { freeIn } from './health.ts'

type Pools = () => { totalCount: number; idleCount: number; waitingCount: number }[]

/** Sources that exist once per installation, however many processes serve. */
export type InstallationSources = {
  clock: Clock
  backlog: () => Promise<Backlog[]>
  backups?: { newest: () => Date | null; waiting: () => Promise<Date | null> } | null
  /** Where the database keeps its data, when that is on this machine. */
  dataDir?: string | null
}

/** How many processes that serve calls gave their metrics in time, and how many did not. */
type OfProcesses = { answering: number; silent: number }

/** For one of several processes: shares its own metrics, and returns the metrics of all processes. */
export type GatheredSources = { gathered: () => Promise<string>; share: (own: Registry) => unknown }

/** Callers who send the token may read the metrics. */
export type MetricSources = { token: string; pools: Pools; replica?: Pick<Replica, 'counts'> | null } & (
  | InstallationSources
  | GatheredSources
)

/**
 * Serves metrics for Prometheus at /metrics; no metric names a person or a school. Returns the function that counts a request.
 */
export function metrics(app: FastifyInstance, { token, pools, replica, ...sources }: MetricSources) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const countOne = countRequests(register)
  countConnections(register, pools)
  if (replica) countReplica(register, replica)
  const figures = 'gathered' in sources ? sources.gathered : withInstallation(register, sources)
  if ('gathered' in sources) sources.share(register)

  app.get('/metrics', async (request, reply) => {
    if (!knows(request, token)) throw notFound()
    return reply.type(register.contentType).send(await figures())
  })
  return countOne
}

/** The metrics of the only process together with those of the installation. */
function withInstallation(register: Registry, sources: InstallationSources) {
  const collect = figuresOfInstallation(register, sources)
  return async () => {
    await collect({ answering: 1, silent: 0 })
    return register.metrics()
  }
}

function countConnections(register: Registry, pools: Pools) {
  const gauge = new Gauge({
    name: 'kashkool_pool_connections',
    help: 'Connections to the database',
    labelNames: ['state'],
    registers: [register],
    collect() {
      for (const state of ['totalCount', 'idleCount', 'waitingCount'] as const)
        gauge.set(
          { state: state.replace('Count', '') },
          pools().reduce((sum, pool) => sum + pool[state], 0),
        )
    },
  })
}

function countReplica(register: Registry, { counts }: Pick<Replica, 'counts'>) {
  new Counter({
    name: 'kashkool_replica_reads_total',
    help: 'Reads that the replica may answer, by the database that did',
    labelNames: ['by'],
    registers: [register],
    collect() {
      this.reset()
      for (const [by, count] of Object.entries(counts())) this.inc({ by }, count)
    },
  })
}

function countRequests(register: Registry) {
  const requests = new Counter({
    name: 'kashkool_requests_total',
    help: 'Requests by operation and status of the answer; refusals are those from 400 on, 499 if the caller left before',
    labelNames: ['operation', 'status'],
    registers: [register],
  })
  const seconds = new Histogram({
    name: 'kashkool_request_seconds',
    help: 'How long requests took',
    labelNames: ['operation'],
    buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [register],
  })
  return ({ operation, status, ms }: SeenRequest) => {
    requests.inc({ operation, status })
    // A stream of events lasts as long as a tab is open, which says nothing about how fast answers are.
    if (operation !== eventStream.path) seconds.observe({ operation }, ms / 1000)
  }
}

/** The metrics that exist once per installation. Returns the function that sets them to what is true now. */
export function figuresOfInstallation(
  register: Registry,
  { clock, backlog, backups, dataDir }: InstallationSources,
): (processes: OfProcesses) => Promise<void> {
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `kashkool_${name}`, help, labelNames, registers: [register] })
  const serving = gauge('serving_processes', 'Processes that serve calls: answering, or silent for a second', ['state'])
  const up = gauge('database_up', 'Whether the database answers')
  const waiting = gauge('waiting', 'What waits to be done after calls', ['kind'])
  const oldest = gauge('waiting_seconds', 'Since when the oldest of it is due', ['kind'])
  const intents = gauge('payment_intents', 'Payments online that parents began in the last 24 hours', ['state'])
  const backupAge = gauge(
    'backup_age_seconds',
    'Age of the newest copy of the database; +Inf while there is none, NaN where none are made',
  )
  const logAge = gauge('backup_log_waiting_seconds', 'Since when the oldest part of its log waits to be archived')
  const freeBytes = gauge('free_bytes', 'What is left on the disk of the database; NaN on another machine')
  const age = (moment: Date | null | undefined) => (moment ? (clock.now().getTime() - moment.getTime()) / 1000 : null)

  return async (processes) => {
    for (const state of ['answering', 'silent'] as const) serving.set({ state }, processes[state])
    const found = await backlog().catch(() => null)
    up.set(found ? 1 : 0)
    // Without the database nobody knows, and what was true earlier would look like now.
    waiting.reset()
    oldest.reset()
    intents.reset()
    for (const one of found ?? []) {
      waiting.set({ kind: one.kind }, one.waiting)
      oldest.set({ kind: one.kind }, one.oldest)
      for (const [state, many] of Object.entries(one.states ?? {})) intents.set({ state }, many)
    }
    backupAge.set(age(backups?.newest()) ?? (backups ? Number.POSITIVE_INFINITY : Number.NaN))
    logAge.set(age(await backups?.waiting()) ?? 0)
    const free = dataDir ? await freeIn(dataDir) : null
    freeBytes.set(free === null ? Number.NaN : free * 2 ** 20)
  }
}

// Hashes have the same length, and comparing them in constant time reveals nothing about the token.
function knows({ headers: { authorization = '' } }: FastifyRequest, token: string) {
  const hash = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(hash(authorization), hash(`Bearer ${token}`))
}
