import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { hashOf } from '#server/access/authorise.ts'
import { withClient } from '#server/db/client.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { testApp } from '#test/harness/app.ts'
import { asRequests } from '#test/harness/database.ts'
import { signedSettings } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'
import { newId } from '#server/db/ids.ts'
import { acceptSignatures, signerOf } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'

const { as, connection, tokenOf } = await testApp()
const { admin, teacher, nile, delta, parent, laila, omar } = world

/** What somebody can do who speaks SQL on the connection of requests, with every setting that SQL can make. */
const raw = (sql: string, values: unknown[] = [], settings: Record<string, string> = forgedSettings) =>
  withClient(asRequests(connection), async (client) => {
    await client.query('begin')
    for (const [name, value] of Object.entries(settings))
      await client.query('select set_config($1, $2, true)', [name, value])
    return (await client.query(sql, values)).rows
  })
const forged = createHash('sha256').update('forged').digest()
const forgedSettings = {
  'app.platform': 'on',
  'app.user': `${admin.id} ${forged.toString('hex')}`,
  'app.schools': nile.id,
  'app.children': '',
  'app.proof': forged.toString('hex'),
}
const denied = { code: '42501' }
const key = permissionId('CreateRole')
const platform = builtInRoles.platformAdministrator.id

test.each([
  ['a password hash', 'select password_hash from users'],
  ['a whole person', 'select * from users'],
  ['a person in a condition', `select id from users where password_hash like '$argon2id$%'`],
  ['a session hash', 'select token_hash from sessions'],
  ['a second factor', 'select sealed_secret from second_factors'],
  ['a key for signing', 'select * from signing_keys'],
  ['the key that a connection keeps in memory', 'select key_in_memory(true)'],
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
  [
    'a line of the audit',
    `insert into audit_lines (person_id, operation, outcome) values ('${admin.id}', 'x', 'done')`,
  ],
  [
    'from where a line came',
    `insert into audit_origins (request_id, account_id, address) values ('x', '${admin.id}', '192.0.2.1')`,
  ],
  ['an event that is delivered', `insert into outbox (event) values ('code')`],
  ['a role', `insert into user_roles (user_id, role_id) values ('${teacher.id}', '${platform}')`],
  [
    'the first role',
    `insert into user_roles (user_id, role_id) values ('${teacher.id}', '${builtInRoles.standard.id}')`,
  ],
  ['a key of a person', `insert into user_permissions (user_id, permission_id) values ('${teacher.id}', '${key}')`],
  [
    'that a phone was confirmed',
    `insert into identity_grants (grant_hash, phone_number, expires_at) values ('\\x00', '${admin.phone}', now() + interval '1 hour')`,
  ],
  ['the phone of a confirmation', `update identity_grants set phone_number = '${admin.phone}'`],
  ['the phone of an account', `update users set phone_number = '01000000778' where id = '${admin.id}'`],
  ['the administrator of a school', `update schools set admin_id = '${teacher.id}' where id = '${nile.id}'`],
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
  ['add_audit_lines($1, $2)', [JSON.stringify([{ person: admin.id, operation: 'x', outcome: 'done' }]), forged]],
  ['add_audit_origin($1, $2, $3, $4)', ['x', admin.id, '192.0.2.1', forged]],
  [
    `give_roles(array[$1]::uuid[], array[$2]::uuid[], array[null]::uuid[], 'given', null, $3)`,
    [teacher.id, platform, forged],
  ],
  ['give_keys(array[$1]::uuid[], array[$2]::uuid[], array[null]::uuid[], null, $3)', [teacher.id, key, forged]],
  ['hand_over_school($1, $2, $3, $4)', [nile.id, world.manager.id, teacher.id, forged]],
  ['publish_event($1, null, null, $2, true, $3)', ['code', '{}', forged]],
  ['put_grant($1, $2, $3)', [hashOf('known'), admin.phone, forged]],
])('%s is refused without the signature of the server', async (call, values) => {
  await expect(raw(`select ${call}`, values)).rejects.toMatchObject({ ...denied, message: 'not signed by the server' })
})

test('a table of the caller does not stand in for the one of the keys', async () => {
  const ownKeys = `create temp table signing_keys (inner_pad bytea, outer_pad bytea);
    insert into signing_keys values ('\\x00', '\\x00'); set local search_path = pg_temp, public;`
  const mac = `sha256('\\x00'::bytea || sha256('\\x00'::bytea || convert_to('["password of","${admin.id}"]', 'UTF8')))`
  await expect(raw(`${ownKeys} select password_of('${admin.id}', ${mac})`)).rejects.toMatchObject(denied)
})

test('rights are read by the secret of a session, or by the person who acts', async () => {
  const [caller] = await raw('select person_id, schools from caller_of($1)', [hashOf(await tokenOf(teacher))])
  expect(caller).toMatchObject({ person_id: teacher.id, schools: [{ id: nile.id }] })
  expect(await raw('select person_id from caller_of($1)', [forged])).toEqual([])
  expect(await raw('select * from rights_of($1)', [admin.id])).toEqual([
    { schools: [], app_keys: [], is_teacher: false, is_platform: false, is_manager: false, parent_schools: [] },
  ])
  await expect(raw('select * from rights_of_person($1)', [admin.id])).rejects.toMatchObject(denied)
  await expect(raw('select * from rights_within($1, null, false)', [admin.id])).rejects.toMatchObject(denied)
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

/** How many students, roles of people and lines of somebody's account are seen. */
const seen = async (settings: Record<string, string>) => {
  const counts = `select (select count(*)::int from students) as students,
    (select count(*)::int from user_roles where school_id is not null) as roles,
    (select count(*)::int from audit_lines where target_kind = 'account') as lines`
  return (await raw(counts, [], settings))[0]
}

test('settings that the server did not sign open no school, nobody’s rows and not the platform', async () => {
  await tokenOf(admin)
  const nothing = { students: 0, roles: 0, lines: 0 }
  expect(await seen(forgedSettings)).toEqual(nothing)
  expect(await seen({ 'app.schools': nile.id, 'app.user': admin.id, 'app.platform': 'on' })).toEqual(nothing)
  expect((await seen(signedSettings({ schools: nile.id })))!.students).toBeGreaterThan(0)
  expect((await seen(signedSettings({ user: admin.id })))!.lines).toBeGreaterThan(0)
  expect((await seen(signedSettings({ platform: 'on' })))!.roles).toBeGreaterThan(0)
})

test('what slips into a call stays with its school, its children and its person', async () => {
  const call = signedSettings({ schools: nile.id, children: omar.id, user: parent.id })
  expect(await seen(call)).toMatchObject({ students: 1 })
  for (const changed of [
    { 'app.children': '' },
    { 'app.children': `${omar.id},${laila.id}` },
    { 'app.schools': delta.id },
    { 'app.schools': `${nile.id},${delta.id}` },
    { 'app.children': call['app.schools'], 'app.schools': call['app.children'] },
    { 'app.proof': call['app.user']!.slice(37) },
  ])
    expect(await seen({ ...call, ...changed }), JSON.stringify(changed)).toMatchObject({ students: 0 })
  const other = { ...call, 'app.user': call['app.user']!.replace(parent.id, admin.id) }
  expect(await raw('select acting_user() as person', [], other)).toEqual([{ person: null }])
  expect(await raw('select on_platform() as is', [], { 'app.platform': call['app.proof'] })).toEqual([{ is: false }])
})

test('a function or table of the caller does not stand in for the one of the signatures', async () => {
  const shadows = `create temp table signing_keys (inner_pad bytea, outer_pad bytea);
    insert into signing_keys values ('\\x00', '\\x00'); create domain pg_temp.uuid as text; set local search_path = pg_temp, public;`
  const mac = `encode(sha256('\\x00'::bytea || sha256('\\x00'::bytea || convert_to('["platform"]', 'UTF8'))), 'hex')`
  await withClient(asRequests(connection), async (client) => {
    await client.query(`begin; ${shadows} select set_config('app.platform', ${mac}, true)`)
    expect((await client.query('select public.on_platform() as is')).rows).toEqual([{ is: false }])
  })
})

test('a signature by any key of the installation counts, also by one that came while the connection was open', async () => {
  const secrets = secretsOf(Buffer.from('a further key'))
  const proof = signerOf(secrets)(['platform']).toString('hex')
  await withClient(asRequests(connection), async (client) => {
    const on = async () => {
      await client.query(`select set_config('app.platform', $1, false)`, [proof])
      return (await client.query('select on_platform() as is')).rows
    }
    expect(await on()).toEqual([{ is: false }])
    await acceptSignatures(connection, secrets, { besides: true })
    expect(await on()).toEqual([{ is: true }])
  })
})
