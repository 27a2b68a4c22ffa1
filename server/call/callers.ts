import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { addressOf } from './addresses.ts'
import { slowDown } from './errors.ts'
import { secretsIn } from './http.ts'

type From = { headers: IncomingHttpHeaders; ip: string }

/** Knows apart who calls before the database is asked: people by a secret that was somebody's lately, and addresses. */
export type Callers = {
  /** Whose turn a call takes: the same for all calls of a session, or for all visitors of an address. */
  turnOf: (call: From) => string
  /** By what a call is counted that nobody identifies: the session that is known, else the address. */
  countedAs: (call: From) => string
  /** Throws 429 for an unknown secret where the address sent too many that were nobody's, but for a few a second. Counts nothing. */
  admit: (call: From, secret: string) => void
  /** The secret is a live session's. */
  known: (secret: string) => void
  /** The secret is nobody's. */
  wrong: (call: From, secret: string) => void
}

/** Sessions of one address that may have ended in open tabs within a minute: more of them share one turn. */
const endedAtMost = 30
const minute = 60_000
/** Beyond what is refused unseen, one unknown secret of an address is looked up in so many ms: a person who has just come may be behind it. */
const lookedUpEvery = 200
const rememberedAtMost = 50_000

/** `visitor`: calls that an address may make in a minute, over all processes. */
export function callers(
  { visitor }: { visitor: number },
  processes: () => number = () => 1,
  now = () => performance.now(),
): Callers {
  /** The first was used longest ago. */
  const remembered = new Set<string>()
  const wrongs = new Map<string, { count: number; until: number; next: number }>()

  const firstKnown = (hashes: string[]) => hashes.find((hash) => remembered.has(hash))

  return {
    turnOf({ headers, ip }) {
      const hashes = secretsIn(headers).map(hashOf)
      const [first] = hashes
      const address = addressOf(ip)
      const isGuessing = (wrongs.get(address)?.count ?? 0) > endedAtMost
      return firstKnown(hashes) ?? (first === undefined || isGuessing ? address : first)
    },
    countedAs: ({ headers, ip }) => firstKnown(secretsIn(headers).map(hashOf)) ?? addressOf(ip),
    admit({ ip }, secret) {
      if (wrongs.size === 0) return
      const wrong = wrongs.get(addressOf(ip))
      if (!wrong || wrong.count < visitor / processes() || remembered.has(hashOf(secret))) return
      if (now() < wrong.next) throw slowDown((wrong.until - now()) / 1000)
      wrong.next = now() + lookedUpEvery
    },
    known(secret) {
      const hash = hashOf(secret)
      remembered.delete(hash)
      remembered.add(hash)
      const [oldest] = remembered
      if (remembered.size > rememberedAtMost) remembered.delete(oldest!)
    },
    wrong({ ip }, secret) {
      remembered.delete(hashOf(secret))
      const address = addressOf(ip)
      const before = wrongs.get(address)
      if (before) return void before.count++
      wrongs.set(address, { count: 1, until: now() + minute, next: 0 })
      setTimeout(() => wrongs.delete(address), minute).unref()
    },
  }
}

const hashOf = (secret: string) => createHash('sha256').update(secret).digest('base64url')
