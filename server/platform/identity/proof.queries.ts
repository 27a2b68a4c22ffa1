import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signed } from '#server/db/signing.ts'

/** `guesses`: no doubt about the number, but a sign-in on a new device while too many had failed. */
export type Doubt = { because: 'notice' | 'silence' | 'guesses'; smsProves: boolean; phoneNumber: string }

/** Puts an account in doubt if a password is set by SMS after a year of silence; returns whether it is in doubt. */
export async function doubtSilence(db: Db, personId: string, now: Date) {
  const at = now.toISOString()
  const { rows } = await sql<{ doubted: boolean }>`
    select doubt_silence(${personId}, ${at}, ${signed(db, 'doubt silence', personId, at)}) as doubted`.execute(db)
  return rows[0]!.doubted
}

type SignIn = {
  /** Whether the password is still the one that was checked. It then stays so until this call ends. */
  still: boolean
  inDoubt: boolean
  /** Whether the password was entered on a new device before and not followed by the code that was needed. */
  isUnproved: boolean
  isInvited: boolean
  /** Whether the account began with the code of a letter, which proves less than one by SMS. */
  byLetter: boolean
}

/**
 * Begins a sign-in with a password, and checks that it is still current. Otherwise a session opened with an old password could survive the
 * ending of all sessions that comes with a new one or with a notice about the number.
 */
export function signInRow(db: Db, personId: string, passwordHash: string, now: Date) {
  const at = now.toISOString()
  const signature = signed(db, 'begin sign in', personId, passwordHash, at)
  return sql<SignIn>`
    select still, in_doubt, is_invited, is_unproved,
      began_by_letter(${personId}, ${signed(db, 'began by letter', personId)}) as by_letter
    from begin_sign_in(${personId}, ${passwordHash}, ${at}, ${signature})`
}

/** Puts an account in doubt after a notice of a school, and ends its sessions, devices and grants. */
export function doubtNumber(db: Db, personId: string, schoolId: string, now: Date) {
  const at = now.toISOString()
  const signature = signed(db, 'doubt number', personId, schoolId, at)
  return sql`select doubt_number(${personId}, ${schoolId}, ${at}, ${signature})`.execute(db)
}

/** Why an account is in doubt; undefined if it is not. */
export async function doubtOf(db: Db, personId: string) {
  const { rows } = await sql<Doubt>`
    select because, sms_proves, phone_number from proof_of(${personId}, ${signed(db, 'proof of', personId)})`.execute(
    db,
  )
  return rows[0]
}

/** Marks a session as proved; with `lifts`, the account is no longer in doubt. */
export function proveSession(
  db: Db,
  { sessionId, personId, lifts }: { sessionId: string; personId: string; lifts: boolean },
) {
  const signature = signed(db, 'prove session', sessionId, personId, String(lifts))
  return sql`select prove_session(${sessionId}, ${personId}, ${lifts}, ${signature})`.execute(db)
}

type NewCode = { schoolId: string; personId: string; hmac: Buffer; issuedBy: string; expiresAt: Date }

/** Stores a code that a school hands over, in place of older ones. */
export function putProofCode(db: Db, { schoolId, personId, hmac, issuedBy, expiresAt }: NewCode) {
  const [id, ends] = [newId(), expiresAt.toISOString()]
  const signature = signed(db, 'put proof code', id, schoolId, personId, hmac.toString('hex'), issuedBy, ends)
  return sql`select put_proof_code(${id}, ${schoolId}, ${personId}, ${hmac}, ${issuedBy}, ${ends}, ${signature})`.execute(
    db,
  )
}

/** Uses a code up; false if the person has no such valid code. */
export async function useProofCode(db: Db, personId: string, hmac: Buffer, now: Date) {
  const at = now.toISOString()
  const signature = signed(db, 'use proof code', personId, hmac.toString('hex'), at)
  const { rows } = await sql<{ used: boolean }>`
    select use_proof_code(${personId}, ${hmac}, ${at}, ${signature}) as used`.execute(db)
  return rows[0]!.used
}
