import { afterEach, expect, test } from 'vitest'
import { registration } from '#contract/platform/identity/registration.ts'
import { withClient } from '#server/db/client.ts'
import { deliverEvents, ordinaryPace } from '#server/outbox/worker.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { smsGateway } from '#test/harness/gateway.ts'
import { registering } from '#test/harness/registering.ts'
import { smsChannel } from './sms.ts'

const { asVisitor, connection } = await testApp()
const { confirm, waited } = registering({ asVisitor, connection })
const gateway = await smsGateway()
const workers: { stop: () => Promise<void> }[] = []
const log = () => {}

afterEach(async () => {
  gateway.relent()
  await Promise.all(workers.splice(0).map(({ stop }) => stop()))
})

const work = (pace = ordinaryPace) =>
  workers.push(deliverEvents(connection, smsChannel(gateway.settings(), clock), { pace, log }))
const codes = () =>
  withClient(
    connection,
    async (client) =>
      (await client.query(`select delivered_at is not null as delivered from outbox where event = 'code' order by id`))
        .rows,
  )

test('registering is answered while the gateway hangs, and the code arrives when it no longer does', async () => {
  gateway.become('silent')
  work()
  await asVisitor(registration.register, { phoneNumber: '01011112221' })
  expect(await codes()).toEqual([{ delivered: false }])

  await expect.poll(() => gateway.requests.length).toBe(1)
  await asVisitor(registration.register, { phoneNumber: '01011112222' })
  expect(await codes()).toEqual([{ delivered: false }, { delivered: false }])

  await expect.poll(() => gateway.requests.length).toBe(2)
  gateway.relent()
  await expect.poll(codes).toEqual([{ delivered: true }, { delivered: true }])
  const [sms] = gateway.requests
  expect(sms).toMatchObject({ to: '01011112221', message: expect.stringMatching(/Kashkool code: \d{5}/) })
  const code = /\d{5}/.exec(sms!.message)![0]
  expect(await asVisitor(registration.confirm, { phoneNumber: '01011112221', code })).toMatchObject({
    phoneNumber: '01011112221',
  })
})

test('registering is answered while the gateway is down, and the code arrives when it is up', async () => {
  await gateway.down()
  gateway.become('well')
  work({ ...ordinaryPace, firstWait: 10, longestWait: 50, rest: 50 })
  await asVisitor(registration.register, { phoneNumber: '01011112223' })
  expect((await codes()).at(-1)).toEqual({ delivered: false })
  await gateway.up()
  await expect.poll(async () => (await codes()).at(-1)).toEqual({ delivered: true })
  expect(gateway.requests.at(-1)).toMatchObject({ to: '01011112223' })
})

test('a new account gets no message but its code; of a changed password its owner is notified', async () => {
  gateway.become('well')
  work()
  const phoneNumber = '01011112224'
  const kinds = () =>
    gateway.sent().flatMap(({ to, message }) => (to === phoneNumber ? [/code: |was changed/.exec(message)?.[0]] : []))
  const choose = async (password: string) => {
    const before = kinds().length
    await waited()
    await asVisitor(registration.register, { phoneNumber })
    await expect.poll(() => kinds().length).toBe(before + 1)
    const { grant } = await confirm(phoneNumber, /\d{5}/.exec(gateway.sent().at(-1)!.message)![0])
    await asVisitor(registration.setPassword, { grant, password })
  }
  await choose('a first password')
  await choose('another password')
  await expect.poll(kinds).toEqual(['code: ', 'code: ', 'was changed'])
})
