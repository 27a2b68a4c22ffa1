import type { FastifyInstance } from 'fastify'

/** Lets the routes of a scope read forms, as standards for programs send them, and nothing else. */
export function acceptForms(own: FastifyInstance) {
  own.removeAllContentTypeParsers()
  own.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_: unknown, body: string) => new URLSearchParams(body),
  )
}
