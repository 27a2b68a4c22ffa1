import type { FastifyInstance } from 'fastify'
import { addressOf } from '#server/call/addresses.ts'
import { notFound } from '#server/call/errors.ts'
import { guessLimit, minuteLimit } from '#server/call/limits.ts'

/** Schools without papers are tried so often a minute from one place. */
const wrongTries = 30

/** Keys are read so often a minute from one place, behind which a whole office may check papers. */
const readsOfOne = 600

/** With what a school's papers are signed: public, so that anybody checks a paper without asking us about it. */
export function paperKeysRoute(app: FastifyInstance, read: (schoolId: string) => Promise<object | null>) {
  const guesses = guessLimit(wrongTries)
  const counted = minuteLimit(readsOfOne)
  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/keys/:name',
    handler: async (request, reply) => {
      await guesses.check(request)
      await counted(addressOf(request.ip))
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
