import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/call/errors.ts'
import { guessLimit, minuteLimit } from '#server/call/limits.ts'

/** Addresses that do not exist are tried so often a minute from one place. */
const wrongTries = 30

/** One calendar is read so often a minute; by its address, as one service reads those of many people. */
const readsOfOne = 30

/** Calendars for programs that cannot sign in: the address itself is the secret, 256 random bits. */
export function feedRoute(app: FastifyInstance, read: (token: string) => Promise<string | null>) {
  const guesses = guessLimit(wrongTries)
  const counted = minuteLimit(readsOfOne)
  app.route<{ Params: { name: string } }>({
    method: 'GET',
    url: '/feeds/:name',
    handler: async (request, reply) => {
      await guesses.check(request)
      const token = /^([\w-]{43})\.ics$/.exec(request.params.name)?.[1]
      if (token) await counted(token)
      const calendar = token ? await read(token) : null
      if (calendar === null) {
        await guesses.wrong(request)
        throw notFound()
      }
      return reply
        .header('cache-control', 'private, no-cache')
        .header('content-disposition', 'inline; filename="school.ics"')
        .type('text/calendar; charset=utf-8')
        .send(calendar)
    },
  })
}
