import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection } = app
const { sql, audited } = tracesIn(connection)
const { manager, otherManager, teacher, parent, laila, omar, deltaStudent, nile } = world
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'father'`)

let numbers = 0
/** A number of a country that gets no codes here. */
const freshNumber = () => `+97433${String(++numbers).padStart(6, '0')}`
const invite = (phoneNumber: string, student = laila, by = manager) =>
  as(by)(invitations.invite, { studentId: student.id, phoneNumber, relationId })
const invitationOf = async (phoneNumber: string) =>
  (await sql('select id from parent_invitations where phone_number = $1', [phoneNumber]))[0].id as string
const handOut = async (phoneNumber: string, student = laila, by = manager) =>
  as(by)(invitations.handOut, { studentId: student.id, invitationId: await invitationOf(phoneNumber) })
const enter = (phoneNumber: string, code: string) => asVisitor(registration.confirm, { phoneNumber, code })
const register = async (phoneNumber: string, code: string) => {
  const { grant } = await enter(phoneNumber, code)
  await asVisitor(registration.setPassword, { grant, password: demoPassword })
}
const wrong = 'The code is not correct or has expired'

describe('a letter with a code', () => {
  test('proves an invited number once, where no code can be sent to it, and its parent sees the child', async () => {
    const phone = freshNumber()
    await invite(phone)
    await asVisitor(registration.register, { phoneNumber: phone })
    const { code, expiresAt } = await handOut(phone)
    expect(code).toMatch(/^\d{8}$/)
    expect(Math.round((Date.parse(expiresAt) - clock.now().getTime()) / 86_400_000)).toBe(14)
    expect(await audited(invitations.handOut)).toEqual([
      { person_id: manager.id, school_id: nile.id, target_kind: 'student', target_id: laila.id },
    ])
    expect((await sql(`select from sms_codes where code_hmac::text like '%' || $1 || '%'`, [code])).length).toBe(0)

    await register(phone, code)
    await expect(enter(phone, code)).rejects.toThrow(wrong)
    expect((await as({ phone })(parents.children, {})).map(({ studentId }) => studentId)).toEqual([laila.id])
  })

  test('is not replaced by a code that a stranger asks for, and by a second letter it is', async () => {
    const phone = freshNumber()
    await invite(phone)
    const first = await handOut(phone)
    await asVisitor(registration.register, { phoneNumber: phone })
    const second = await handOut(phone)
    if (first.code !== second.code) await expect(enter(phone, first.code)).rejects.toThrow(wrong)
    await enter(phone, second.code)
  })

  test('has five tries, and ends after fourteen days', async () => {
    const [tried, old] = [freshNumber(), freshNumber()]
    for (const phone of [tried, old]) await invite(phone)
    const letter = await handOut(tried)
    for (let n = 0; n < 5; n++)
      await expect(enter(tried, String((Number(letter.code) + 1) % 1e8).padStart(8, '0'))).rejects.toThrow(wrong)
    await expect(enter(tried, letter.code)).rejects.toThrow(wrong)

    const late = await handOut(old)
    await sql(`update sms_codes set expires_at = expires_at - interval '14 days'`)
    await expect(enter(old, late.code)).rejects.toThrow(wrong)
  })

  test('is not handed out for a number that can receive a code, that has an account, or that nobody of the school invited', async () => {
    await invite('01055566601')
    await expect(handOut('01055566601')).rejects.toThrow('This number can receive a code by SMS')
    const phone = freshNumber()
    await invite(phone)
    const elsewhere = { studentId: omar.id, invitationId: await invitationOf(phone) }
    await expect(as(manager)(invitations.handOut, elsewhere)).rejects.toThrow('Not found')
    const { code } = await handOut(phone)
    await register(phone, code)
    const reopened = { studentId: laila.id, invitationId: newId() }
    await sql(
      `insert into parent_invitations (id, school_id, student_id, phone_number, relation_id, consent_by)
       values ($1, $2, $3, $4, $5, $6)`,
      [reopened.invitationId, nile.id, laila.id, phone, relationId, manager.id],
    )
    await expect(as(manager)(invitations.handOut, reopened)).rejects.toThrow('Somebody has an account with this number')
    await sql('update parent_invitations set accepted_at = now() where id = $1', [reopened.invitationId])
    for (const person of [teacher, parent]) await expect(handOut(phone, laila, person)).rejects.toThrow('not allowed')
  })

  test('opens nothing of another school, which has not handed it out, until that school has met the person', async () => {
    const phone = freshNumber()
    await invite(phone)
    await register(phone, (await handOut(phone)).code)
    expect((await asVisitor(identity.login, { phoneNumber: phone, password: demoPassword })).proofDue).toBe(false)

    await invite(phone, deltaStudent, otherManager)
    const again = await asVisitor(identity.login, { phoneNumber: phone, password: demoPassword })
    expect(again).toMatchObject({ proofDue: true, isParent: false })
  })

  test('asks a colleague who came with it for a second factor, once they work at the school', async () => {
    const phone = freshNumber()
    await as(manager)(staffInvitations.invite, { schoolId: nile.id, phoneNumber: phone, teaching: [] })
    const [{ id: invitationId }] = await sql('select id from staff_invitations where phone_number = $1', [phone])
    const { code } = await as(manager)(staffInvitations.handOut, { schoolId: nile.id, invitationId })
    await register(phone, code)

    const login = { phoneNumber: phone, password: demoPassword }
    expect(await asVisitor(identity.login, login)).toMatchObject({ isTeacher: false })
    await deliverAll(connection)
    const [asked] = (await as({ phone })(inbox.items, {})).filter(({ kind }) => kind === 'teacherInvited')
    await as({ phone })(inbox.answer, { itemId: asked!.id, accept: true })
    await expect(asVisitor(identity.login, login)).rejects.toThrow('Enter the code of your authenticator')
  })
})
