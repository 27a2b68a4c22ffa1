import { invalid } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { outgoingUrl } from '#server/platform/connections/outgoing/addresses.rules.ts'
import type { Provider, ProtocolNeeds } from './protocol.ts'

/** How this installation reaches providers, and where they send people back. */
export type SignInNeeds = { hosts: readonly string[]; readonly origin: string; timeout?: number }

export const callbackPath = '/sign-in/callback'

export const needsOf = ({ hosts, origin, timeout }: SignInNeeds): ProtocolNeeds => ({
  hosts,
  redirectUri: origin + callbackPath,
  ...(timeout !== undefined && { timeout }),
})

const purpose = 'sign-in provider'

export const sealedClientSecret = (secrets: Secrets, secret: string) => secrets.seal(purpose, secret)

type Stored = { issuer: string; clientId: string; tenant: string | null; sealed: Buffer }

/** A provider with its secret; null if that was sealed with another secret of the installation. */
export function opened(secrets: Secrets, { issuer, clientId, tenant, sealed }: Stored): Provider | null {
  try {
    return { issuer, clientId, tenant, clientSecret: secrets.open(purpose, sealed) }
  } catch {
    return null
  }
}

/** The address of an issuer as it is stored: links are kept by it. */
export function issuerOf(text: string, hosts: readonly string[]) {
  const url = outgoingUrl(text.trim(), hosts)
  if (!url || url.search) throw invalid('Enter an https address on the public internet', 'issuer')
  return url.pathname === '/' ? url.origin : url.href
}

/** What people enter to find their provider, also as the end of an e-mail. */
export const domainOf = (text: string) => text.trim().toLowerCase().replace(/^.*@/, '')

export function mustBeDomain(text: string) {
  const domain = domainOf(text)
  if (!/^[\p{L}\p{N}](?:[\p{L}\p{N}.-]*[\p{L}\p{N}])?$/u.test(domain) || !domain.includes('.'))
    throw invalid('Enter a domain such as school.example', 'domain')
  return domain
}

/** Google signs everybody in, so the token must say of which organisation. */
export function mustNameTenant(issuer: string, tenant: string | null) {
  if (issuer === 'https://accounts.google.com' && tenant === null)
    throw invalid('Enter the domain of your organisation at Google', 'tenant')
}
