import type { FastifyInstance } from 'fastify'
import { tooSlow } from '#server/base/errors.ts'

/** Time limits of a connection, in ms, and the largest number of connections. */
export type ConnectionFigures = {
  /** Until the headers of a request have arrived. */
  headers: number
  /** Until the body of a call has arrived; an uploaded file has the time of a whole request. */
  body: number
  request: number
  /** Without a byte in either direction. Longer than any call lasts, and than the pauses between live events. */
  idle: number
  /** How often connections are checked. */
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

/** The limits that Node's server enforces itself. */
export const serverLimits = ({ headers, request, idle, look }: ConnectionFigures) => ({
  connectionTimeout: idle,
  requestTimeout: request,
  http: { headersTimeout: headers, connectionsCheckingInterval: look },
})

/** Closes connections above the limit, and those whose requests arrive too slowly, after an answer that says so. */
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
