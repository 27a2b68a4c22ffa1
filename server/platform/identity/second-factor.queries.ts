import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

export type EnrolledFactor = { sealedSecret: Buffer; lastStep: number | null }

export const secondFactorRow = (db: Db, userId: string) => sql<EnrolledFactor>`
  select sealed_secret, last_step from sealed_second_factor(${userId}, ${signed(db, 'second factor', userId)})`

/** Uses a time step up; false if it or a later one was already used. */
export async function useStep(db: Db, userId: string, step: number) {
  const { numUpdatedRows } = await db
    .updateTable('secondFactors')
    .set({ lastStep: step })
    .where('userId', '=', userId)
    .where((factor) => factor.or([factor('lastStep', 'is', null), factor('lastStep', '<', step)]))
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

/** Whether a person has an app role other than the given one, which everybody has. */
export async function isPlatformStaff(db: Db, userId: string, standardRole: string): Promise<boolean> {
  const { rows } = await sql`
    select from user_roles held join roles on roles.id = held.role_id
    where held.user_id = ${userId} and roles.type = 2 and roles.active and roles.id <> ${standardRole}`.execute(db)
  return rows.length > 0
}

/** Whether the account of a person began with the code of a letter; read as the owner. */
export async function beganByLetter(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql`select from users where id = ${userId} and letter_school is not null`.execute(db)
  return rows.length > 0
}

export const putSecondFactor = (db: Db, factor: { userId: string; sealedSecret: Buffer; lastStep: number }) =>
  sql`
    insert into second_factors (user_id, sealed_secret, last_step)
    values (${factor.userId}, ${factor.sealedSecret}, ${factor.lastStep})
    on conflict (user_id) do update
      set sealed_secret = excluded.sealed_secret, last_step = excluded.last_step, created_at = excluded.created_at`.execute(
    db,
  )

/** False if there was none. */
export async function dropSecondFactor(db: Db, userId: string): Promise<boolean> {
  const { numDeletedRows } = await db.deleteFrom('secondFactors').where('userId', '=', userId).executeTakeFirst()
  return numDeletedRows === 1n
}
