import type { FastifyInstance } from 'fastify'
import { tooSlow } from '#server/call/errors.ts'

/** In ms, how long a connection may take, and how many there may be. */
export type ConnectionFigures = {
  /** Until the headers of a request are there. */
  headers: number
  /** Until the body of a call is there; a file of an upload has the time of a whole request. */
  body: number
  request: number
  /** Without a byte in either direction; longer than any call lasts, and than live events are silent. */
  idle: number
  /** How often connections are looked at. */
  look: number
  most: number
}

export const connectionFigures: ConnectionFigures = {
  headers: 15_000,
  body: 20_000,
  request: 300_000,
  idle: 75_000,
  look: 5000,
  most: 5000,
}

/** What the server itself keeps of these. */
export const serverLimits = ({ headers, request, idle, look }: ConnectionFigures) => ({
  connectionTimeout: idle,
  requestTimeout: request,
  http: { headersTimeout: headers, connectionsCheckingInterval: look },
})

/** Closes connections beyond the most, and those whose calls come too slowly, after an answer that says so. */
export function limitConnections(app: FastifyInstance, { body, most }: ConnectionFigures) {
  app.server.maxConnections = most
  app.addHook('preParsing', ({ raw, headers }, _, payload, done) => {
    const isUpload = headers['content-type']?.startsWith('multipart/')
    if (!raw.complete && !isUpload) {
      const timer = setTimeout(() => payload.listenerCount('error') > 0 && payload.emit('error', tooSlow()), body)
      payload.once('end', () => clearTimeout(timer)).once('close', () => clearTimeout(timer))
    }
    done(null, payload)
  })
}
