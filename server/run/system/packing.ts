import { gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** In bytes. A body that fits into one packet is not worth compressing; a large one would block the event loop. */
const sizes = { from: 1400, to: 256 * 1024 }

/**
 * Compresses ordinary answers in one step. For 14 kB that takes a tenth of the CPU of a Brotli stream (34 instead of 350 µs)
 * and makes the answer only a few hundred bytes larger. Files and large answers are compressed by streams.
 */
export function packSmallAnswers(app: FastifyInstance) {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!isOrdinary(payload) || reply.hasHeader('content-encoding')) return done(null, payload)
    reply.header('vary', 'accept-encoding')
    if (!takesGzip(request.headers['accept-encoding'])) return done(null, payload)
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    done(null, gzipSync(payload, { level: 1 }))
  })
}

/** Operations answer strings; pictures and files are buffers or streams. */
const isOrdinary = (payload: unknown): payload is string =>
  typeof payload === 'string' && payload.length >= sizes.from && payload.length <= sizes.to

const takesGzip = (accepted: string | string[] | undefined) =>
  /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(String(accepted ?? ''))
