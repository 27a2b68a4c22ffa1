import { hash, verify } from '@node-rs/argon2'
import { busy } from '#server/call/errors.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** argon2id, 19 MiB, two passes. */
export const passwordHash = (password: string) => takingTurns(() => hash(password, cost))

/** Whether a password is the one stored; takes as long for a person who does not exist. */
export async function isPassword(stored: string | undefined, password: string) {
  const matches = await takingTurns(async () => verify(stored ?? (await nobodys), password))
  return stored !== undefined && matches
}

const nobodys = hash('the password of nobody', cost)

const atOnce = 2
const waitingAtMost = 50
let running = 0
const waiting: (() => void)[] = []

/** Hashing is costly on purpose: a few run at once, a short queue waits, and further calls are refused as busy. */
async function takingTurns<T>(work: () => Promise<T>): Promise<T> {
  if (running >= atOnce) {
    if (waiting.length >= waitingAtMost) throw busy()
    await new Promise<void>((go) => waiting.push(go))
  } else running++

  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running--
  }
}
