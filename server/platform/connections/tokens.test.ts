import { beforeEach, describe, expect, test } from 'vitest'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { newToken } from '#server/access/program.ts'
import { daysFrom } from '#server/base/days.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { testApp } from '#test/harness/app.ts'
import { testKey } from '#test/harness/ground.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { clock, today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { app, as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile } = world
const inNile = { schoolId: nile.id }

const made = () =>
  as(manager)(programKeys.make, {
    ...inNile,
    keyName: 'منصة التعلم',
    scopes: ['roster', 'calendar'],
    endsOn: daysFrom(today, 90),
    password: demoPassword,
  })

/** A request for a token, by Basic authorization unless `form` names the client. */
async function asked(form: Record<string, string>, basic?: [id: string, secret: string]) {
  const answer = await app.inject({
    method: 'POST',
    url: '/oauth/token',
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      ...(basic && {
        authorization: `Basic ${Buffer.from(basic.map(encodeURIComponent).join(':')).toString('base64')}`,
      }),
    },
    payload: new URLSearchParams(form).toString(),
  })
  return { status: answer.statusCode, headers: answer.headers, body: answer.json() as Record<string, unknown> }
}
const usual = { grant_type: 'client_credentials' }
const reading = async (token: string, path = 'Grade/GetSchoolGrades') =>
  (
    await app.inject({
      method: 'POST',
      url: `/${path}`,
      headers: { authorization: `Bearer ${token}` },
      payload: inNile,
    })
  ).statusCode

beforeEach(async () => {
  await sql('delete from program_uses')
  await sql('delete from program_keys')
})

describe('a token of a program', () => {
  test('is given for its id and secret, opens the scopes of the key for an hour, and counts as its use', async () => {
    const { id, secret } = await made()
    const answer = await asked(usual, [id, secret])
    expect(answer).toMatchObject({
      status: 200,
      body: {
        access_token: expect.stringMatching(/^kt_[\w-]+$/),
        token_type: 'Bearer',
        expires_in: 3600,
        scope: 'roster calendar',
      },
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    const token = String(answer.body['access_token'])
    expect(token).not.toContain(secret)
    expect(await reading(token)).toBe(200)
    expect(await reading(token, 'Attendance/GetSheets')).toBe(403)
    expect(await as(manager)(programKeys.list, inNile)).toMatchObject([{ id, calls: 2, refusedCalls: 1 }])
    const inForm = await asked({ ...usual, client_id: id, client_secret: secret })
    expect(inForm.status).toBe(200)
  })

  test('opens only the scopes that were asked for, and none that the key has not', async () => {
    const { id, secret } = await made()
    const { body } = await asked({ ...usual, scope: 'calendar' }, [id, secret])
    expect(body['scope']).toBe('calendar')
    expect(await reading(String(body['access_token']), 'Calendar/GetDays')).toBe(200)
    expect(await reading(String(body['access_token']))).toBe(403)
    expect(await asked({ ...usual, scope: 'calendar results' }, [id, secret])).toMatchObject({
      status: 400,
      body: { error: 'invalid_scope' },
    })
  })

  test('ends after an hour, with its key, and when it is altered or of another installation', async () => {
    const { id, secret } = await made()
    const { body } = await asked(usual, [id, secret])
    const token = String(body['access_token'])
    const secrets = secretsOf(testKey)
    const now = clock.now().getTime()
    const until = (ms: number) => ({ until: new Date(now + ms), scopes: ['roster'] })
    expect(await reading(newToken(secrets, secret, until(60_000)))).toBe(200)
    expect(await reading(newToken(secrets, secret, until(-1000)))).toBe(401)
    expect(await reading(newToken(secretsOf(Buffer.from('another key')), secret, until(60_000)))).toBe(401)
    for (const altered of [`${token.slice(0, -2)}xx`, `${token.slice(0, 10)}A${token.slice(11)}`, 'kt_', 'kt_x'])
      expect([altered, await reading(altered)]).toEqual([altered, 401])
    await as(manager)(programKeys.revoke, { ...inNile, keyId: id })
    expect(await reading(token)).toBe(401)
    expect(await asked(usual, [id, secret])).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
  })

  test('is not given for a wrong id or secret, another grant, or a request that says something twice', async () => {
    const { id, secret } = await made()
    const other = await made()
    for (const [name, word] of [
      [id, `${secret.slice(0, -1)}x`],
      [other.id, secret],
      ['', secret],
      [id, ''],
      [id, 'kt_x'],
    ] as const)
      expect(await asked(usual, [name, word])).toMatchObject({ status: 401, body: { error: 'invalid_client' } })
    const refused = { status: 400, body: { error: 'invalid_request' } }
    expect(await asked({ ...usual, client_id: id, client_secret: secret }, [id, secret])).toMatchObject(refused)
    const twice = `grant_type=client_credentials&client_id=${id}&client_secret=${secret}&scope=roster&scope=calendar`
    const answer = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: twice,
    })
    expect([answer.statusCode, answer.json()]).toEqual([400, { error: 'invalid_request' }])
    expect(await asked({ grant_type: 'password' }, [id, secret])).toMatchObject({
      status: 400,
      body: { error: 'unsupported_grant_type' },
    })
  })

  test('is refused to an address that guesses', async () => {
    const guessed = async (secret: string) =>
      (
        await app.inject({
          method: 'POST',
          url: '/oauth/token',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams({ ...usual, client_id: 'nobody', client_secret: secret }).toString(),
        })
      ).statusCode
    const statuses: number[] = []
    for (let n = 0; n < 32; n++) statuses.push(await guessed(`kk_${n}`))
    expect(new Set(statuses)).toEqual(new Set([401, 429]))
  })
})
