import { randomInt } from 'node:crypto'
import type { Secrets } from '#server/base/secrets.ts'

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const proofCodeLength = 10

/** A code to be read from paper, with 49 random bits. */
export const newProofCode = () =>
  Array.from({ length: proofCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Only this hash of a code is stored. It ignores spaces, hyphens and case of the typed text. */
export const proofCodeHmac = (secrets: Secrets, personId: string, typed: string) =>
  secrets.hmac('proof code', `${personId} ${typed.replace(/[\s-]/g, '').toUpperCase()}`)
