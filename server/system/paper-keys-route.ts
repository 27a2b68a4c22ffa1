import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/call/errors.ts'
import { guessLimit } from '#server/call/limits.ts'

/** Schools without papers are tried so often a minute from one place. */
const wrongTries = 30

/** With what a school's papers are signed: public, so that anybody checks a paper without asking us about it. */
export function paperKeysRoute(app: FastifyInstance, read: (schoolId: string) => Promise<object | null>) {
  const guesses = guessLimit(wrongTries)
  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/keys/:name',
    handler: async (request, reply) => {
      await guesses.check(request)
      const schoolId = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})\.json$/.exec(request.params.name)?.[1]
      const keys = schoolId ? await read(schoolId) : null
      if (keys === null) {
        await guesses.wrong(request)
        throw notFound()
      }
      return reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(keys)
    },
  })
}
