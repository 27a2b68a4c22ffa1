import cookie from '@fastify/cookie'
import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type pg from 'pg'
import { openDb } from './db/db.ts'
import { newId } from './db/ids.ts'
import { unsupported } from '#server/call/errors.ts'
import { refuseForged } from '#server/call/http.ts'
import type { CodeFigures } from './identity/code-figures.ts'
import type { IsCommon } from './identity/guessable-passwords.ts'
import type { LookUpFigures } from './identity/look-up-limits.ts'
import type { LiveFigures } from './live/live.ts'
import type { CallFigures } from '#server/call/limits.ts'
import { openapi } from '#server/call/openapi.ts'
import { operationsOf } from './operations.ts'
import type { ReadingFigures } from '#server/access/read-quota.ts'
import { sendRefusal } from '#server/call/refusals.ts'
import { notJson } from '#server/call/serve.ts'
import { health } from './system/health.ts'
import { secured } from './system/headers.ts'
import { refuseMalformed } from './system/malformed.ts'
import { type WebRoot, webClient } from './system/web-client.ts'

export type Settings = {
  connection: pg.ClientConfig
  /** The installation's key (server/secrets.ts). */
  key: Buffer
  /** Our own origins, for refusing requests another site sent. */
  origins: readonly string[]
  trustProxy: string | null
  /** Who must have a second factor to sign in, enrolled or not. */
  secondFactor?: 'platform' | null
  /** Which passwords nobody may choose; none unless the operator lists them. */
  isCommon?: IsCommon
  web: WebRoot
  calls?: CallFigures
  live?: Partial<LiveFigures>
  codes?: Partial<CodeFigures>
  lookUps?: Partial<LookUpFigures>
  /** How often a minute a person may ask for a student by code. */
  studentCodes?: number
  readings?: Partial<ReadingFigures>
  /** Hosts of push services that browsers may name (server/start/push-settings.ts). */
  pushHosts?: readonly string[]
  /** Whether the installation sends notices by SMS. */
  smsNotices?: boolean
  /** Where the log goes: to the output of the process, to a stream of one's own, or nowhere. */
  log?: boolean | { write: (line: string) => void }
}

/** The whole product behind one origin. Closing it ends the connections to the database. */
export async function buildApp(settings: Settings): Promise<FastifyInstance> {
  const app = Fastify({
    routerOptions: { caseSensitive: false },
    bodyLimit: 1024 * 1024,
    handlerTimeout: 10_000,
    // While stopping, what still arrives on an open connection is served; /health/ready sends the rest elsewhere.
    return503OnClosing: false,
    trustProxy: settings.trustProxy ?? false,
    genReqId: newId,
    rewriteUrl: ({ url = '/' }) => (isReadable(url) ? url : '/.'),
    logger: settings.log
      ? { level: 'warn', serializers: { req: logged }, ...(settings.log !== true && { stream: settings.log }) }
      : false,
    logController: new LogController({ disableRequestLogging: true }),
    forceCloseConnections: 'idle',
    clientErrorHandler: refuseMalformed,
  })
  const db = openDb(settings.connection)

  await app.register(cookie)
  jsonOnly(app)
  app.setErrorHandler(sendRefusal)
  app.addHook('onRequest', async (request, reply) => void reply.header('x-request-id', request.id))
  await secured(app, settings.web)
  app.addHook('onRequest', async (request) => refuseForged(request, settings.origins))
  operationsOf(app, db, settings)
  health(app, db)
  openapi(app)
  await webClient(app, settings.web)
  return app
}

/** Bodies are UTF-8 JSON, not packed. One that cannot be read is kept as such until the session was asked for (api.md §4.1). */
function jsonOnly(app: FastifyInstance) {
  app.addHook('preParsing', async ({ headers }) => {
    if (headers['content-encoding'] !== undefined) throw unsupported()
  })
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    /^application\/json(;\s*charset="?utf-8"?)?\s*$/i,
    { parseAs: 'buffer' },
    async (_: unknown, body: Buffer) => {
      if (body.length === 0) return undefined
      try {
        return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body))
      } catch {
        return notJson
      }
    },
  )
}

/** An address that cannot be decoded names nothing; it is answered as any unknown one, with the headers of every answer. */
function isReadable(url: string) {
  try {
    decodeURI(url.split('?')[0]!)
    return true
  } catch {
    return false
  }
}

/** What of a request is logged: no query, no body, no cookie. */
const logged = (request: { method: string; url: string }) => ({
  method: request.method,
  path: request.url.split('?')[0],
})
