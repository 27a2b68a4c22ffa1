import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { users } from '#contract/platform/identity/users.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { rows } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { app, asVisitor, connection, wire } = await testApp()
const { admin, deputy, otherManager, teacher, parent, mother, supervisor } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const chrome =
  'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0 Mobile Safari/537.36'

const signIn = async (
  { phone }: { phone: string },
  { password = demoPassword, userAgent = chrome, shared = false } = {},
) => {
  const answer = await app.inject({
    method: 'POST',
    url: `/${identity.login.path}`,
    headers: { 'user-agent': userAgent },
    payload: { phoneNumber: phone, password, sharedComputer: shared },
  })
  return answer.statusCode === 200 ? (answer.json().token as string) : answer.body
}
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const isAlive = async (token: string) => (await wire(users.sessions.path, {}, bearer(token))).status === 200

describe('changing the password', () => {
  const passwords = (oldPassword: string, newPassword: string, confirmNewPassword = newPassword) => ({
    oldPassword,
    newPassword,
    confirmNewPassword,
  })

  test('needs the old one, keeps this session, ends the others and notifies the person', async () => {
    const [here, there] = [await signIn(supervisor), await signIn(supervisor)]
    const body = passwords(demoPassword, 'a new password')
    const done = await wire(users.changePassword.path, { ...body, id: admin.id }, bearer(here))
    expect(done.json()).toEqual({ done: true, changed: 2 })
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
    expect(await signIn(supervisor, { password: 'a new password' })).toMatch(/^[\w-]{43}$/)
    expect(await signIn(supervisor)).toBe('The phone number or password is not correct')
    expect(await signIn(admin)).toMatch(/^[\w-]{43}$/)
    const published = await sql(`select payload from outbox where event = 'password set'`)
    expect(published).toEqual([{ payload: { phoneNumber: supervisor.phone } }])
  })

  test.each<[object, string]>([
    [passwords('not this one', 'a new password'), 'The old password is not correct'],
    [passwords(demoPassword, 'a new password', 'another password'), 'Passwords do not match'],
    [passwords(demoPassword, 'short'), 'Password must be at least 6 characters long'],
    [{ oldPassword: demoPassword }, 'Password must be at least 6 characters long'],
  ])('with %j is refused: %s', async (body, sentence) => {
    const answer = await wire(users.changePassword.path, body, { as: deputy })
    expect([answer.status, answer.text]).toEqual([400, sentence])
  })

  test('is tried five times, also at once, and then waited for', async () => {
    const guess = () => wire(users.changePassword.path, passwords('a guess', 'a new password'), { as: teacher })
    const statuses = (await Promise.all(Array.from({ length: 8 }, guess))).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([400, 400, 400, 400, 400, 429, 429, 429])
    const right = await wire(users.changePassword.path, passwords(demoPassword, 'a new password'), { as: teacher })
    expect([right.status, Number(right.headers['retry-after']) > 3000]).toEqual([429, true])
  })

  test('twice at once from the same old one happens once', async () => {
    const tokens = [await signIn(mother), await signIn(mother)]
    const change = (token: string, n: number) =>
      wire(users.changePassword.path, passwords(demoPassword, `a new password ${n}`), bearer(token))
    const statuses = (await Promise.all(tokens.map(change))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 200)).toHaveLength(1)
  })

  test('sent again with its key is one change, of which no guessable hash is kept', async () => {
    const headers = { 'idempotency-key': newKey() }
    const body = passwords(demoPassword, 'a new password')
    const change = () => wire(users.changePassword.path, body, { as: deputy, headers })
    const first = await change()
    const second = await change()
    expect([first.status, second.status, second.headers['idempotency-replayed']]).toEqual([200, 200, 'true'])
    const [kept] = await sql(
      `select request_hash = sha256(convert_to($1, 'utf8')) as plain from idempotency_keys
      where key = $2`,
      [JSON.stringify(body), headers['idempotency-key']],
    )
    expect(kept).toEqual({ plain: false })
  })
})

describe('one’s own sessions', () => {
  test('are listed with their devices, used last first, without those that have ended', async () => {
    const here = await signIn(world.guardian)
    await signIn(world.guardian, { userAgent: 'something else', shared: true })
    const [old] = await sql('select id from sessions where user_id = $1 and not shared_computer', [world.guardian.id])
    const third = await signIn(world.guardian)
    await sql(`update sessions set last_used_at = now() - interval '20 minutes' where shared_computer`)
    const answer = (await wire(users.sessions.path, {}, bearer(here))).json() as { current: boolean; id: string }[]
    expect(answer.map(({ current }) => current)).toEqual(expect.arrayContaining([true, false]))
    expect(answer).toHaveLength(2)
    expect(answer.find(({ current }) => current)).toEqual({
      id: old.id,
      device: 'Chrome · Android',
      current: true,
      sharedComputer: false,
      createDate: expect.stringMatching(/Z$/),
      lastUseDate: expect.stringMatching(/Z$/),
    })
    await sql(`update sessions set last_used_at = now() where shared_computer`)
    const all = (await wire(users.sessions.path, {}, bearer(third))).json() as { device: string }[]
    expect(all).toHaveLength(3)
    expect(all.find(({ device }) => device === '')).toMatchObject({ sharedComputer: true, current: false })
  })

  test('are ended one by one, and the own one like signing out', async () => {
    const [here, there] = [await signIn(parent), await signIn(parent)]
    const list = (await wire(users.sessions.path, {}, bearer(here))).json() as { id: string; current: boolean }[]
    const other = (await wire(users.sessions.path, {}, bearer(there))).json() as { id: string; current: boolean }[]
    const idThere = other.find(({ current }) => current)!.id
    expect((await wire(users.endSession.path, { sessionId: idThere }, bearer(here))).json()).toEqual({
      done: true,
      changed: 1,
    })
    expect([await isAlive(here), await isAlive(there)]).toEqual([true, false])
    expect((await wire(users.endSession.path, { sessionId: idThere }, bearer(here))).status).toBe(404)

    const own = list.find(({ current }) => current)!.id
    const last = await wire(users.endSession.path, { sessionId: own }, bearer(here))
    expect(last.headers['set-cookie']).toMatch(/^session=;/)
    expect(await isAlive(here)).toBe(false)
  })

  test('are ended all but this one', async () => {
    const [here, ...others] = [await signIn(otherManager), await signIn(otherManager), await signIn(otherManager)]
    const ended = (await wire(users.endOtherSessions.path, {}, bearer(here))).json() as { changed: number }
    expect(ended.changed).toBeGreaterThanOrEqual(2)
    expect(await isAlive(here)).toBe(true)
    for (const token of others) expect(await isAlive(token)).toBe(false)
    expect(await asVisitor(identity.logout, {})).toEqual({ done: true, changed: 0 })
  })
})
