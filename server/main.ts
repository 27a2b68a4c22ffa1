import { existsSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance } from 'fastify'
import { buildApp } from '#server/app.ts'
import { systemClock } from '#server/clock.ts'
import { CannotStart } from '#server/start/cannot-start.ts'
import { type Config, readConfig } from '#server/start/config.ts'
import { keepBackups, type Backups } from '#server/backup/schedule.ts'
import { backedBy, copyBeforeMigrating } from '#server/start/backed.ts'
import { type Database, openDatabase } from '#server/start/database.ts'
import { isLost } from '#server/db/lost.ts'
import { withClient } from '#server/db/client.ts'
import { backlogOf } from '#server/system/backlog.queries.ts'
import { migrate } from '#server/db/migrate.ts'
import { countProcesses } from '#server/db/processes.ts'
import { acceptSignatures, signerOf } from '#server/db/signing.ts'
import { demoSignInsOf, loadDemoInto } from '#server/start/demo.ts'
import { greeting } from '#server/start/greeting.ts'
import { type Housekeeping, keepHouse } from '#server/start/housekeeping.ts'
import { eraseReads, keepSealing, type Sealing } from '#server/access/audit-chain.ts'
import { commonPasswords } from '#server/identity/guessable-passwords.ts'
import { type Worker, workInBackground } from '#server/jobs/worker.ts'
import { inboxChannel, inboxPace } from '#server/inbox/delivery.ts'
import { installationKey, secretsOf } from '#server/secrets.ts'
import { type AwayLog, awayLog } from '#server/outbox/away.ts'
import type { Delivering } from '#server/outbox/delivery-loop.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { deliverNotices } from '#server/push/sending.ts'
import { vapidOf } from '#server/push/vapid.ts'
import { smsChannel } from '#server/sms/sms.ts'
import { longWork } from '#server/start/long-work.ts'
import { type Stop, stopOnSignals } from '#server/start/stop.ts'
import { requestsSignIn } from '#server/start/request-sign-in.ts'
import type { WebRoot } from '#server/system/web-client.ts'

const opened: {
  app?: FastifyInstance
  deliveries?: Delivering[]
  house?: Housekeeping
  worker?: Worker
  sealing?: Sealing
  backups?: Backups
  database?: Database
  stop?: Stop
} = {}
await run().catch(giveUp)

async function run() {
  const config = readConfig()
  const database = await openDatabase(config)
  opened.database = database
  opened.stop = stopOnSignals({ pause: config.drainPause, drain, release })
  void database.ended.then(() =>
    giveUp(new CannotStart('The embedded PostgreSQL does not run any more; start Kashkool again.')),
  )

  await copyBeforeMigrating(database, config)
  await migrate(database.owner)
  await requestsSignIn(database)
  await loadDemoInto(database, config.demo, systemClock)
  const key = installationKey(config)
  if (!(await acceptSignatures(database.owner, secretsOf(key)))) throw otherSecret()
  const processes = countProcesses(database.owner)
  opened.backups = await backupsOf(database, config)
  opened.app = await buildApp({
    connection: database.connection,
    stop: opened.stop,
    processes: processes.count,
    pool: config.pool,
    dataDir: database.embedded ? config.dataDir : null,
    backups: opened.backups ?? null,
    metrics: config.metricsToken
      ? {
          token: config.metricsToken,
          backlog: () =>
            withClient({ ...database.owner, connectionTimeoutMillis: 2000, query_timeout: 4000 }, backlogOf),
        }
      : null,
    requestLog: config.requestLog ? (line) => void process.stdout.write(line) : null,
    direct: database.direct,
    prepares: config.prepares,
    key,
    clock: systemClock,
    origins: config.origins,
    trustProxy: config.trustProxy,
    secondFactor: config.secondFactor,
    isCommon: commonPasswords(config.commonPasswords),
    ...config.limits,
    debtLimit: config.debtLimit,
    pushHosts: config.push.hosts,
    smsNotices: config.smsNotices !== null,
    web: webRoot(config.development),
    log: true,
  })
  await listen(opened.app, config)
  const away = awayLog(console.error)
  opened.deliveries = deliveriesOf(database, config, key, away)
  const works = longWork(config.debtLimit)
  opened.worker = workInBackground({ ...database, sign: signerOf(secretsOf(key)) }, systemClock, works, { away })
  opened.house = keepHouse(database.owner, failing('what has expired waits'), {
    days: config.retention,
    also: () => eraseReads(database.owner, secretsOf(key), config.retention.reads),
  })
  opened.sealing = keepSealing(database.owner, secretsOf(key), failing('the audit waits to be sealed'))
  console.log(greeting(config.origins[0] ?? '', await demoSignInsOf(database, config.demo)))
}

function otherSecret() {
  return new CannotStart(
    'SECRET differs from the one this database is used with, so second factors could not be opened and other processes would be locked out. Give every process the same SECRET (or the file "secret" of the first data folder).',
  )
}

/** Logs why something did not happen. That the database is away is in the log already. */
function failing(what: string) {
  return (problem: unknown) => {
    if (!isLost(problem)) opened.app?.log.error(problem, what)
  }
}

/** The ways of delivery: by SMS, in the inbox, on people's devices. */
function deliveriesOf({ owner }: Database, { sms, smsNotices, push }: Config, key: Buffer, away: AwayLog) {
  return [
    deliverEvents(owner, smsChannel(sms, systemClock, smsNotices), { away }),
    deliverEvents(owner, inboxChannel({ sms: smsNotices !== null }), { pace: inboxPace, away }),
    deliverNotices(owner, { vapid: vapidOf(secretsOf(key)), ...push }, { away }),
  ]
}

async function backupsOf(database: Database, config: Config) {
  const backed = backedBy(database, config)
  if (!backed) return undefined
  return keepBackups(backed, { ...config.backup!, failed: (problem, what) => opened.app?.log.error(problem, what) })
}

/** The database hands its last log over when it stops. */
async function release() {
  await opened.database?.stop()
  await opened.backups?.stop()
}

/** What calls publish while they end waits in the outbox for the next start. */
async function drain() {
  const deliveries = opened.deliveries?.map((delivery) => delivery.stop()) ?? []
  const { app, house, sealing, worker, backups } = opened
  await Promise.all([app?.close(), house?.stop(), sealing?.stop(), worker?.stop(), backups?.pause(), ...deliveries])
}

function webRoot(development: boolean): WebRoot {
  const folder = (name: string) => fileURLToPath(new URL(name, import.meta.url))
  if (development) return { kind: 'development', root: folder('..') }
  return existsSync(folder('../dist/index.html')) ? { kind: 'built', root: folder('../dist') } : null
}

async function listen(app: FastifyInstance, { host, port }: Config) {
  try {
    await app.listen({ host, port })
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code === 'EADDRINUSE') {
      throw new CannotStart(`Port ${port} is already in use; stop what uses it, or choose another PORT.`)
    }
    if (code === 'EACCES') throw new CannotStart(`Port ${port} is kept for the system; choose a PORT above 1023.`)
    throw new CannotStart(`Kashkool cannot listen on HOST ${host}: ${message}`)
  }
}

async function giveUp(error: Error) {
  // What breaks because we are stopping is no news.
  if (opened.stop?.requested) return
  if (opened.stop) opened.stop.requested = true
  console.error(error instanceof CannotStart ? error.message : error)
  // Nothing may keep a process that cannot serve: the next one needs its port and its data.
  setTimeout(() => process.exit(1), 9000)
  await Promise.race([drain().catch(() => {}), pause(3000)])
  opened.app?.server.closeAllConnections()
  await release().catch(() => {})
  process.exit(1)
}
