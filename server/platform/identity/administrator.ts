import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { Password } from '#contract/language/fields.ts'
import { CannotStart } from '#server/base/cannot-start.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { giveAppRole, insertAuditLine, insertPerson, idByPhone } from './administrator.queries.ts'
import type { IsCommon } from './guessable-passwords.ts'
import { passwordHash } from './passwords.ts'

/** Returns an acceptable password. Throws CannotStart with the sentence that says what is wrong. */
export function readPassword(typed: string, again: string, isCommon: IsCommon) {
  if (typed !== again) throw new CannotStart('Passwords do not match')
  const { success, data: password, error } = Password.safeParse(typed)
  if (!success) throw new CannotStart(error.issues[0]?.message ?? 'Invalid input')
  if (isCommon(password)) throw new CannotStart('This password is too common')
  return password
}

/**
 * Makes the person with this phone a platform administrator (permissions.md §3). `askPassword` is called only for a phone without an
 * account. The connection is the owner's, because nobody may give this role to themselves.
 */
export async function makeAdministrator(db: Db, phone: string, askPassword: () => Promise<string>) {
  const known = await idByPhone(db, phone)
  const hash = known ? null : await passwordHash(await askPassword())

  return db.transaction().execute(async (tx) => {
    const made = hash !== null && (await insertPerson(tx, { id: newId(), phone, hash }))
    // If an account was made while the password was typed, it stays as it is, like any other existing account.
    const id = known ?? (await idByPhone(tx, phone))!
    await giveAppRole(tx, id, builtInRoles.standard.id)
    const given = await giveAppRole(tx, id, builtInRoles.platformAdministrator.id)
    if (given) await insertAuditLine(tx, 'operator names a platform administrator', id)
    return { id, made, given }
  })
}
