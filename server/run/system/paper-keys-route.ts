import type { FastifyInstance } from 'fastify'
import { addressOf } from '#server/call/addresses.ts'
import { notFound } from '#server/base/errors.ts'
import { guessLimit, minuteLimit } from '#server/call/limits.ts'

/** How many requests per minute one address may send for schools without papers. */
const wrongTries = 30

/** How many keys one address may read per minute; a whole office may check papers from behind one address. */
const readsOfOne = 600

/** The public keys of a school's signed papers, so that anybody can verify a paper without sending it to us. */
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
