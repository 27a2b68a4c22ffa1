import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { pageMarks } from '#contract/platform/sign-in/page-marks.ts'
import { addressOf } from '#server/call/addresses.ts'
import { httpOf } from '#server/call/http.ts'
import { minuteLimit } from '#server/call/limits.ts'
import type { Http } from '#server/call/http.ts'

type Next = { to: string; journey?: string; session?: { secret: string; shared: boolean } }

type Journeys = {
  begin: (providerId: string, options: { ticket?: string | undefined; next: unknown; shared: boolean }) => Promise<Next>
  end: (cookie: string | undefined, answer: URLSearchParams, http: Http) => Promise<Next>
}

/** How many journeys one network address may begin or end per minute: each asks a server of somebody else. */
const aMinute = 60

const isId = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/

/** Where a sign-in with the account of a school begins, and where its provider sends people back (decision 160). */
export function signInRoute(app: FastifyInstance, journeys: Journeys) {
  const counted = minuteLimit(aMinute)
  const answer = (request: FastifyRequest, reply: FastifyReply, { to, journey, session }: Next) => {
    const secure = request.protocol === 'https'
    // Only the callback gets it, and browsers send it there from the provider's page.
    const own = { path: '/sign-in/callback', httpOnly: true, sameSite: 'lax', secure } as const
    if (journey) void reply.setCookie('sign-in', journey, { ...own, maxAge: 600 })
    else void reply.clearCookie('sign-in', own)
    if (session) {
      httpOf(request, reply).setSession(session.secret, session.shared ? null : sessionAge)
      markPage(reply, session.shared)
    }
    return reply.header('referrer-policy', 'no-referrer').redirect(to, 303)
  }

  app.get<{ Params: { provider: string }; Querystring: Record<string, unknown> }>(
    '/sign-in/:provider',
    async (request, reply) => {
      await counted(addressOf(request.ip))
      const { ticket, next, shared } = request.query
      const { provider } = request.params
      const given = typeof ticket === 'string' ? ticket : undefined
      if (!isId.test(provider)) return answer(request, reply, { to: '/auth?outside=away' })
      return answer(request, reply, await journeys.begin(provider, { ticket: given, next, shared: shared === '1' }))
    },
  )

  app.get('/sign-in/callback', async (request, reply) => {
    await counted(addressOf(request.ip))
    const sent = new URLSearchParams(request.url.split('?')[1] ?? '')
    return answer(request, reply, await journeys.end(request.cookies['sign-in'], sent, httpOf(request, reply)))
  })
}

/** As long as a session may live, in seconds; the server ends it earlier. */
const sessionAge = 30 * 24 * 3600

/** The cookies by which the page knows that somebody is signed in here, on a computer that others use too, and that nobody is leaving. */
function markPage(reply: FastifyReply, shared: boolean) {
  const strict = { path: '/', sameSite: 'strict' } as const
  void reply.setCookie(pageMarks.signedIn, '1', shared ? strict : { ...strict, maxAge: 34_560_000 })
  void reply.clearCookie(pageMarks.left, strict)
  if (shared) void reply.setCookie(pageMarks.shared, '1', strict)
  else void reply.clearCookie(pageMarks.shared, strict)
}
