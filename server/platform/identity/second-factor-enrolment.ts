import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { asciiDigits } from '#contract/language/text.ts'
import type { Clock } from '#server/base/clock.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { Db } from '#server/db/db.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { insertAuditLine, idByPhone } from './administrator.queries.ts'
import { purpose } from './second-factor.ts'
import { newSharedSecret, otpauthUri, stepOf } from './second-factor-code.ts'
import { beganByLetter, dropSecondFactor, isPlatformStaff, putSecondFactor } from './second-factor.queries.ts'

/**
 * Gives platform staff, or a person who came with the code of a letter, a second factor, in place of an older one. `confirm` is shown the secret and must return a first code. The connection
 * is the owner's. Throws CannotStart with the sentence; then nothing has changed.
 */
export async function enrol(
  db: Db,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  phone: string,
  confirm: (shown: { secret: string; uri: string }) => Promise<string>,
) {
  const id = await staffByPhone(db, phone)
  const secret = newSharedSecret()
  const code = asciiDigits(await confirm({ secret, uri: otpauthUri(secret, phone) })).replace(/\s/g, '')
  const lastStep = stepOf(secret, code, { now: clock.now().getTime(), lastStep: null })
  if (lastStep === null)
    throw new CannotStart('This code is not right; nothing has changed. Is the clock of this machine right?')

  await db.transaction().execute(async (tx) => {
    await putSecondFactor(tx, { userId: id, sealedSecret: secrets.seal(purpose, secret), lastStep })
    await insertAuditLine(tx, 'operator enrols a second factor', id)
  })
}

/** Removes a person's second factor; false if there was none. */
export async function unenrol(db: Db, phone: string): Promise<boolean> {
  const id = await knownByPhone(db, phone)
  return db.transaction().execute(async (tx) => {
    const dropped = await dropSecondFactor(tx, id)
    if (dropped) await insertAuditLine(tx, 'operator removes a second factor', id)
    return dropped
  })
}

async function staffByPhone(db: Db, phone: string) {
  const id = await knownByPhone(db, phone)
  if ((await isPlatformStaff(db, id, builtInRoles.standard.id)) || (await beganByLetter(db, id))) return id
  throw new CannotStart(`The account ${phone} is not of platform staff.`)
}

async function knownByPhone(db: Db, phone: string) {
  const id = await idByPhone(db, phone)
  if (id) return id
  throw new CannotStart(`There is no account with the phone number ${phone}.`)
}
