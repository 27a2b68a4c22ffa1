import { type NotNull, sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signed } from '#server/db/signing.ts'

/** The acting person with all fields that only they may read. */
export const ownDetails = (db: Db, id: string) =>
  db
    .selectFrom('ownAccount')
    .where('id', '=', id)
    .select(['id', 'userName', 'firstName', 'middleName', 'lastName', 'phoneNumber', 'imageUrl', 'birthDay'])
    .select(['address', 'city', 'region', 'country', 'email', 'latinName', 'version'])
    .$narrowType<{ id: NotNull; firstName: NotNull; lastName: NotNull; phoneNumber: NotNull; version: NotNull }>()
    .executeTakeFirst()

/** The public part of a person, for people who meet them: names and picture. */
export const namesOf = (db: Db, id: string) =>
  db
    .selectFrom('users')
    .where('id', '=', id)
    .select(['id', 'firstName', 'middleName', 'lastName', 'imageUrl', 'latinName'])
    .select((eb) => hidden.map((field) => eb.val<string | null>(null).as(field)))
    .select((eb) => eb.val<number | null>(null).as('version'))
    .executeTakeFirst()

const hidden = ['userName', 'phoneNumber', 'birthDay', 'address', 'city', 'region', 'country', 'email'] as const

/** The person with exactly this phone number, for a look-up. */
export const foundByPhone = (db: Db, phoneNumber: string) =>
  db
    .selectFrom('users')
    .where('phoneNumber', '=', phoneNumber)
    .select(['id', 'firstName', 'lastName', 'imageUrl'])
    .executeTakeFirst()

/** Sets the password of a phone's account, and makes the account if there is none. Returns its person and whether it is new. */
export async function putPassword(db: Db, { phoneNumber, hash }: { phoneNumber: string; hash: string }) {
  const newPerson = newId()
  const signature = signed(db, 'put password', newPerson, phoneNumber, hash)
  const { rows } = await sql<{ id: string; isNew: boolean }>`
    select id, is_new from put_password(${newPerson}, ${phoneNumber}, ${hash}, ${signature})`.execute(db)
  return rows[0]!
}

/** Changes a password, if it is still the one that was checked; false if it has been changed meanwhile. */
export async function changePassword(db: Db, id: string, was: string, hash: string) {
  const { rows } = await sql<{ changed: boolean }>`select change_password(${id}, ${was}, ${hash}) as changed`.execute(
    db,
  )
  return rows[0]!.changed
}

export async function passwordOf(db: Db, id: string) {
  const { rows } = await sql<{ phoneNumber: string; passwordHash: string }>`
    select phone_number, password_hash from password_of(${id}, ${signed(db, 'password of', id)})`.execute(db)
  return rows[0]!
}
