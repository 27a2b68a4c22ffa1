import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { addressOf } from './addresses.ts'
import { slowDown } from '#server/base/errors.ts'
import { secretsIn } from './http.ts'

type From = { headers: IncomingHttpHeaders; ip: string }

/** Distinguishes callers without a query: people by a session secret that was valid recently, all others by address. */
export type Callers = {
  /** The caller in whose name a call waits at the gate: one for each session, and one for all visitors of an address. */
  turnOf: (call: From) => string
  /** The key by which an unidentified call is counted: the known session, otherwise the address. */
  countedAs: (call: From) => string
  /** Throws 429 for an unknown secret if the address has sent too many unknown ones, except for a few per second. Counts nothing. */
  admit: (call: From, secret: string) => void
  /** To be called when the secret belongs to a live session. */
  known: (secret: string) => void
  /** To be called when the secret belongs to no session. */
  wrong: (call: From, secret: string) => void
}

/** How many unknown secrets of an address per minute may come from open tabs whose sessions have ended; beyond that they share one turn. */
const endedAtMost = 30
const minute = 60_000
/** While an address is being refused, one unknown secret in this many ms is still looked up, because a person may just have arrived there. */
const lookedUpEvery = 200
const rememberedAtMost = 50_000

/** `visitor`: how many calls an address may make per minute, over all processes. */
export function callers(
  { visitor }: { visitor: number },
  processes: () => number = () => 1,
  now = () => performance.now(),
): Callers {
  /** Ordered by last use; the first is the oldest. */
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
