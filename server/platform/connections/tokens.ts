import {
  oneRosterScope,
  oneRosterScopes,
  type ProgramScope,
  programPrefix,
  tokenLasts,
} from '#contract/language/programs.ts'
import { newToken, programOf } from '#server/access/program.ts'
import type { Clock } from '#server/base/clock.ts'
import { civilDay } from '#server/base/days.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Db } from '#server/db/db.ts'

/** Parameters of a request for a token (RFC 6749 §4.4). */
type TokenRequest = { grant: string; clientId: string; clientSecret: string; scope: string | null }

/** The words of RFC 6749 §5.2. */
type TokenRefusal = 'invalid_client' | 'invalid_scope' | 'unsupported_grant_type'

type TokenAnswer =
  | { error: TokenRefusal }
  | { access_token: string; token_type: 'Bearer'; expires_in: number; scope: string }

/**
 * Gives a program a token of an hour for its secret: of all scopes of the key, or of those that it asks for. Of the scopes of OneRoster, which
 * clients ask for together, those are left out that the key has not (RFC 6749 §3.3); the answer names the others.
 */
export async function giveToken(
  { db, clock, secrets }: { db: Db; clock: Clock; secrets: Secrets },
  { grant, clientId, clientSecret, scope }: TokenRequest,
): Promise<TokenAnswer> {
  if (grant !== 'client_credentials') return { error: 'unsupported_grant_type' }
  if (!clientSecret.startsWith(programPrefix)) return { error: 'invalid_client' }
  const now = clock.now()
  const key = await db.transaction().execute((tx) => programOf(tx, clientSecret, civilDay(now, 'UTC')))
  if (!key || key.id !== clientId.toLowerCase()) return { error: 'invalid_client' }
  const wanted = [...new Set(scope?.split(' ').filter(Boolean) ?? [])]
  const given = wanted.filter((one) => key.scopes.includes(ownScope(one)))
  if (wanted.some((one) => !given.includes(one) && !oneRosterScope.test(one))) return { error: 'invalid_scope' }
  if (wanted.length > 0 && given.length === 0) return { error: 'invalid_scope' }
  const asked = wanted.length > 0 ? given : key.scopes
  // Numbers and addresses have no scope in OneRoster: a key that shows them shows them there too.
  const beside = given.some((one) => oneRosterScope.test(one)) && key.scopes.includes('contacts') ? ['contacts'] : []
  const scopes = [...new Set([...asked.map(ownScope), ...beside])] as ProgramScope[]
  const until = new Date(now.getTime() + tokenLasts * 1000)
  return {
    access_token: newToken(secrets, clientSecret, { until, scopes }),
    token_type: 'Bearer',
    expires_in: tokenLasts,
    scope: asked.join(' '),
  }
}

const ownScope = (name: string): string => oneRosterScopes[name.replace(oneRosterScope, '')] ?? name
