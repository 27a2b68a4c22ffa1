import { verify } from '@node-rs/argon2'
import { expect, test } from 'vitest'
import { makeAdministrator, readPassword } from './administrator.ts'
import { withDb } from '#server/db/connected.ts'
import { emptyDatabase, sqlIn } from '#test/harness/database.ts'

const connection = await emptyDatabase()

const noPassword = () => Promise.reject(new Error('no password is needed'))

test('the first platform administrator gets an account, its password as a hash, and both roles', async () => {
  const { id, made } = await withDb(connection, (db) => makeAdministrator(db, '01000000009', async () => 'kashkool'))
  expect(made).toBe(true)
  expect(await rolesOf(id)).toEqual(['Platform Administrator', 'Standard'])

  const [person] = await ask('select phone_number, password_hash from users where id = $1', [id])
  expect(person.phone_number).toBe('01000000009')
  expect(person.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(await verify(person.password_hash, 'kashkool')).toBe(true)
})

test('a person with an account gets the role, once, and keeps the password', async () => {
  const [before] = await ask('select id, password_hash from users')
  await ask(`delete from user_roles where role_id = (select id from roles where name = 'Platform Administrator')`)

  const again = () => withDb(connection, (db) => makeAdministrator(db, '01000000009', noPassword))
  expect(await again()).toEqual({ id: before.id, made: false, given: true })
  expect(await again()).toEqual({ id: before.id, made: false, given: false })
  expect(await rolesOf(before.id)).toEqual(['Platform Administrator', 'Standard'])
  expect(await ask('select id, password_hash from users')).toEqual([before])
})

test('every naming is one line of the audit', async () => {
  const lines = await ask(`select outcome from audit_lines where operation = 'operator names a platform administrator'`)
  expect(lines).toHaveLength(2)
})

test('two operators who name one new number at once make one account, and both hear how it ended', async () => {
  const phone = '01000000008'
  let asked = 0
  let go = () => {}
  const bothAsked = new Promise<void>((resolve) => (go = resolve))
  const password = async () => {
    if (++asked === 2) go()
    await bothAsked
    return 'kashkool'
  }
  const name = () => withDb(connection, (db) => makeAdministrator(db, phone, password))
  const ends = await Promise.all([name(), name()])
  const [{ id }] = await ask('select id from users where phone_number = $1', [phone])
  expect(ends.toSorted((one) => (one.made ? -1 : 1))).toEqual([
    { id, made: true, given: true },
    { id, made: false, given: false },
  ])
  expect(await rolesOf(id)).toEqual(['Platform Administrator', 'Standard'])
})

test('a password is typed twice alike and long enough', () => {
  const any = () => false
  expect(readPassword('kashkool', 'kashkool', any)).toBe('kashkool')
  expect(() => readPassword('kashkool', 'kashkol', any)).toThrow('Passwords do not match')
  expect(() => readPassword('short', 'short', any)).toThrow('Password must be at least 6 characters long')
})

const ask = sqlIn(connection)

const rolesOf = async (id: string) =>
  (
    await ask('select name from user_roles join roles on roles.id = role_id where user_id = $1 order by name', [id])
  ).map(({ name }) => name)
