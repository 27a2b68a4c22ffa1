import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { identity } from '#contract/identity/identity.ts'
import { builtInRoles } from '#contract/roles/built-in-roles.ts'
import { hashOf } from '#server/access/authorise.ts'
import { withClient } from '#server/db/client.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/app.ts'
import { asRequests } from '#test/database.ts'
import { world } from '#test/world.ts'
import { newId } from '#server/db/ids.ts'

const { as, connection, tokenOf } = await testApp()
const { admin, teacher } = world

/** What somebody can do who speaks SQL on the connection of requests, with every setting that SQL can make. */
const raw = (sql: string, values: unknown[] = []) =>
  withClient(asRequests(connection), async (client) => {
    await client.query(
      `begin; select set_config('app.platform', 'on', true), set_config('app.user', '${admin.id}', true)`,
    )
    return (await client.query(sql, values)).rows
  })
const forged = createHash('sha256').update('forged').digest()
const denied = { code: '42501' }
const key = permissionId('CreateRole')

test.each([
  ['a password hash', 'select password_hash from users'],
  ['a whole person', 'select * from users'],
  ['a person in a condition', `select id from users where password_hash like '$argon2id$%'`],
  ['a session hash', 'select token_hash from sessions'],
  ['a second factor', 'select sealed_secret from second_factors'],
  ['a key for signing', 'select * from signing_keys'],
])('raw SQL does not read %s', async (_, sql) => {
  await expect(raw(sql)).rejects.toMatchObject(denied)
})

test.each([
  ['a password', `update users set password_hash = 'known'`],
  [
    'an account',
    `insert into users (id, phone_number, password_hash) values (gen_random_uuid(), '01000000777', 'known')`,
  ],
  ['a session', `insert into sessions (id, token_hash, user_id) values (gen_random_uuid(), '\\x00', '${admin.id}')`],
  ['the person of a session', `update sessions set user_id = '${admin.id}'`],
  ['a second factor', `delete from second_factors`],
  ['a key of a role', `insert into role_permissions values ('${builtInRoles.standard.id}', '${key}')`],
  ['the removal of a key', `delete from role_permissions`],
])('raw SQL does not write %s', async (_, sql) => {
  await expect(raw(sql)).rejects.toMatchObject(denied)
})

test.each([
  ['account_of_phone($1, $2)', [admin.phone, forged]],
  ['password_of($1, $2)', [admin.id, forged]],
  ['password_of($1, null)', [admin.id]],
  [`put_password($1, $2, 'known', $3)`, [newId(), admin.phone, forged]],
  [`open_session($1, $2, $3, false, null, $4)`, [newId(), hashOf('known'), admin.id, forged]],
  ['sealed_second_factor($1, $2)', [admin.id, forged]],
  ['add_role_keys($1, array[$2]::uuid[], $3)', [builtInRoles.standard.id, key, forged]],
  ['remove_role_keys($1, array[$2]::uuid[], $3)', [builtInRoles.platformAdministrator.id, key, forged]],
])('%s is refused without the signature of the server', async (call, values) => {
  await expect(raw(`select ${call}`, values)).rejects.toMatchObject({ ...denied, message: 'not signed by the server' })
})

test('a table of the caller does not stand in for the one of the keys', async () => {
  const ownKeys = `create temp table signing_keys (inner_pad bytea, outer_pad bytea);
    insert into signing_keys values ('\\x00', '\\x00'); set local search_path = pg_temp, public;`
  const mac = `sha256('\\x00'::bytea || sha256('\\x00'::bytea || convert_to('["password of","${admin.id}"]', 'UTF8')))`
  await expect(raw(`${ownKeys} select password_of('${admin.id}', ${mac})`)).rejects.toMatchObject(denied)
})

test('a session is found by the secret of its device, and a password changed by who knows it', async () => {
  const token = await tokenOf(teacher)
  expect(await raw('select person_id from session_of($1)', [hashOf(token)])).toEqual([{ person_id: teacher.id }])
  expect(await raw('select person_id from session_of($1)', [forged])).toEqual([])
  expect(await raw(`select change_password('${admin.id}', 'guessed', 'known') as changed`)).toEqual([
    { changed: false },
  ])
  expect(await as(teacher)(identity.me, {})).toMatchObject({ user: { id: teacher.id } })
})
