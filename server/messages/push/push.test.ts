import { randomBytes } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { push } from '#contract/messages/push/push.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { pushBrowser } from '#test/push/browser.ts'
import { pushGround } from '#test/push/ground.ts'
import { registering } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { vapidOf } from './vapid.ts'

const { service, as, asVisitor, connection, wire, sql, waiting, browserOf, classChanged } = await pushGround()
const { grantFor } = registering({ asVisitor, connection })
const { parent, mother, teacher, omar } = world

const browser = () => pushBrowser(service.host).subscription
const subscribe = (person: { phone: string }, subscription = browser()) =>
  as(person)(push.subscribe, { ...subscription, language: 'ar' })

test('the server is known by one key, at every start', async () => {
  const { key } = await as(parent)(push.key, {})
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  expect(await as(mother)(push.key, {})).toEqual({ key })
  expect(vapidOf(secretsOf(Buffer.from('the key of the tests'))).publicKey).toBe(key)
  expect(vapidOf(secretsOf(Buffer.from('another key'))).publicKey).not.toBe(key)
})

describe('a device', () => {
  test('gets notices from its subscription until it is taken off', async () => {
    const mine = await subscribe(parent)
    expect(mine).toEqual({
      id: expect.any(String),
      device: '',
      current: true,
      language: 'ar',
      createDate: expect.any(String),
      lastUseDate: expect.any(String),
    })
    expect(await as(parent)(push.devices, {})).toEqual([mine])
    expect(await as(mother)(push.devices, {})).toEqual([])

    await expect(as(mother)(push.unsubscribe, { deviceId: mine.id })).rejects.toMatchObject({ status: 404 })
    expect(await as(parent)(push.unsubscribe, { deviceId: mine.id })).toEqual({ done: true, changed: 1 })
    expect(await as(parent)(push.devices, {})).toEqual([])
  })

  test('is one a session: subscribing again renews it, another device replaces the first', async () => {
    const first = browser()
    const { id } = await subscribe(parent, first)
    expect((await as(parent)(push.subscribe, { ...first, language: 'en' })).language).toBe('en')
    expect(await as(parent)(push.devices, {})).toMatchObject([{ id }])
    await subscribe(parent)
    expect(await sql('select endpoint from push_subscriptions where endpoint = $1', [first.endpoint])).toEqual([])
    expect(await as(parent)(push.devices, {})).toHaveLength(1)
  })

  test('moves to the next person who signs in on that browser, without the former person’s notices', async () => {
    const shared = await browserOf(parent)
    await classChanged(omar)
    expect(await waiting()).toBe(1)
    await subscribe(mother, shared.subscription)
    expect(await as(parent)(push.devices, {})).toEqual([])
    expect(await as(mother)(push.devices, {})).toHaveLength(1)
    expect(await waiting()).toBe(0)
  })

  const signIn = async (sharedComputer = false) => {
    const answer = await wire('API/Identity/Login', {
      phoneNumber: teacher.phone,
      password: demoPassword,
      sharedComputer,
    })
    return { authorization: `Bearer ${(answer.json() as { token: string }).token}` }
  }
  const subscribed = async () => (await sql('select from push_subscriptions')).length

  test('gets nothing after its session signed out', async () => {
    const headers = await signIn()
    await wire('Push/Subscribe', { ...browser(), language: 'en' }, { headers })
    expect(await subscribed()).toBe(1)
    expect((await wire(identity.logout.path, {}, { headers })).status).toBe(200)
    expect(await subscribed()).toBe(0)
  })

  test('gets nothing after its session was ended from elsewhere', async () => {
    await wire('Push/Subscribe', { ...browser(), language: 'en' }, { headers: await signIn() })
    await as(teacher)(users.endOtherSessions, {})
    expect(await subscribed()).toBe(0)
  })

  test('may not be one that others use too', async () => {
    const answer = await wire('Push/Subscribe', { ...browser(), language: 'en' }, { headers: await signIn(true) })
    expect(answer).toMatchObject({ status: 403, text: 'Notifications are not sent to a shared computer' })
    expect(await subscribed()).toBe(0)
  })

  test('is one of the ten used last', async () => {
    await sql(
      `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language, last_used_at)
       select gen_random_uuid(), $1, 'https://push.example/' || n, '', '', 'ar', now() - n * interval '1 day'
       from generate_series(1, 10) as n`,
      [parent.id],
    )
    const { id } = await subscribe(parent)
    expect(await subscribed()).toBe(10)
    expect((await as(parent)(push.devices, {}))[0]).toMatchObject({ id, current: true })
    expect(await sql(`select from push_subscriptions where endpoint like '%/10'`)).toEqual([])
  })

  test('gets nothing after all others were ended, though its session had expired before', async () => {
    const [own, others] = [await subscribe(teacher), await subscribe(mother)]
    await sql(
      `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language)
       values (gen_random_uuid(), $1, 'https://push.example/expired', '', '', 'ar')`,
      [teacher.id],
    )
    await as(teacher)(users.endOtherSessions, {})
    const left = await sql('select id from push_subscriptions')
    expect(new Set(left.map(({ id }) => id))).toEqual(new Set([own.id, others.id]))

    await sql('update push_subscriptions set session_id = null where id = $1', [own.id])
    const grant = await grantFor(teacher.phone)
    const [{ hash }] = await sql('select password_hash as hash from users where id = $1', [teacher.id])
    await asVisitor(registration.setPassword, { grant, password: 'a password of nobody else 9' })
    await sql('update users set password_hash = $2 where id = $1', [teacher.id, hash])
    expect(await sql('select id from push_subscriptions')).toEqual([{ id: others.id }])
  })

  test('has an endpoint at a known service, and keys of its own', async () => {
    const good = { ...browser(), language: 'en' }
    const refusals: [object, string][] = [
      [{ endpoint: 'https://fcm.googleapis.com/x' }, 'This push service is not allowed'],
      [{ endpoint: 'https://127.0.0.1/x' }, 'This push service is not allowed'],
      [{ endpoint: 'https://localhost/x' }, 'This push service is not allowed'],
      [{ endpoint: `http://${service.host}/x` }, 'Invalid input'],
      [{ endpoint: `https://me@${service.host}/x` }, 'Invalid input'],
      [{ endpoint: `https://${service.host}/${'x'.repeat(1000)}` }, 'Invalid input'],
      [{ endpoint: null }, 'Required'],
      [{ p256dh: randomBytes(65).toString('base64url') }, 'Invalid input'],
      [{ p256dh: randomBytes(64).toString('base64url') }, 'Invalid input'],
      [{ p256dh: `${good.p256dh}===` }, 'Invalid input'],
      [{ p256dh: `${'='.repeat(1000)}x` }, 'Invalid input'],
      [{ auth: 'short' }, 'Invalid input'],
      [{ auth: '' }, 'Required'],
      [{ language: 'fr' }, 'Invalid enum value'],
      [{ userId: mother.id }, "Unrecognized key(s) in object: 'userId'"],
    ]
    for (const [wrong, sentence] of refusals)
      expect(await wire('Push/Subscribe', { ...good, ...wrong }, { as: parent })).toMatchObject({
        status: 400,
        text: sentence,
      })
    expect(await wire('Push/Subscribe', good)).toMatchObject({ status: 401 })
    expect(await subscribed()).toBe(0)
  })
})
