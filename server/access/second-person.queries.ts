import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { signed } from '#server/db/signing.ts'

/** A person by the key that they use: in a school, or app-wide where it is null. */
export type Holding = { personId: string; key: string; schoolId: string | null }

/** Whether these two count as two: neither owes their right to the other, or to the same person, within 72 hours. */
export async function areTwo(db: Db, one: Holding, other: Holding) {
  const both = [one, other]
  const people = both.map(({ personId }) => personId)
  const keys = both.map(({ key }) => key)
  const schools = both.map(({ schoolId }) => schoolId)
  const signature = signed(db, 'are two', people.join(','), keys.join(','), schools.join(','))
  const { rows } = await sql<{ areTwo: boolean }>`
    select are_two(${people}::uuid[], ${keys}::text[], ${schools}::uuid[], ${signature}) as are_two`.execute(db)
  return rows[0]!.areTwo
}

type Right = { userId: string; schoolId?: string | null | undefined; roleId?: string; permissionId?: string }

/** Whether one of these app-wide rights is older than the person's own key, which somebody gave them within 72 hours. */
export async function areOlder(db: Db, personId: string, key: string, rights: readonly Right[]) {
  const named = rights.filter(({ schoolId }) => schoolId == null)
  if (named.length === 0) return false
  const people = named.map(({ userId }) => userId)
  const roles = named.map(({ roleId }) => roleId ?? null)
  const keys = named.map(({ permissionId }) => permissionId ?? null)
  const { rows } = await sql<{ areOlder: boolean }>`
    with named as (
      select * from unnest(${people}::uuid[], ${roles}::uuid[], ${keys}::uuid[]) as n (user_id, role_id, permission_id)
    ), theirs as (
      select ur.created_at from user_roles ur join named n using (user_id, role_id) where ur.school_id is null
      union all
      select up.created_at from user_permissions up join named n using (user_id, permission_id) where up.school_id is null
    )
    select exists (
      select from theirs where created_at < new_since(${personId}, ${key}, ${signed(db, 'new since', personId, key)})
    ) as are_older`.execute(db)
  return rows[0]!.areOlder
}

/** Whether somebody has this role for longer than the person has the key, which somebody gave them within 72 hours. */
export async function isOlder(db: Db, personId: string, key: string, roleId: string) {
  const { rows } = await sql<{ isOlder: boolean | null }>`
    select is_held_before(${roleId}, new_since(${personId}, ${key}, ${signed(db, 'new since', personId, key)}),
      ${signed(db, 'is held before', roleId)}) as is_older`.execute(db)
  return rows[0]!.isOlder === true
}
