import { expect, test } from 'vitest'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { asRequests } from '#test/harness/database.ts'
import { signedSettings } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'

const { connection } = await testApp()
const { admin, teacher, manager, nile, delta, parent, omar } = world

/** SQL on the connection of requests, in a call with these signed settings; undone at its end. */
const raw = (sql: string, settings: Parameters<typeof signedSettings>[0] = {}) =>
  withClient(asRequests(connection), async (client) => {
    await client.query('begin')
    for (const [name, value] of Object.entries(signedSettings(settings)))
      await client.query('select set_config($1, $2, true)', [name, value])
    return client.query(sql)
  })
const denied = { code: '42501' }
const inCall = { schools: nile.id, user: teacher.id }

test.each([
  ['the state of roles', 'update roles set active = false'],
  ['the name of a role', `update roles set name = 'x' || name`],
  ['a new role', `insert into roles (id, name, type) values (gen_random_uuid(), 'x', 2)`],
  ['the price of a coin', 'update coin_types set value = 0.01'],
  ['the ways to pay', 'update payment_types set is_active = false'],
  ['kinds of schools', `update school_types set name = name || 'x'`],
  ['kinds of contacts', `update school_contact_types set icon_url = 'https://evil.example'`],
  ['kinds of relations', `update relation_types set name = name || 'x'`],
  ['a language', `insert into languages (id, name) values (gen_random_uuid(), 'x')`],
  ['the names of people', `update users set first_name = 'x'`],
  ['the content of pictures', `update media set content = '\\x00'`],
  ['the owner of pictures', `update media set user_id = '${teacher.id}'`],
  ['the removal of pictures', 'delete from media'],
  ['a picture of another person', picture(`'user', null, null, '${parent.id}'`)],
  ['a picture of another school', picture(`'school', '${delta.id}', null, null`)],
  [
    'a read by another person',
    `insert into student_readings (person_id, student_id) values ('${parent.id}', '${omar.id}')`,
  ],
  ['an empty quota of reads', 'delete from student_readings'],
])('raw SQL in the call of a teacher does not write %s', async (_, sql) => {
  await expect(raw(sql, inCall)).rejects.toMatchObject(denied)
})

test('a call of the platform writes its lists, but not the type of a role and no built-in role', async () => {
  const platform = { platform: 'on', user: admin.id }
  const standard = `where id = '${builtInRoles.standard.id}'`
  expect((await raw('update coin_types set value = value + 1', platform)).rowCount).toBeGreaterThan(0)
  await expect(raw(`update roles set active = false ${standard}`, platform)).rejects.toMatchObject(denied)
  await expect(raw('update roles set type = 2', platform)).rejects.toMatchObject(denied)
  await expect(raw('update roles set built_in = false', platform)).rejects.toMatchObject(denied)
})

test('a row of a shared list is still locked in the call of a school', async () => {
  expect((await raw('select from roles for share', inCall)).rowCount).toBeGreaterThan(0)
  expect((await raw('select from users for no key update', inCall)).rowCount).toBeGreaterThan(0)
})

test.each(['birth_day', 'address', 'city', 'region', 'country', 'email'])(
  'the %s of people is read by themselves alone',
  async (column) => {
    await expect(raw(`select ${column} from users`, inCall)).rejects.toMatchObject(denied)
    expect((await raw(`select id, ${column} from own_account`)).rows).toEqual([])
    expect((await raw(`select id from own_account where ${column} is null or true`, inCall)).rows).toEqual([
      { id: teacher.id },
    ])
  },
)

test('the address of a teacher is seen by the staff of a school where the teacher works, and by no parent', async () => {
  const addresses = 'select school_id from teacher_addresses'
  const { rows } = await raw(addresses, { schools: nile.id, user: manager.id })
  expect(new Set(rows.map(({ school_id: id }) => id))).toEqual(new Set([nile.id]))
  expect((await raw(addresses, { schools: nile.id, children: omar.id, user: parent.id })).rows).toEqual([])
  expect((await raw(addresses)).rows).toEqual([])
})

test('who read which student is seen and counted by the person who read', async () => {
  const read = `insert into student_readings (person_id, student_id) values ('${teacher.id}', '${omar.id}') returning person_id`
  expect((await raw(read, inCall)).rows).toEqual([{ person_id: teacher.id }])
  const written = `with read as (${read}) select count(*)::int as reads from student_readings where person_id <> '${teacher.id}'`
  expect((await raw(written, inCall)).rows).toEqual([{ reads: 0 }])
  await withClient(connection, (owner) => owner.query(read))
  expect((await raw('select from student_readings', inCall)).rowCount).toBeGreaterThan(0)
  expect((await raw('select from student_readings', { schools: nile.id, user: manager.id })).rowCount).toBe(0)
  expect((await raw('select from student_readings')).rowCount).toBe(0)
})

/** Adds a picture of a kind, with its school, student and person. */
function picture(owner: string) {
  return `insert into media (name, kind, school_id, student_id, user_id, content, uploaded_by)
    values ('a-picture-of-somebody-else', ${owner}, '\\x00', '${teacher.id}')`
}
