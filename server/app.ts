import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import { availability } from './db/availability.ts'
import { type Db, openDb, type PoolCounts, usualPool } from './db/db.ts'
import { newId } from './db/ids.ts'
import { listeningTo } from './db/listening.ts'
import { isLost } from './db/lost.ts'
import { signerOf } from './db/signing.ts'
import { answerInTime } from '#server/call/deadline.ts'
import { type Callers, callers } from '#server/call/callers.ts'
import { busyCalls } from '#server/call/busy-calls.ts'
import { busy, type Refusal, unsupported } from '#server/base/errors.ts'
import { type Gate, gate, gateFigures } from '#server/call/gate.ts'
import { refuseOverload } from '#server/call/overload.ts'
import { refuseForged, refuseTwoHosts } from '#server/call/http.ts'
import { refuseShownSecrets } from '#server/call/shown-secrets.ts'
import type { Run } from '#server/call/implement.ts'
import { openapi } from '#server/call/openapi.ts'
import { openReplica, type Replica, replicaFigures } from '#server/call/replica.ts'
import { operations, serveOperations } from './operations.ts'
import { auditReads } from '#server/access/audit.ts'
import { readQuotaFigures, readQuota } from '#server/access/read-quota.ts'
import { callFigures, callLimits } from '#server/call/limits.ts'
import { readFeed } from './school/calendar/calendar-feeds.ts'
import { exportsOf } from './exchange/exports/exports.ts'
import { fileThreads } from './exchange/exports/file-threads.ts'
import { fileReader } from './exchange/imports/read/read-file.ts'
import { weekUploadsOf } from './exchange/imports/weeks/uploads.ts'
import { uploadsOf } from './exchange/imports/uploads.ts'
import { bankStatements } from './exchange/imports/statements/statements.ts'
import { liveEvents, liveFigures } from './platform/live/live.ts'
import { takeCallback } from './money/online/callbacks.ts'
import { refusedCallbacks } from './money/online/refused-callbacks.ts'
import { journeys } from './platform/sign-in/journeys.ts'
import { endedByProvider } from './platform/sign-in/logout.ts'
import { giveToken } from './platform/connections/tokens.ts'
import { gradebookOperations } from './exchange/roster/gradebook.ts'
import { rosterOperations } from './exchange/roster/roster.ts'
import { readPaperKeys } from './results/papers/papers.ts'
import { decoder } from './platform/pictures/decode.ts'
import { pictureBudget, pictureFigures } from './platform/pictures/picture-budget.ts'
import { picturesOf } from './platform/pictures/pictures.ts'
import { attachmentsOf } from './platform/attachments/attachments.ts'
import { pdfChecker } from './platform/attachments/pdf-check.ts'
import { unreadableFiles } from './platform/attachments/unreadable-files.ts'
import { secretsOf } from './base/secrets.ts'
import { provide } from './run/start/provided.ts'
import type { Settings } from './run/start/settings.ts'
import { type SeenRequest, whenAnswered } from './run/system/answered.ts'
import { attachmentRoutes } from './run/system/attachment-routes.ts'
import { connectionFigures, limitConnections, serverLimits } from './run/system/connections.ts'
import { feedRoute } from './run/system/feed-route.ts'
import { gatewayRoute } from './run/system/gateway-route.ts'
import { rosterRoutes } from './run/system/roster-route.ts'
import { signInRoute } from './run/system/sign-in-route.ts'
import { signOutRoute } from './run/system/sign-out-route.ts'
import { tokenRoute } from './run/system/token-route.ts'
import { exportRoutes } from './run/system/export-routes.ts'
import { importRoutes } from './run/system/import-routes.ts'
import { liveRoute } from './run/system/live-route.ts'
import { paperKeysRoute } from './run/system/paper-keys-route.ts'
import { pictureRoutes } from './run/system/picture-routes.ts'
import { refusals } from '#server/call/refusals.ts'
import { parsed } from '#server/call/sent.ts'
import { health } from './run/system/health.ts'
import { metrics } from './run/system/metrics.ts'
import { requestLog } from './run/system/request-log.ts'
import { secured } from './run/system/headers.ts'
import { serverLog } from './run/system/server-log.ts'
import { malformed, refuseMalformed } from './run/system/malformed.ts'
import { uploadFigures, uploadsUnderWay } from './run/system/uploads-under-way.ts'
import { noScanner, virusScanner } from './run/system/virus-scanner.ts'
import { webClient } from './run/system/web-client.ts'

/** The whole product behind one origin. Closing it ends the connections to the database. */
export async function buildApp(settings: Settings): Promise<FastifyInstance> {
  const connections = { ...connectionFigures, ...settings.connections }
  const app = Fastify({
    ...serverLimits(connections),
    // Longer than any name in a path: otherwise the router would refuse long ones itself, with a sentence that is not ours.
    routerOptions: { caseSensitive: false, maxParamLength: 64 * 1024 },
    bodyLimit: 1024 * 1024,
    // While stopping, calls that still arrive on open connections are served; /health/ready sends new ones elsewhere.
    return503OnClosing: false,
    trustProxy: settings.trustProxy ?? false,
    genReqId: newId,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/.'),
    logger: settings.log ? serverLog(settings.log) : false,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    clientErrorHandler: (problem, socket) =>
      refuseMalformed(problem, socket, (refused) => over({ ...malformed, ...refused })),
  })
  const { prepares = true, databaseTimes: times } = settings
  const reachable = availability(settings.connection, app.log, times?.answer)
  const sign = signerOf(secretsOf(settings.key))
  const pools: PoolCounts[] = []
  const opened = (pool: PoolCounts) => void pools.push(pool)
  const running = settings.pool ?? usualPool
  // Where only few calls run at once, the work beside them needs no more connections than the calls have.
  const open = (most = running) =>
    openDb(settings.connection, {
      max: Math.min(most, running),
      prepares,
      times,
      sign,
      availability: reachable,
      opened,
    })

  const gateOf = () => gate({ ...gateFigures, running, ...settings.gate })
  const replica = settings.replica
    ? openReplica(settings.replica, {
        max: running,
        prepares,
        times,
        sign,
        gate: gateOf(),
        log: app.log,
        figures: { ...replicaFigures, ...settings.replicaFigures },
      })
    : null

  const countBusy = busyCalls(app.log)
  // Before the routes: a route uses the error handler that was set when it was registered.
  app.setErrorHandler(refusals(countBusy))
  const writeOne = settings.requestLog && requestLog(settings.clock, settings.requestLog)
  const countOne = settings.metrics && metrics(app, { ...settings, ...settings.metrics, pools: () => pools, replica })
  const over = (answered: SeenRequest) => {
    writeOne?.(answered)
    countOne?.(answered)
  }
  whenAnswered(app, over)
  const entrance = gateOf()
  const known = callers(settings.calls ?? callFigures, settings.processes)
  refuseOverload(app, {
    gate: entrance,
    callers: known,
    operations,
    proxied: settings.trustProxy !== null && settings.trustProxy !== undefined,
    refused: () => countBusy(tooMany),
    refusedAtOnce: (call) => over({ ...call, ms: 0 }),
  })
  answerInTime(app, settings.deadline)
  limitConnections(app, connections)
  await app.register(cookie)
  jsonOnly(app)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await secured(app, settings.web)
  app.addHook('onRequest', async (request) => {
    refuseTwoHosts(request)
    refuseForged(request, settings.origins)
  })
  const taken = pathsOfOperations(app)
  serveProduct(app, open, { ...settings, entrance, known, countBusy, reader: replica })
  // A connection of its own: under load, readiness must not wait for one that calls are using.
  health(app, open(1), settings)
  openapi(app, operations)
  await webClient(app, settings.web, taken)
  app.addHook('onClose', () => reachable.stop())
  return app
}

/** The paths of the operations that are served from now on, in lower case. */
function pathsOfOperations(app: FastifyInstance): ReadonlySet<string> {
  const paths = new Set<string>()
  app.addHook('onRoute', ({ config, url }) => void (config?.operation && paths.add(url.toLowerCase())))
  return paths
}

/** Prepared once, because an overloaded server refuses thousands of calls per second. */
const tooMany = busy('too many calls wait')

/** Registers a route for every operation, and for what is not JSON: files, pictures and live events. */
function serveProduct(
  app: FastifyInstance,
  open: (max?: number) => Db,
  settings: Settings & {
    entrance: Gate
    known: Callers
    countBusy: (refused: Refusal) => void
    reader: Replica | null
  },
) {
  const db = open()
  refuseShownSecrets(app, db)
  // The log has a line about an unavailable database already.
  const reads = auditReads(db, (problem) => isLost(problem) || app.log.error(problem, 'audit lines of reads wait'))
  const secrets = secretsOf(settings.key)
  const { clock } = settings
  const served = {
    db,
    clock,
    gate: settings.entrance,
    reads,
    secrets,
    limits: callLimits(settings.calls ?? callFigures, settings.processes),
    callers: settings.known,
    readQuota: readQuota({ ...readQuotaFigures, ...settings.readings }, clock),
    lists: new Map(),
    replica: settings.reader,
  }
  // The counters have their own connections: a call that waits for one must not occupy the last one itself.
  const counters = open(5)
  const provided = provide(settings, counters, secrets, app.log)
  serveOperations(app, served, provided)

  const reader = fileReader(settings.tables)
  const incoming = {
    underWay: uploadsUnderWay({ ...uploadFigures, ...settings.uploads }),
    scan: settings.virusScanner ? virusScanner(settings.virusScanner) : noScanner,
  }
  const readings = { ...uploadsOf(reader), ...weekUploadsOf(reader), statements: bankStatements(reader) }
  importRoutes(app, served, readings, incoming)
  const threads = fileThreads()
  exportRoutes(app, served, exportsOf(served.lists, { ...readQuotaFigures, ...settings.readings }.exported), threads)

  feedRoute(app, (token) => readFeed(served, token))
  const alarm = (what: string) => app.log.error(what)
  const callbacks = { db, clock, online: provided.online, refused: refusedCallbacks(counters, alarm), alarm }
  gatewayRoute(app, (callback) => takeCallback(callbacks, callback))
  signInRoute(app, journeys({ db, clock, secrets, signIn: provided.signIn, warn: alarm }))
  signOutRoute(app, endedByProvider({ db, signIn: provided.signIn, warn: alarm }))
  tokenRoute(app, (request) => giveToken({ db, clock, secrets }, request))
  const readBy = (domain: { functions: (provided: object) => object }) => (domain.functions({}) as { read: Run }).read
  const read = { roster: readBy(rosterOperations), gradebook: readBy(gradebookOperations) }
  rosterRoutes(app, served, { read, countBusy: settings.countBusy, origins: settings.origins })
  paperKeysRoute(app, (schoolId) => readPaperKeys(served, schoolId))

  const listen = (listener: (payload?: string) => void) =>
    listeningTo('live', settings.direct ?? settings.connection, listener)
  liveRoute(app, served, liveEvents(db, clock, listen, { ...liveFigures, ...settings.live }))
  const pictureDecoder = decoder(settings.pictures)
  const budget = pictureBudget(counters, { ...pictureFigures, ...settings.storedPictures })
  pictureRoutes(app, served, picturesOf(served, pictureDecoder, budget), incoming)
  const pdfs = pdfChecker()
  attachmentRoutes(app, served, attachmentsOf(served, pictureDecoder, pdfs, unreadableFiles(counters)), incoming)

  app.addHook('onClose', async () => {
    pictureDecoder.stop()
    pdfs.stop()
    reader.stop()
    threads.stop()
    await reads.flush()
    await Promise.all([db.destroy(), counters.destroy(), settings.reader?.end()])
  })
}

/**
 * Bodies are uncompressed UTF-8 JSON. A body that cannot be parsed is kept as it came and refused only after the session was checked
 * (api.md §4.1).
 */
function jsonOnly(app: FastifyInstance) {
  app.addHook('preParsing', async ({ headers }) => {
    if (headers['content-encoding'] !== undefined) throw unsupported()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/json(;\s*charset="?utf-8"?)?\s*$/i,
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => parsed(body),
  )
}

/** A URL that cannot be decoded is answered like any unknown one, with the headers of every answer. */
function isReadable(url: string) {
  try {
    decodeURI(url.split('?')[0]!)
    return true
  } catch {
    return false
  }
}
