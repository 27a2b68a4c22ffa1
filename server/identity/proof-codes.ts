import { randomInt } from 'node:crypto'
import type { Secrets } from '#server/secrets.ts'

/** Without letters and digits that are taken for each other. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTVWXYZ'

const proofCodeLength = 10

/** A code that is read from paper: 49 random bits. */
export const newProofCode = () =>
  Array.from({ length: proofCodeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Only this is kept of a code. Spaces, hyphens and case are as they were typed. */
export const proofCodeHmac = (secrets: Secrets, personId: string, typed: string) =>
  secrets.hmac('proof code', `${personId} ${typed.replace(/[\s-]/g, '').toUpperCase()}`)
