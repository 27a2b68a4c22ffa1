import { expect, test } from 'vitest'
import { smsGateway } from '#test/harness/gateway.ts'
import { sendToGateway } from './gateway.ts'

const message = { phone: '01000000009', number: '201000000009', text: 'رمزك "12345"', id: '7' }
const gateway = await smsGateway()

test('a message is handed over as the operator wrote it down', async () => {
  expect(await sendToGateway(gateway.settings(), message)).toEqual({ is: 'delivered' })
  expect(gateway.requests.at(-1)).toMatchObject({
    to: message.phone,
    message: message.text,
    headers: { authorization: 'Bearer s3cret', 'content-type': 'application/json; charset=utf-8' },
  })
})

test('the header of the operator goes before ours', async () => {
  const headers = { 'Content-Type': 'application/vnd.sms+json' }
  await sendToGateway(gateway.settings({ headers }), message)
  expect(gateway.requests.at(-1)?.headers['content-type']).toBe('application/vnd.sms+json')
})

test.each([
  ['failing', { is: 'failed', why: 'it answered 500', sick: true }],
  ['refusing', { is: 'failed', why: 'it answered 422', sick: false }],
  ['lying', { is: 'failed', why: 'it answered 200 without SMS_SUCCESS', sick: true }],
  ['redirecting', { is: 'failed', why: 'it answered 302', sick: true }],
  ['cutting', { is: 'unsure', why: 'ECONNRESET' }],
] as const)('of a %s gateway the right thing is believed', async (mood, outcome) => {
  gateway.become(mood)
  expect(await sendToGateway(gateway.settings(), message)).toEqual(outcome)
})

test('without SMS_SUCCESS a 2xx is believed', async () => {
  gateway.become('lying')
  expect(await sendToGateway(gateway.settings({ success: null }), message)).toEqual({ is: 'delivered' })
})

test('a gateway that took the message and keeps silent may have sent it', async () => {
  gateway.become('silent')
  const outcome = await sendToGateway(gateway.settings({ timeout: 50 }), message)
  expect(outcome).toEqual({ is: 'unsure', why: 'no answer within 50 ms' })
})

test('one that was never reached has surely not', async () => {
  await gateway.down()
  expect(await sendToGateway(gateway.settings(), message)).toEqual({ is: 'failed', why: 'ECONNREFUSED', sick: true })
  const url = 'https://nowhere.invalid/send'
  expect(await sendToGateway(gateway.settings({ url }), message)).toMatchObject({ is: 'failed', sick: true })
  await gateway.up()
})
