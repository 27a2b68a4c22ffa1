import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { invitations } from '#contract/people/parents/invitations.ts'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { withClient } from '#server/db/client.ts'
import { deliverEvents, ordinaryPace } from '#server/outbox/worker.ts'
import { smsTexts } from '#server/messages/sms/texts.ts'
import { smsChannel } from '#server/messages/sms/sms.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { freshPhone } from '#test/harness/registering.ts'
import { world } from '#test/world/world.ts'

const aDay = 2
const { as, connection } = await testApp({ smsInvitations: aDay })
const without = await testApp({ connection })
const { manager, otherManager, teacher, nile, omar, laila, deltaStudent } = world
const folder = mkdtempSync(join(tmpdir(), 'kashkool-invitations-'))
afterAll(() => rmSync(folder, { recursive: true }))

const sql = (text: string, values: unknown[] = []) =>
  withClient(connection, async (client) => (await client.query(text, values)).rows)
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'guardian'`)

/** Invites a number. Returns the invitation as the list shows it. */
async function invited(student: { id: string }, phoneNumber = freshPhone(), person = manager) {
  await as(person)(invitations.invite, { studentId: student.id, phoneNumber, relationId })
  return listed(student, phoneNumber, person)
}
const listed = async (student: { id: string }, phoneNumber: string, person = manager) =>
  (await as(person)(invitations.list, { studentId: student.id })).find((one) => one.phoneNumber === phoneNumber)!
const send = ({ studentId, id }: { studentId: string; id: string }, person = manager) =>
  as(person)(invitations.sendSms, { studentId, invitationId: id })
const turn = (smsInvitations: boolean, schoolId = nile.id, person = manager) =>
  as(person)(noticePreferences.updateSchool, { schoolId, smsInvitations })

let files = 0
/** The SMS that are sent now. */
async function leaving() {
  const path = join(folder, `${files++}`)
  const channel = smsChannel({ by: 'file', path }, clock, { address: 'https://school.example' })
  const worker = deliverEvents(connection, channel, { pace: ordinaryPace, log: () => {} })
  const left = `select from outbox where event = 'invitation by SMS' and delivered_at is null and given_up_at is null`
  await expect.poll(async () => (await sql(left)).length).toBe(0)
  await worker.stop()
  const lines = readFileSync(path, { encoding: 'utf8', flag: 'a+' }).split('\n').filter(Boolean)
  return lines.map((line) => JSON.parse(line) as { phoneNumber: string; text: string })
}

test('no invitation leaves by SMS until the installation and the school both want it', async () => {
  const one = await invited(omar)
  expect(one).toMatchObject({ maySendSms: false, smsDate: null })
  const off = { status: 409, message: 'This school sends no invitations by SMS' }
  await expect(send(one)).rejects.toMatchObject(off)
  expect(await turn(true)).toMatchObject({ smsInvitations: true, smsInvitationsADay: aDay, sms: false })
  await expect(
    without.as(manager)(invitations.sendSms, { studentId: omar.id, invitationId: one.id }),
  ).rejects.toMatchObject(off)
  const there = await without.as(manager)(invitations.list, { studentId: omar.id })
  expect(there.every(({ maySendSms }) => !maySendSms)).toBe(true)
  expect(await leaving()).toEqual([])
})

test('one is sent to a number a day, whichever child it is for, and names no child', async () => {
  const one = await listed(omar, (await as(manager)(invitations.list, { studentId: omar.id })).at(-1)!.phoneNumber)
  expect(one.maySendSms).toBe(true)
  expect(await send(one)).toEqual({ done: true, changed: 1 })
  expect(await leaving()).toMatchObject([
    { phoneNumber: one.phoneNumber, text: smsTexts.invitation(nile.name, 'https://school.example') },
  ])
  const sibling = await invited(laila, one.phoneNumber)
  expect(sibling).toMatchObject({ maySendSms: false, smsDate: null })
  expect(await listed(omar, one.phoneNumber)).toMatchObject({ maySendSms: false, smsDate: expect.any(String) })
  for (const again of [one, sibling])
    await expect(send(again)).rejects.toMatchObject({
      status: 409,
      message: 'This number was sent an invitation by SMS within the last day',
    })
  await sql(`update parent_invitations set sms_at = sms_at - interval '25 hours' where sms_at is not null`)
  expect(await listed(laila, one.phoneNumber)).toMatchObject({ maySendSms: true })
})

test('a school sends so many a day, also when several people press at once', async () => {
  const all = await Promise.all([freshPhone(), freshPhone(), freshPhone(), freshPhone()].map((p) => invited(laila, p)))
  const outcomes = await Promise.allSettled(all.map((one) => send(one)))
  const refused = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason as unknown] : []))
  expect(refused).toHaveLength(all.length - aDay)
  for (const problem of refused)
    expect(problem).toMatchObject({
      status: 409,
      message: 'The school has sent as many invitations by SMS as it may in a day',
    })
  expect(await leaving()).toHaveLength(aDay)
})

test('one that was withdrawn before it left is not sent', async () => {
  await sql('update parent_invitations set sms_at = null')
  const one = await invited(omar)
  await send(one)
  await as(manager)(invitations.withdraw, { studentId: omar.id, invitationId: one.id })
  expect(await leaving()).toEqual([])
  await expect(send(one)).rejects.toMatchObject({ status: 404 })
})

test('only staff who link parents send one, and only of their own school', async () => {
  const one = await invited(omar)
  await expect(send(one, teacher)).rejects.toMatchObject({ status: 403 })
  await expect(send(one, otherManager)).rejects.toMatchObject({ status: 404 })
  const other = await invited(deltaStudent, freshPhone(), otherManager)
  await expect(send(other, otherManager)).rejects.toMatchObject({
    message: 'This school sends no invitations by SMS',
  })
})

test('the text takes two parts at most, and no name of a school smuggles an address into it', () => {
  const text = smsTexts.invitation(`https://evil.example/${'مدرسة '.repeat(20)}`, 'https://school.example')
  expect(text).not.toMatch(/evil\.example|https:\/\/evil/)
  expect(text.length).toBeLessThanOrEqual(134)
})
