import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { topics } from '#contract/messages/inbox/inbox.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { noticePreferences } from '#contract/messages/push/notice-preferences.ts'
import { deliverEvents, ordinaryPace } from '#server/outbox/worker.ts'
import { smsChannel } from '#server/messages/sms/sms.ts'
import { clock } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { pushGround } from '#test/push/ground.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection, sql, sendAll, browserOf, classChanged } = await pushGround({ smsNotices: true })
const { parent, mother, manager, teacher, otherManager, nile, delta, omar, class4a } = world

describe('how a person is notified', () => {
  const atFirst = {
    ...Object.fromEntries(topics.map((topic) => [topic, 'once'])),
    digestHour: 18,
    quietFrom: 22,
    quietTo: 6,
    language: null,
    sms: false,
    showsHijri: false,
    smsPossible: false,
    version: 1,
  }

  test('is at once except at night, until the person chooses otherwise', async () => {
    expect(await as(parent)(noticePreferences.get, {})).toEqual(atFirst)
    await browserOf(parent)
    await as(parent)(noticePreferences.update, { quietFrom: 22, quietTo: 6 })
    await sql('update notice_preferences set version = 1')
    expect(await as(parent)(noticePreferences.get, {})).toEqual(atFirst)

    const change = { results: 'off', homework: 'digest', digestHour: 20, language: 'en', sms: true } as const
    const changed = await as(parent)(noticePreferences.update, { ...change, baseVersion: 1 })
    expect(changed).toEqual({ ...atFirst, ...change, version: 2 })
    expect(await as(parent)(noticePreferences.get, {})).toEqual(changed)
    expect(await as(mother)(noticePreferences.get, {})).toEqual(atFirst)
    expect(await as(parent)(noticePreferences.update, changed)).toEqual(changed)
    await expect(as(parent)(noticePreferences.update, { notes: 'off', baseVersion: 1 })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: changed,
    })
  })

  test('is one of the known words; quiet hours have a beginning and an end', async () => {
    const refusals: [object, string][] = [
      [{ exams: 'hourly' }, 'Invalid enum value'],
      [{ exams: null }, 'Required'],
      [{ digestHour: 24 }, 'Number must be less than or equal to 23'],
      [{ quietFrom: null }, 'Required'],
      [{ language: 'fr' }, 'Invalid enum value'],
      [{ marks: 'off' }, "Unrecognized key(s) in object: 'marks'"],
    ]
    for (const [wrong, sentence] of refusals)
      expect(await wire('Notice/UpdatePreferences', wrong, { as: parent })).toMatchObject({
        status: 400,
        text: sentence,
      })
    expect(await as(parent)(noticePreferences.update, { quietFrom: null, quietTo: null })).toMatchObject({
      quietFrom: null,
      quietTo: null,
    })
  })
})

describe('notices by SMS', () => {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-notices-'))
  afterAll(() => rmSync(folder, { recursive: true }))
  let files = 0

  /** The SMS that are sent while this number of notices a day is allowed. */
  async function smsWithin(most: number) {
    const path = join(folder, `${files++}`)
    await sql('delete from rate_limits')
    await sendAll()
    const pace = { ...ordinaryPace, firstWait: 10, longestWait: 20 }
    const worker = deliverEvents(connection, smsChannel({ by: 'file', path }, clock, { notices: most }), {
      pace,
      log: () => {},
    })
    const left = () =>
      sql(`select attempts from outbox where event = 'notice' and delivered_at is null and given_up_at is null`)
    await expect.poll(async () => (await left()).every(({ attempts }) => attempts > 2)).toBe(true)
    await worker.stop()
    try {
      return readFileSync(path, 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as { phoneNumber: string; text: string })
    } catch {
      return []
    }
  }
  const wantSms = (person: { phone: string }) =>
    as(person)(noticePreferences.update, { sms: true, quietFrom: null, quietTo: null })

  test('go to people who want them, while their school and the installation send any', async () => {
    await wantSms(parent)
    await classChanged(omar)
    expect(await smsWithin(10)).toEqual([])
    expect(await as(parent)(noticePreferences.get, {})).toMatchObject({ smsPossible: false })

    expect(await as(manager)(noticePreferences.updateSchool, { schoolId: nile.id, sms: true })).toEqual({
      schoolId: nile.id,
      sms: true,
      smsPossible: true,
      smsInvitations: false,
      smsInvitationsADay: null,
    })
    expect(await as(parent)(noticePreferences.get, {})).toMatchObject({ smsPossible: true })
    await classChanged(omar)
    expect(await smsWithin(10)).toMatchObject([
      { phoneNumber: parent.phone, text: 'كشكول: تغيّر الفصل: \u2068عمر\u2069' },
    ])
  })

  test('say nothing of an announcement to a parent whose link has ended', async () => {
    for (const person of [parent, mother]) await wantSms(person)
    const audience = [{ kind: 'class' as const, targetId: class4a.id }]
    await as(manager)(postWriting.add, { schoolId: nile.id, title: 'رحلة', body: 'الأحد.', audience })
    await deliverAll(connection, { sms: true })
    await sendAll()
    await sql('update student_parents set ended_at = now(), ended_by = consent_by where parent_id = $1', [mother.id])
    expect((await smsWithin(10)).map(({ phoneNumber }) => phoneNumber)).toEqual([parent.phone])
    await sql('update student_parents set ended_at = null, ended_by = null where parent_id = $1', [mother.id])
  })

  test('keep to their number of a day, and leave nothing in the outbox that names anybody', async () => {
    await wantSms(parent)
    await wantSms(mother)
    await classChanged(omar)
    expect(await smsWithin(1)).toHaveLength(1)
    const rows = await sql(`select payload from outbox where event = 'notice'`)
    expect(rows).toHaveLength(2)
    expect(JSON.stringify(rows)).not.toMatch(/عمر|01000/)
  })

  test('are the school’s to turn on, by a caller who keeps its data', async () => {
    expect(await as(manager)(noticePreferences.ofSchool, { schoolId: nile.id })).toMatchObject({ sms: true })
    for (const person of [parent, teacher])
      await expect(as(person)(noticePreferences.updateSchool, { schoolId: nile.id, sms: false })).rejects.toMatchObject(
        { status: 403 },
      )
    await expect(
      as(otherManager)(noticePreferences.updateSchool, { schoolId: nile.id, sms: false }),
    ).rejects.toMatchObject({ status: 404 })
    expect(await as(otherManager)(noticePreferences.ofSchool, { schoolId: delta.id })).toMatchObject({ sms: false })
    expect(await as(manager)(noticePreferences.ofSchool, { schoolId: nile.id })).toMatchObject({ sms: true })
  })
})
