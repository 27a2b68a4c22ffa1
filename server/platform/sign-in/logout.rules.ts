import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'

/** What a provider ends: everything that came from an account there, or from one session there. `at`: when it said so. */
export type Logout = { subject: string | null; sid: string | null; at: Date }

const backchannel = 'http://schemas.openid.net/event/backchannel-logout'

/** Signatures that only the provider can make; never those with the secret that we share. */
const algorithms = ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512', 'ES256', 'ES384', 'ES512', 'EdDSA']

/** How old a logout may be, and by how much clocks may differ, in seconds. */
const [oldest, skew] = [300, 60]

/** Who a token says it is from and for, before anything of it is believed; null if it does not say so. */
export function namedBy(token: string): { issuer: string; clients: readonly string[] } | null {
  try {
    const { iss, aud } = decodeJwt(token)
    const clients = [aud ?? []].flat().filter((one) => typeof one === 'string')
    return typeof iss === 'string' && clients.length > 0 && clients.length <= 5 ? { issuer: iss, clients } : null
  } catch {
    return null
  }
}

type Expected = { issuer: string; clientId: string }

/** What a logout token ends (OpenID Connect Back-Channel Logout 1.0 §2.6). Throws for one that is not right in everything. */
export async function logoutOf(token: string, keys: JSONWebKeySet, { issuer, clientId }: Expected): Promise<Logout> {
  const { payload, protectedHeader } = await jwtVerify(token, createLocalJWKSet(keys), {
    issuer,
    audience: clientId,
    algorithms,
    maxTokenAge: oldest,
    clockTolerance: skew,
    requiredClaims: ['iat', 'jti', 'events'],
  })
  const { sub, sid, nonce, events, iat, jti } = payload
  const kind = (protectedHeader.typ ?? 'JWT').toLowerCase()
  const isLogout = isObject(events) && isObject(events[backchannel])
  // A token of a sign-in has a nonce, so none can be sent here as a logout.
  if (!isLogout || nonce !== undefined || !(kind === 'jwt' || kind === 'logout+jwt') || !textOf(jti))
    throw new Error('This is no logout token')
  const named = { subject: textOf(sub), sid: textOf(sid) }
  const isOdd = (sub !== undefined && !named.subject) || (sid !== undefined && !named.sid)
  if (isOdd || (!named.subject && !named.sid)) throw new Error('The logout token says nobody')
  return { ...named, at: new Date(iat! * 1000) }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const textOf = (value: unknown) => (typeof value === 'string' && value.length > 0 && value.length <= 255 ? value : null)
