import { BlockList, isIP } from 'node:net'
import type { Operation } from '#contract/language/operation.ts'
import {
  openToPrograms,
  programPrefix,
  type ProgramScope,
  programScopes,
  tokenPrefix,
} from '#contract/language/programs.ts'
import { forbidden, slowDown } from '#server/base/errors.ts'
import type { Secrets } from '#server/base/secrets.ts'
import type { Db } from '#server/db/db.ts'
import { hashOf } from './authorise.ts'
import { noRights, type Caller } from './caller.ts'
import { type ProgramRow, programRow } from './program.queries.ts'

/** The most rows that a key may read in a day (UTC). */
const rowsADay = 50_000

/** Alone in an address, because the same letters may stand by chance within something longer, such as the code of a provider. */
const secretAlone = new RegExp(`(?:[^A-Za-z0-9_-]|%[0-9A-Fa-f]{2})(${programPrefix}[A-Za-z0-9_-]{43})(?![A-Za-z0-9_-])`)

/** The secret of a session has this length, and one in 130,000 begins as that of a program by chance. */
const lengthOfSession = 43

/** Whether it is the secret of a key, or a token that was made from one. */
export const isProgramSecret = (secret: string | null): secret is string =>
  secret !== null &&
  secret.length !== lengthOfSession &&
  (secret.startsWith(programPrefix) || secret.startsWith(tokenPrefix))

/** A secret of a program in an address, where it does not belong; null if there is none. */
export const programSecretIn = (url: string) => secretAlone.exec(url)?.[1] ?? null

/** The key of a secret or of its hash that lives on a day; undefined if there is none. The transaction then acts as the person who made it. */
export const programOf = (db: Db, secret: string | Buffer, today: string): Promise<ProgramRow | undefined> =>
  programRow(db, typeof secret === 'string' ? hashOf(secret) : secret, today)

/** The hash by which a key is found, and the scopes to which a token is narrowed; null for all of the key. */
type Presented = { hash: Buffer; scopes: readonly string[] | null }

const purpose = 'program token'

/**
 * A token that opens these scopes of a key until a moment. Nothing is stored of it: it is sealed, names the key by its hash, and so ends with the
 * key.
 */
export const newToken = (
  secrets: Secrets,
  secret: string,
  { until, scopes }: { until: Date; scopes: readonly string[] },
) =>
  tokenPrefix +
  secrets
    .seal(purpose, JSON.stringify([hashOf(secret).toString('base64url'), until.getTime(), ...scopes]))
    .toString('base64url')

/** What a program presents: a secret, or a token. Null for a token that is not ours or is over. */
export function presentedBy(secrets: Secrets, text: string, now: Date): Presented | null {
  if (!text.startsWith(tokenPrefix)) return { hash: hashOf(text), scopes: null }
  try {
    const sealed = Buffer.from(text.slice(tokenPrefix.length), 'base64url')
    const [hash, until, ...scopes] = JSON.parse(secrets.open(purpose, sealed)) as [string, number, ...string[]]
    return until > now.getTime() ? { hash: Buffer.from(hash, 'base64url'), scopes } : null
  } catch {
    return null
  }
}

/**
 * The program as a caller: who made its key, in the one school, with the rights of the scope and no others. Throws 403 where the operation is
 * not for programs or for this one, or its maker no longer has these rights; 429 after too many rows.
 */
export function programCaller(program: ProgramRow, { path, writes }: Operation, address: string): Caller {
  const opened = openToPrograms[path]
  if (!opened || writes || !program.scopes.includes(opened.scope))
    throw forbidden('This key of a program does not open that')
  if (!isWithin(address, program.networks)) throw forbidden('This key may not be used from this network')
  const school = program.schools.find(({ id, active }) => id === program.schoolId && active)
  if (!school || !holdsScopes([opened.scope], school.keys))
    throw forbidden('The person who made this key no longer has its rights; it has to be made anew')
  // What else its scopes show is left out once its maker may not see it any more.
  const more = (opened.also ?? []).filter(
    (scope) => program.scopes.includes(scope) && holdsScopes([scope], school.keys),
  )
  const scopes = [opened.scope, ...more]
  if (program.rowsToday >= rowsADay) throw slowDown(3600)
  return {
    id: program.personId,
    sessionId: program.id,
    programId: program.id,
    programScopes: scopes,
    sharedComputer: false,
    isUnmarked: false,
    proofDue: false,
    onlySchool: null,
    rights: {
      ...noRights,
      schools: [{ ...school, isAdmin: false, keys: [...new Set(scopes.flatMap((scope) => programScopes[scope]))] }],
    },
  }
}

/** Whether all rights that scopes take are among these. */
export const holdsScopes = (scopes: readonly ProgramScope[], keys: readonly string[]) =>
  scopes.every((scope) => programScopes[scope].every((key) => keys.includes(key)))

/** An empty list of networks is every address. */
function isWithin(address: string, networks: readonly string[]) {
  if (networks.length === 0) return true
  const plain = address.replace(/^::ffff:/, '')
  const list = new BlockList()
  for (const network of networks) {
    const [base, bits] = network.split('/') as [string, string]
    list.addSubnet(base, Number(bits), isIP(base) === 6 ? 'ipv6' : 'ipv4')
  }
  return list.check(plain, isIP(plain) === 6 ? 'ipv6' : 'ipv4')
}

const emptied = (value: unknown) => (Array.isArray(value) ? [] : null)

/** An answer without the fields that programs do not get; they are null, or empty lists, at every depth. */
export function withoutFields(answer: unknown, { path }: Operation): unknown {
  const hidden = new Set(openToPrograms[path]?.without)
  const walk = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(walk)
    if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) return value
    return Object.fromEntries(
      Object.entries(value).map(([key, one]) => [key, hidden.has(key) ? emptied(one) : walk(one)]),
    )
  }
  return hidden.size > 0 ? walk(answer) : answer
}
