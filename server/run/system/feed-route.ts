import type { FastifyInstance } from 'fastify'
import { notFound } from '#server/base/errors.ts'
import { guessLimit, minuteLimit } from '#server/call/limits.ts'

/** How many requests per minute one network address may send for calendars that do not exist. */
const wrongTries = 30

/** How often one calendar may be read per minute. Counted per calendar, because one service reads the calendars of many people. */
const readsOfOne = 30

/** Calendars for programs that cannot sign in: the URL itself is the secret, with 256 random bits. */
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
