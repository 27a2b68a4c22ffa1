import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalid, Refusal, unauthenticated } from '#server/base/errors.ts'

/** The parts of the HTTP exchange that an operation may use: cookies, and the address of the caller. */
export type Http = {
  requestId: string
  address: string
  userAgent: string
  /** The session secret of the request, whether or not it is valid. */
  secret: string | null
  setSession: (secret: string, maxAgeSeconds: number | null) => void
  clearSession: () => void
  /** The cookie of a device that has signed in before. */
  device: string | null
  setDevice: (device: string) => void
}

/** `__Host-` only over https: browsers refuse that prefix otherwise (api.md §2.1). */
const cookieOf = (request: FastifyRequest, name: string) => (request.protocol === 'https' ? `__Host-${name}` : name)

/**
 * The secret of the session, from the cookie of the request's scheme or from the bearer token. Throws 401 if both are sent and
 * differ.
 */
export function secretOf(request: FastifyRequest): string | null {
  const cookie = request.cookies[cookieOf(request, 'session')] || null
  const bearer = bearerOf(request)
  if (bearer !== null && cookie !== null && bearer !== cookie) throw unauthenticated()
  return bearer ?? cookie
}

/** The bearer token, or null. Other kinds of authorization are meant for a proxy in front of the server. */
const bearerOf = ({ headers }: { headers: IncomingHttpHeaders }) =>
  /^Bearer *(.*)$/i.exec(headers.authorization ?? '')?.[1] ?? null

const sessionCookies = /(?:^|;\s*)(?:__Host-)?session=([^;]+)/g

/** The session secrets of a request before its scheme is known; a browser may send the cookies of both schemes. */
export function secretsIn(headers: IncomingHttpHeaders): string[] {
  const bearer = bearerOf({ headers })
  const cookies = [...(headers.cookie ?? '').matchAll(sessionCookies)].slice(0, 2)
  return [...(bearer === null ? [] : [bearer]), ...cookies.map(([, secret]) => secret!)]
}

export function httpOf(request: FastifyRequest, reply: FastifyReply): Http {
  const options = { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const
  const session = cookieOf(request, 'session')
  const device = cookieOf(request, 'device')
  return {
    requestId: request.id,
    address: request.ip,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    secret: secretOf(request),
    setSession: (secret, maxAge) =>
      void reply.setCookie(session, secret, maxAge === null ? options : { ...options, maxAge }),
    clearSession: () => void reply.clearCookie(session, options).header('clear-site-data', '"cache"'),
    device: request.cookies[device] || null,
    setDevice: (mark) => void reply.setCookie(device, mark, { ...options, maxAge: 400 * 24 * 3600 }),
  }
}

const elsewhere = () => new Refusal(403, 'forbidden', 'This request came from another site')

/** Refuses a request with two Host headers: a proxy and we could each believe another one (RFC 9112, 3.2). */
export function refuseTwoHosts({ raw: { rawHeaders } }: FastifyRequest) {
  const names = rawHeaders.filter((_, nth) => nth % 2 === 0)
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1) throw invalid('Invalid input')
}

/**
 * Refuses requests that another site made the browser send (api.md §2.4). A call with a cookie must have an Origin header; a call with a
 * bearer token from outside a browser need not.
 */
export function refuseForged(request: FastifyRequest, ours: readonly string[]) {
  if (request.method === 'GET' || request.method === 'HEAD') return
  const site = request.headers['sec-fetch-site']
  const { origin } = request.headers
  if (site !== undefined && site !== 'same-origin') throw elsewhere()
  if (origin !== undefined && !ours.includes(origin)) throw elsewhere()
  const withCookie = request.cookies[cookieOf(request, 'session')] !== undefined
  if (site === undefined && origin === undefined && withCookie && bearerOf(request) === null) throw elsewhere()
}
