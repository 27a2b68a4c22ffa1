import type pg from 'pg'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { asciiDigits } from '#contract/language/text.ts'
import type { Clock } from '#server/base/clock.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { insertAuditLine, idByPhone } from './administrator.queries.ts'
import { purpose } from './second-factor.ts'
import { newSharedSecret, otpauthUri, stepOf } from './second-factor-code.ts'
import { dropSecondFactor, isPlatformStaff, putSecondFactor } from './second-factor.queries.ts'

/**
 * Gives platform staff a second factor, in place of an older one. `confirm` is shown the secret and must return a first code. The client is
 * the owner's. Throws CannotStart with the sentence; then nothing has changed.
 */
export async function enrol(
  client: pg.ClientBase,
  { secrets, clock }: { secrets: Secrets; clock: Clock },
  phone: string,
  confirm: (shown: { secret: string; uri: string }) => Promise<string>,
) {
  const id = await staffByPhone(client, phone)
  const secret = newSharedSecret()
  const code = asciiDigits(await confirm({ secret, uri: otpauthUri(secret, phone) })).replace(/\s/g, '')
  const lastStep = stepOf(secret, code, { now: clock.now().getTime(), lastStep: null })
  if (lastStep === null)
    throw new CannotStart('This code is not right; nothing has changed. Is the clock of this machine right?')

  await client.query('begin')
  await putSecondFactor(client, { userId: id, sealedSecret: secrets.seal(purpose, secret), lastStep })
  await insertAuditLine(client, 'operator enrols a second factor', id)
  await client.query('commit')
}

/** Removes a person's second factor; false if there was none. */
export async function unenrol(client: pg.ClientBase, phone: string): Promise<boolean> {
  const id = await knownByPhone(client, phone)
  await client.query('begin')
  const dropped = await dropSecondFactor(client, id)
  if (dropped) await insertAuditLine(client, 'operator removes a second factor', id)
  await client.query('commit')
  return dropped
}

async function staffByPhone(client: pg.ClientBase, phone: string) {
  const id = await knownByPhone(client, phone)
  if (await isPlatformStaff(client, id, builtInRoles.standard.id)) return id
  throw new CannotStart(`The account ${phone} is not of platform staff.`)
}

async function knownByPhone(client: pg.ClientBase, phone: string) {
  const id = await idByPhone(client, phone)
  if (id) return id
  throw new CannotStart(`There is no account with the phone number ${phone}.`)
}
