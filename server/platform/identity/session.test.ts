import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { users } from '#contract/platform/identity/users.ts'
import { students } from '#contract/people/students/students.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { app, as, asVisitor, connection, tokenOf, wire } = await testApp()
const { admin, manager, deputy, teacher, parent, supervisor, registrar, newcomer, class4a, nile, omar } = world

const sql = sqlIn(connection)

const origin = 'http://localhost:3000'
const call = (method: 'GET' | 'POST', path: string, headers: Record<string, string>) =>
  app.inject({ method, url: `/API/Identity/${path}`, headers: { origin, ...headers } })
const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
const hashOf = (token: string) => createHash('sha256').update(token).digest()

const signIn = async (person: { phone: string }, sharedComputer = false) =>
  (await asVisitor(identity.login, { phoneNumber: person.phone, password: demoPassword, sharedComputer })).token

describe('a session', () => {
  test('is sent as cookie or as bearer, or as both when they are the same', async () => {
    const [token, other] = await Promise.all([signIn(teacher), signIn(teacher)])
    for (const headers of [
      bearer(token),
      { cookie: `session=${token}` },
      { ...bearer(token), cookie: `session=${token}` },
    ])
      expect((await call('GET', 'Me', headers as Record<string, string>)).statusCode).toBe(200)
    const two = await call('GET', 'Me', { ...bearer(token), cookie: `session=${other}` })
    expect([two.statusCode, two.body]).toEqual([401, 'Please sign in'])
  })

  test.each(['kk_', 'kt_'])(
    'is a session also when its secret begins with %s, as that of a program does',
    async (start) => {
      const token = await signIn(teacher)
      const likeProgram = start + token.slice(start.length)
      await sql('update sessions set token_hash = $1 where token_hash = $2', [hashOf(likeProgram), hashOf(token)])
      expect((await call('GET', 'Me', bearer(likeProgram))).statusCode).toBe(200)
    },
  )

  test.each<[string, Record<string, string>]>([
    ['nothing', {}],
    ['an empty cookie', { cookie: 'session=' }],
    ['a secret nobody was given', bearer('x'.repeat(43))],
    ['a hash from the database', bearer('a'.repeat(64))],
    ['a bearer of nothing', { authorization: 'Bearer ' }],
    ['another kind of authorization', { authorization: 'Basic YTpi' }],
    ['the cookie of the other scheme', { cookie: `__Host-session=${'x'.repeat(43)}` }],
  ])('is not %s', async (_, headers) => {
    const answer = await call('GET', 'Me', headers)
    expect([answer.statusCode, answer.body]).toEqual([401, 'Please sign in'])
  })

  test.each([
    ['a bearer that is none', 'Bearer x'],
    ['a bearer of nothing', 'Bearer'],
    ['another kind of authorization', 'Basic YTpi'],
  ])('is not needed where none is required: %s is nobody', async (_, authorization) => {
    const answer = await call('POST', 'Logout', { authorization })
    expect([answer.statusCode, answer.json()]).toEqual([200, { done: true, changed: 0 }])
  })

  test('in the cookie counts beside the authorization that a proxy requires', async () => {
    const headers = { authorization: 'Basic YTpi', cookie: `session=${await signIn(teacher)}` }
    expect((await call('GET', 'Me', headers)).statusCode).toBe(200)
  })

  const hours = (n: number) => `${n} hours`
  test.each<[string, { phone: string }, boolean, string, string]>([
    ['of the platform', admin, false, '30 minutes', hours(8)],
    ['of a manager', manager, false, hours(12), '7 days'],
    ['of another manager of the school', deputy, false, hours(12), '7 days'],
    ['of a teacher', teacher, false, '7 days', '30 days'],
    ['of a parent', parent, false, '7 days', '30 days'],
    ['of a parent at a shared computer', parent, true, '15 minutes', '30 days'],
    ['of the platform at a shared computer', admin, true, '15 minutes', hours(8)],
  ])('%s lives as long as it should, unused and in all', async (_, person, shared, idle, absolute) => {
    const token = await signIn(person, shared)
    const after = async (column: 'created_at' | 'last_used_at', age: string, margin: string) => {
      await sql('update sessions set created_at = now(), last_used_at = now() where token_hash = $1', [hashOf(token)])
      await sql(`update sessions set ${column} = now() - $2::interval ${margin} where token_hash = $1`, [
        hashOf(token),
        age,
      ])
      return (await call('GET', 'Me', bearer(token))).statusCode
    }
    expect(await after('last_used_at', idle, "+ interval '1 minute'")).toBe(200)
    expect(await after('last_used_at', idle, "- interval '1 second'")).toBe(401)
    expect(await after('created_at', absolute, "+ interval '1 minute'")).toBe(200)
    expect(await after('created_at', absolute, "- interval '1 second'")).toBe(401)
  })

  const aWhileAgo = async () => {
    const token = await signIn(parent)
    await sql(`update sessions set last_used_at = now() - interval '6 days' where token_hash = $1`, [hashOf(token)])
    return token
  }
  const isFresh = async (token: string) => {
    const [{ fresh }] = await sql(
      `select last_used_at > now() - interval '1 minute' as fresh from sessions where token_hash = $1`,
      [hashOf(token)],
    )
    return fresh
  }

  test.each([
    ['', parent.id, 200],
    [', also by a call that is refused', admin.id, 404],
  ])('that is used goes on living%s', async (_, userId, status) => {
    const token = await aWhileAgo()
    expect((await wire(users.get.path, { userId }, { headers: bearer(token) })).status).toBe(status)
    expect(await isFresh(token)).toBe(true)
  })

  test('is marked by a later call where it is locked: none waits for it', async () => {
    const token = await aWhileAgo()
    await withClient(connection, async (client) => {
      await client.query('begin')
      await client.query('select from sessions where token_hash = $1 for update', [hashOf(token)])
      expect((await call('GET', 'Me', bearer(token))).statusCode).toBe(200)
      await client.query('commit')
    })
    expect(await isFresh(token)).toBe(false)
    await call('GET', 'Me', bearer(token))
    expect(await isFresh(token)).toBe(true)
  })

  test('lives shorter from the call on at which its person became more', async () => {
    const token = await signIn(newcomer)
    await sql(`update sessions set last_used_at = now() - interval '1 hour' where token_hash = $1`, [hashOf(token)])
    await sql(`insert into user_roles (user_id, role_id) values ($1, '01900000-0000-7000-8000-000000000005')`, [
      newcomer.id,
    ])
    expect((await call('GET', 'Me', bearer(token))).statusCode).toBe(401)
  })
})

describe('signing out', () => {
  test('ends the session, takes the cookie away and empties the cache', async () => {
    const token = await signIn(supervisor)
    const answer = await call('POST', 'Logout', { cookie: `session=${token}` })
    expect(answer.json()).toEqual({ done: true, changed: 1 })
    expect(answer.headers['clear-site-data']).toBe('"cache"')
    expect(answer.headers['set-cookie']).toMatch(/^session=; .*Path=\/; Expires=Thu, 01 Jan 1970 00:00:00 GMT/)
    expect((await call('GET', 'Me', bearer(token))).statusCode).toBe(401)
    expect((await call('POST', 'Logout', bearer(token))).json()).toEqual({ done: true, changed: 0 })
  })

  test('without a session is done already', async () => {
    expect((await call('POST', 'Logout', {})).json()).toEqual({ done: true, changed: 0 })
  })

  test('leaves the other sessions of the person alone', async () => {
    const [here, there] = await Promise.all([signIn(supervisor), signIn(supervisor)])
    await call('POST', 'Logout', bearer(here))
    expect((await call('GET', 'Me', bearer(there))).statusCode).toBe(200)
  })
})

describe('what is withdrawn counts from the next call on', () => {
  test('a key given directly', async () => {
    expect(await as(registrar)(students.ofClass, { classRoomId: class4a.id })).toHaveLength(20)
    await sql('delete from user_permissions where user_id = $1', [registrar.id])
    await expect(as(registrar)(students.ofClass, { classRoomId: class4a.id })).rejects.toMatchObject({ status: 403 })
    expect(await as(registrar)(schools.mine, {})).toEqual([])
  })

  test('a role', async () => {
    await tokenOf(deputy)
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [deputy.id, nile.id])
    await expect(as(deputy)(students.ofClass, { classRoomId: class4a.id })).rejects.toMatchObject({ status: 403 })
    expect((await as(deputy)(identity.me, {})).permissions).toEqual(['CreateSchool', 'ViewChildernsList'])
  })

  test('a role that is no longer active', async () => {
    const role = '01900000-0000-7000-8000-000000000003'
    await sql('update roles set active = false where id = $1', [role])
    await expect(as(teacher)(attendance.list, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
    await sql('update roles set active = true where id = $1', [role])
    expect(await as(teacher)(attendance.list, { studentId: omar.id })).toHaveLength(30)
  })

  test('a key of a role', async () => {
    const was = await sql(
      `delete from role_permissions where role_id = '01900000-0000-7000-8000-000000000003'
       and permission_id = (select id from permissions where key = 'ViewAttendanceList') returning permission_id`,
    )
    expect(was).toHaveLength(1)
    await expect(as(teacher)(attendance.list, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
  })

  test('a school, for all but its administrator', async () => {
    await sql('update schools set active = false where id = $1', [nile.id])
    await expect(as(parent)(attendance.list, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
    await expect(as(teacher)(students.ofClass, { classRoomId: class4a.id })).rejects.toMatchObject({ status: 403 })
    expect(await as(manager)(students.ofClass, { classRoomId: class4a.id })).toHaveLength(20)
    await sql('update schools set active = true where id = $1', [nile.id])
    expect(await as(teacher)(students.ofClass, { classRoomId: class4a.id })).toHaveLength(20)
  })
})
