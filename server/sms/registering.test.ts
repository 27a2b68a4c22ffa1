import { afterEach, expect, test } from 'vitest'
import { registration } from '#contract/identity/registration.ts'
import { withClient } from '#server/db/client.ts'
import { deliverEvents, ordinaryPace } from '#server/outbox/worker.ts'
import { testApp } from '#test/app.ts'
import { clock } from '#test/clock.ts'
import { smsGateway } from '#test/gateway.ts'
import { smsChannel } from './sms.ts'

const { asVisitor, connection } = await testApp()
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
