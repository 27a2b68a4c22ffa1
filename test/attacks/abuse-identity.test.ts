import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { operations } from '#server/operations.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { withClient } from '#server/db/client.ts'
import { changed, checksums } from '#test/access/checksums.ts'
import { testApp } from '#test/harness/app.ts'
import { rows, sender } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { whoWaits } from '#test/harness/waiting.ts'

const { app, as, connection, tokenOf, wire } = await testApp()
const { admin, manager, teacher, parent, newcomer, supervisor } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const hashOf = (text: string) => createHash('sha256').update(text).digest()
const send = sender(app)

describe('case 10: nobody writes what is not theirs to write', () => {
  const names = { userName: 'a name', firstName: 'اسم', lastName: 'آخر' }
  const profile = { ...names, birthDay: '1990-05-01' }

  test('every column of a person but those of the form is refused, or ignored and unchanged', async () => {
    const columns = (
      await sql(`select column_name as name from information_schema.columns where table_name = 'users'`)
    ).map(({ name }) => (name as string).replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()))
    const strange = [...columns, ...columns.map((name) => name.replace(/[A-Z]/g, '_$&').toLowerCase())]
    const form = new Set(
      'userName firstName middelName lastName birthDay address city region country email imageUrl'.split(' '),
    )
    const kept = `select id, phone_number, password_hash, middle_name, created_at from users where id = $1`
    for (const [{ path }, body] of [
      [users.update, profile],
      [registration.saveMainInfo, names],
    ] as const)
      for (const name of strange.filter((one) => !form.has(one))) {
        const before = await sql(kept, [supervisor.id])
        const { status } = await wire(path, { ...body, [name]: admin.id }, { as: supervisor })
        expect(await sql(kept, [supervisor.id])).toEqual(before)
        const ignored = path === users.update.path ? ['id', 'phoneNumber', 'version'] : ['id']
        expect([name, status]).toEqual([name, ignored.includes(name) ? 200 : 400])
      }
  })

  test('no account becomes more than it is by what it says of itself', async () => {
    for (const extra of [{ userType: 0 }, { id: admin.id }, { phoneNumber: admin.phone }])
      await wire(users.update.path, { ...profile, ...extra }, { as: newcomer })
    const me = await as(newcomer)(identity.me, {})
    expect(me.user).toMatchObject({ id: newcomer.id, phoneNumber: newcomer.phone, userType: 1 })
    expect(me.appPermissions).toEqual(['CreateSchool', 'ViewChildernsList'])
    for (const extra of ['roles', 'permissions', 'schools', 'isPlatform', '__proto__', 'constructor'])
      expect((await wire(users.update.path, JSON.parse(`{"${extra}": [1]}`), { as: newcomer })).status).toBe(400)
  })

  test('another’s picture is nobody’s to use', async () => {
    const name = 'a-picture-of-the-administrator'
    await sql(`insert into media (name, kind, user_id, content, uploaded_by) values ($1, 'user', $2, '', $2)`, [
      name,
      admin.id,
    ])
    const imageUrl = `/media/${name}`
    for (const [operation, body] of [
      [users.update, profile],
      [registration.saveMainInfo, names],
    ] as const) {
      const answer = await wire(operation.path, { ...body, imageUrl }, { as: newcomer })
      expect([answer.status, answer.text]).toEqual([400, 'This picture is not yours to use'])
      expect((await wire(operation.path, { ...body, imageUrl }, { as: admin })).json()).toMatchObject({ imageUrl })
    }
  })
})

describe('case 18: no other site makes a browser write', () => {
  const writes = operations.filter((operation) => operation.writes)
  const foreign: [string, Record<string, string>][] = [
    ['a page of another site', { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
    ['a page of a neighbour', { origin: 'http://other.localhost:3000', 'sec-fetch-site': 'same-site' }],
    ['an old browser', { origin: 'https://evil.example' }],
    ['a page without an origin', { origin: 'null' }],
    ['a browser that says nothing', {}],
  ]

  test.each(foreign)('%s: every write is refused, signed in and with any kind of body', async (_, headers) => {
    const token = await tokenOf(manager)
    await withClient(connection, async (owner) => {
      const before = await checksums(owner)
      for (const { path } of writes)
        for (const type of [
          'application/json',
          'text/plain',
          'application/x-www-form-urlencoded',
          'multipart/form-data',
        ]) {
          const answer = await app.inject({
            method: 'POST',
            url: `/${path}`,
            cookies: { session: token },
            headers: { ...headers, 'content-type': type },
            payload: '{}',
          })
          expect([path, type, answer.statusCode, answer.body]).toEqual([
            path,
            type,
            403,
            'This request came from another site',
          ])
          expect(answer.headers['set-cookie']).toBeUndefined()
        }
      expect(changed(before, await checksums(owner))).toEqual([])
    })
    expect(
      (await wire(identity.logout.path, {}, { headers: { authorization: `Bearer ${token}`, ...headers } })).status,
    ).toBe(Object.keys(headers).length > 0 ? 403 : 200)
    if (Object.keys(headers).length === 0) await sql('delete from sessions where token_hash = $1', [hashOf(token)])
  })

  test('nobody is signed in as somebody else by it', async () => {
    const payload = { phoneNumber: newcomer.phone, password: demoPassword }
    for (const [, headers] of foreign.filter(([, sent]) => Object.keys(sent).length > 0)) {
      const answer = await app.inject({ method: 'POST', url: `/${identity.login.path}`, headers, payload })
      expect([answer.statusCode, answer.headers['set-cookie']]).toEqual([403, undefined])
    }
  })
})

describe('case 20: a session is one’s own, and ends when it should', () => {
  test('a secret somebody else put into the browser never becomes one', async () => {
    const planted = 'planted'.padEnd(43, 'x')
    const answer = await send(
      identity.login,
      { phoneNumber: teacher.phone, password: demoPassword },
      { cookies: { session: planted } },
    )
    expect(answer.statusCode).toBe(200)
    expect(await sql('select 1 from sessions where token_hash = $1', [hashOf(planted)])).toEqual([])
    expect(answer.json().token).not.toBe(planted)
  })

  test('a session opened with the old password while the new one is set does not come about', async () => {
    await withClient(connection, async (client) => {
      await client.query('begin')
      await client.query(`update users set password_hash = 'another' where id = $1`, [world.deputy.id])
      const login = send(identity.login, { phoneNumber: world.deputy.phone, password: demoPassword })
      // In this database: tests of another wait for locks at the same time.
      await expect.poll(() => sql(whoWaits)).not.toHaveLength(0)
      await client.query('commit')
      expect((await login).statusCode).toBe(400)
    })
    expect(await sql('select 1 from sessions where user_id = $1', [world.deputy.id])).toEqual([])
  })

  test('nobody ends or sees another’s', async () => {
    await tokenOf(teacher)
    const theirs = (await sql('select id from sessions where user_id = $1', [teacher.id])).map(({ id }) => id as string)
    expect(theirs.length).toBeGreaterThan(0)
    for (const sessionId of theirs)
      expect((await wire(users.endSession.path, { sessionId }, { as: parent })).status).toBe(404)
    await as(parent)(users.endOtherSessions, {})
    expect((await sql('select id from sessions where user_id = $1', [teacher.id])).length).toBe(theirs.length)
    const seen = (await as(parent)(users.sessions, {})).map(({ id }) => id)
    for (const id of theirs) expect(seen).not.toContain(id)
  })
})
