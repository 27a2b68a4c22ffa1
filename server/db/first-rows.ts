import { createHash } from 'node:crypto'
import type pg from 'pg'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { permissions } from '#contract/language/permissions.ts'
import { newId } from './ids.ts'

/** Restores the initial rows of every installation (permissions.md §5). Changes nothing if all of them exist. */
export async function restoreFirstRows(client: pg.ClientBase): Promise<void> {
  await restorePermissions(client)
  await restoreRoles(client)
  await startLists(client)
}

/** The id of a permission is the uuid (version 5) of its key: the same in every installation (permissions.md §1.8). */
export function permissionId(key: string): string {
  const namespace = Buffer.from('01900000000070008000' + '00000000f000', 'hex')
  const bytes = createHash('sha1').update(namespace).update(key).digest().subarray(0, 16)
  bytes[6] = (bytes[6]! & 0x0f) | 0x50
  bytes[8] = (bytes[8]! & 0x3f) | 0x80
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')
}

const restorePermissions = (client: pg.ClientBase) =>
  client.query(
    `insert into permissions (id, key, name, name_ar, school_scope, app_scope)
     select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::boolean[], $6::boolean[])
     on conflict (id) do update
       set name = excluded.name, name_ar = excluded.name_ar,
           school_scope = excluded.school_scope, app_scope = excluded.app_scope
       where (permissions.name, permissions.name_ar, permissions.school_scope, permissions.app_scope)
         is distinct from (excluded.name, excluded.name_ar, excluded.school_scope, excluded.app_scope)`,
    [
      permissions.map(({ key }) => permissionId(key)),
      permissions.map(({ key }) => key),
      permissions.map(({ name }) => name),
      permissions.map(({ nameAr }) => nameAr),
      permissions.map(({ scope }) => scope !== 'app'),
      permissions.map(({ scope }) => scope !== 'school'),
    ],
  )

async function restoreRoles(client: pg.ClientBase): Promise<void> {
  for (const { id, name, nameAr, type, keys, keysMayChange } of Object.values(builtInRoles)) {
    const { rowCount: made } = await client.query(
      `insert into roles (id, name, name_ar, type, built_in) values ($1, $2, $3, $4, true) on conflict (id) do nothing`,
      [id, name, nameAr, type],
    )
    if (made || !keysMayChange)
      await client.query(
        `insert into role_permissions (role_id, permission_id) select $1, unnest($2::uuid[]) on conflict do nothing`,
        [id, keys.map(permissionId)],
      )
  }
}

const lists = {
  languages: ['Arabic', 'English'],
  relation_types: ['father', 'mother', 'guardian'],
  school_types: ['general'],
  school_contact_types: ['phone', 'mobile', 'e-mail', 'address', 'fax'],
  coin_types: ['standard'],
  payment_types: ['bank transfer', 'cash'],
}

/** Fills each shared list only while it is empty, because the platform edits them afterwards. */
async function startLists(client: pg.ClientBase): Promise<void> {
  for (const [table, names] of Object.entries(lists)) {
    const value = table === 'coin_types' ? { column: ', value', one: ', 1' } : { column: '', one: '' }
    await client.query(
      `insert into ${table} (id, name${value.column})
       select id, name${value.one} from unnest($1::uuid[], $2::text[]) as first (id, name)
       where not exists (select from ${table})`,
      [names.map(newId), names],
    )
  }
}
