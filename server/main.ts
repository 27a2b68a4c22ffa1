import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'
import { systemClock } from './base/clock.ts'
import { CannotStart, otherSecret } from '#server/base/cannot-start.ts'
import { endOnCrash } from '#server/run/start/crash.ts'
import { type Config, readConfig } from '#server/run/start/config.ts'
import { keepBackups, type Backups } from '#server/run/backup/schedule.ts'
import { backedBy, copyBeforeMigrating } from '#server/run/start/backed.ts'
import { type Database, openDatabase } from '#server/run/start/database.ts'
import { isLost } from '#server/db/lost.ts'
import { linesWithoutValues } from '#server/db/without-values.ts'
import { withDb } from '#server/db/connected.ts'
import { backlogOf } from '#server/run/system/backlog.queries.ts'
import { migrate } from '#server/db/migrate.ts'
import { warnOfValues } from '#server/db/quiet-log.ts'
import { countProcesses, type Processes } from '#server/db/processes.ts'
import { acceptSignatures, signerOf } from '#server/db/signing.ts'
import { demoSignInsOf, keepDemoFilled, loadDemoInto, peopleOfDemo, signDemo } from '#server/run/start/demo.ts'
import { startDemoGateway, withDemoGateway } from '#server/run/start/demo-gateway.ts'
import { startDemoProvider } from '#server/run/start/demo-provider.ts'
import type { Known } from '#server/run/start/messages.ts'
import { keepReadingGateways } from '#server/run/start/gateway-reading.ts'
import { greeting } from '#server/run/start/greeting.ts'
import { keepHouse } from '#server/run/start/housekeeping.ts'
import { eraseReads, keepSealing } from '#server/access/audit-chain.ts'
import { type Worker, workInBackground } from '#server/platform/jobs/worker.ts'
import { keepApplying } from '#server/run/start/due-changes.ts'
import type { Repeated } from '#server/processes/repeated.ts'
import { absenceChannel } from '#server/teaching/absence/recording.ts'
import { inboxChannel, inboxPace } from '#server/messages/inbox/delivery.ts'
import { installationKey, secretsOf } from './base/secrets.ts'
import { type AwayLog, awayLog } from '#server/outbox/away.ts'
import type { Delivering } from '#server/outbox/delivery-loop.ts'
import { deliverEvents } from '#server/outbox/worker.ts'
import { deliverWebhooks } from '#server/platform/connections/sending.ts'
import { deliverNotices } from '#server/messages/push/sending.ts'
import { vapidOf } from '#server/messages/push/vapid.ts'
import { smsChannel } from '#server/messages/sms/sms.ts'
import { longWork } from '#server/run/start/long-work.ts'
import { appOf, listen } from '#server/run/start/serving.ts'
import { type ServingProcesses, startServing } from '#server/run/start/serving-processes.ts'
import { type Stop, stopOnSignals } from '#server/run/start/stop.ts'
import { gatheredFigures } from '#server/run/system/shared-figures.ts'
import { requestsSignIn } from '#server/run/start/request-sign-in.ts'

const opened: {
  app?: FastifyInstance
  serving?: ServingProcesses
  deliveries?: Delivering[]
  house?: Repeated
  worker?: Worker
  sealing?: Repeated
  due?: Repeated
  demo?: Repeated | undefined
  gateways?: Repeated
  backups?: Backups
  database?: Database
  stop?: Stop
} = {}
endOnCrash()
await run().catch(giveUp)

async function run() {
  const config = readConfig()
  const database = await openDatabase(config)
  opened.database = database
  opened.stop = stopOnSignals({
    pause: config.drainPause,
    begin: () => opened.serving?.ending(),
    drain,
    release,
  })
  void database.ended.then(() =>
    giveUp(new CannotStart('The embedded PostgreSQL does not run any more; start Kashkool again.')),
  )

  if (!database.embedded) await withDb(database.owner, (db) => warnOfValues(db, console.error))
  await copyBeforeMigrating(database, config, logged)
  await migrate(database.owner)
  await requestsSignIn(database)
  const isDemoNew = await loadDemoInto(database, config.demo, systemClock)
  const key = installationKey(config)
  if (!(await acceptSignatures(database.owner, secretsOf(key)))) throw otherSecret()
  if (isDemoNew) await signDemo(database, secretsOf(key), systemClock)
  opened.demo = keepDemoFilled(database, config.demo, systemClock, failing('the days of the demo wait'))
  const processes = countProcesses(database.owner)
  opened.backups = await backupsOf(database, config)
  const signIns = await demoSignInsOf(database, config.demo)
  const demo = signIns && (await peopleOfDemo(signIns.people))
  const demoGateway = signIns && (await startDemoGateway(systemClock.now()))
  const demoProvider = signIns && (await startDemoProvider(database, secretsOf(key), config.origins))
  const served = { processes, demo, demoGateway, demoProvider }
  await (config.serving > 1 ? serveBySeveral(config, database, served) : serveHere(config, database, served, key))
  const away = awayLog(console.error)
  opened.deliveries = deliveriesOf(database, config, key, away)
  const works = longWork(config.debtLimit)
  opened.worker = workInBackground({ ...database, sign: signerOf(secretsOf(key)) }, systemClock, works, { away })
  opened.house = keepHouse(database.owner, failing('what has expired waits'), {
    days: config.retention,
    also: () => eraseReads(database.owner, secretsOf(key), config.retention.reads),
  })
  opened.sealing = keepSealing(database.owner, secretsOf(key), failing('the audit waits to be sealed'))
  opened.due = keepApplying(database.owner, systemClock, failing('changes that are due wait'))
  opened.gateways = keepReadingGateways(database, {
    secrets: secretsOf(key),
    clock: systemClock,
    origins: config.origins,
    paymentHosts: withDemoGateway(config.paymentHosts, demoGateway),
    failed: failing('payment gateways wait to be read'),
    alarm: (what) => logged(new Error(what), 'a payment gateway'),
  })
  console.log(greeting(config.origins[0] ?? '', signIns, config.sms.by === 'console'))
}

type Served = { processes: Processes } & Pick<Known, 'demo' | 'demoGateway' | 'demoProvider'>

async function serveHere(config: Config, database: Database, { processes, ...demo }: Served, key: Buffer) {
  opened.app = await appOf(config, database, {
    key,
    stop: opened.stop!,
    processes: processes.count,
    ...demo,
    backups: opened.backups ?? null,
    metrics: config.metricsToken ? { token: config.metricsToken, backlog: () => backlogIn(database) } : null,
  })
  await listen(opened.app, config)
}

/** This process runs the database and the background work; other processes serve calls. */
async function serveBySeveral(config: Config, database: Database, { processes, ...demo }: Served) {
  const { connection, direct, replica, embedded } = database
  opened.serving = await startServing({
    count: config.serving,
    known: () => ({
      place: { connection, direct, replica, embedded },
      processes: processes.count() * config.serving,
      newestBackup: opened.backups?.newest()?.getTime() ?? null,
      ...demo,
    }),
    figures: gatheredFigures({
      clock: systemClock,
      backlog: () => backlogIn(database),
      backups: opened.backups ?? null,
      dataDir: embedded ? config.dataDir : null,
    }),
    log: console.error,
    failed: (error) => void giveUp(error),
  })
}

const backlogIn = ({ owner }: Database) =>
  withDb({ ...owner, connectionTimeoutMillis: 2000, query_timeout: 4000 }, backlogOf)

/** Logs why something failed. An unavailable database is left out, because the log has a line about it already. */
function failing(what: string) {
  return (problem: unknown) => {
    if (!isLost(problem)) logged(problem, what)
  }
}

/** The first of several processes has no log of calls. */
function logged(problem: unknown, what: string) {
  if (opened.app) opened.app.log.error(problem, what)
  else console.error(what, linesWithoutValues(problem))
}

/** The ways of delivery: by SMS, in the inbox, on people's devices. */
function deliveriesOf(
  { owner }: Database,
  { sms, smsNotices, smsCountries, origins, push, webhookHosts }: Config,
  key: Buffer,
  away: AwayLog,
) {
  return [
    deliverEvents(
      owner,
      smsChannel(sms, systemClock, { notices: smsNotices, address: origins[0], countries: smsCountries }),
      { away },
    ),
    deliverEvents(owner, inboxChannel({ sms: smsNotices !== null }), { pace: inboxPace, away }),
    deliverEvents(owner, absenceChannel, { away }),
    deliverNotices(owner, { vapid: vapidOf(secretsOf(key)), ...push }, { away }),
    deliverWebhooks(
      owner,
      { secrets: secretsOf(key), clock: systemClock, outgoing: { hosts: webhookHosts } },
      { away },
    ),
  ]
}

async function backupsOf(database: Database, config: Config) {
  const backed = backedBy(database, config)
  if (!backed) return undefined
  return keepBackups(backed, { ...config.backup!, failed: logged })
}

/** When the database stops, its last write-ahead log is archived. */
async function release() {
  opened.serving?.kill()
  await opened.database?.stop()
  await opened.backups?.stop()
}

/** What calls publish while they end waits in the outbox for the next start. */
async function drain() {
  const deliveries = opened.deliveries?.map((delivery) => delivery.stop()) ?? []
  const { app, serving, house, sealing, due, demo, gateways, worker, backups } = opened
  await serving?.stop()
  await Promise.all([
    app?.close(),
    house?.stop(),
    sealing?.stop(),
    due?.stop(),
    demo?.stop(),
    gateways?.stop(),
    worker?.stop(),
    backups?.pause(),
    ...deliveries,
  ])
}

async function giveUp(error: Error) {
  // Errors that are caused by stopping are not worth logging.
  if (opened.stop?.requested) return
  if (opened.stop) opened.stop.requested = true
  console.error(error instanceof CannotStart ? error.message : linesWithoutValues(error))
  // A process that cannot serve must end whatever happens, because the next one needs its port and its data.
  setTimeout(() => process.exit(1), 9000)
  await Promise.race([drain().catch(() => {}), pause(3000)])
  opened.app?.server.closeAllConnections()
  await release().catch(() => {})
  process.exit(1)
}
