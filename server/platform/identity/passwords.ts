import { hash, verify } from '@node-rs/argon2'
import { addressOf } from '#server/call/addresses.ts'
import { takingTurns } from './turns.ts'

const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 }

/** Hashing is slow on purpose, so it has its own queue. Nobody waits in it with an open transaction. */
export const hashing = takingTurns()

/** Hashes with argon2id, 19 MiB, two passes. `address`: where the call came from. */
export const passwordHash = (password: string, address = '') =>
  hashing.take(addressOf(address), () => hash(password, cost))

/**
 * Whether a password matches the stored hash. Takes as long for a person who does not exist. `known`: whether the device signed in to this
 * account before.
 */
export async function isPassword(stored: string | undefined, password: string, address = '', known = false) {
  const compare = async () => verify(stored ?? (await nobodys), password)
  const matches = await hashing.take(addressOf(address), compare, known)
  return stored !== undefined && matches
}

const nobodys = hash('the password of nobody', cost)
