import { describe, expect, test } from 'vitest'
import { invitations } from '#contract/people/parents/invitations.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { sign } from '#test/harness/ground.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { type Db, openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { testApp } from '#test/harness/app.ts'
import { asRequests, sqlIn } from '#test/harness/database.ts'
import { freshPhone, registering } from '#test/harness/registering.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { world } from '#test/world/world.ts'
import { linkByPhone } from './invitations.queries.ts'

const testing = await testApp()
const { as, asVisitor, wire, connection } = testing
const { grantFor } = registering(testing)
const { manager, otherManager, registrar, teacher, guardian, mother, nile, delta } = world
const { omar, laila, classmate, deltaStudent, ward } = world

const sql = sqlIn(connection)
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'guardian'`)
const invite = (student: { id: string }, phoneNumber: string, person = manager) =>
  as(person)(invitations.invite, { studentId: student.id, phoneNumber, relationId })
const waitingFor = async (student: { id: string }, person = manager) =>
  (await as(person)(invitations.list, { studentId: student.id })).map(({ phoneNumber }) => phoneNumber)
const linkedTo = async (student: { id: string }) =>
  (await as(manager)(studentParents.list, { studentId: student.id })).map(({ phoneNumber }) => phoneNumber)
const childrenOf = async (phoneNumber: string, password: string) => {
  const { token } = await asVisitor(identity.login, { phoneNumber, password })
  const answer = await wire('StudentParent/GetParentStudents', {}, { headers: { authorization: `Bearer ${token}` } })
  return (answer.json() as { studentId: string }[]).map(({ studentId }) => studentId)
}
const linkEvents = () => sql(`select school_id, actor_id, payload from outbox where event = 'parent link' order by id`)

const done = { done: true, changed: 1 }
const notFound = { status: 404, message: 'Not found' }

describe('a number that has no account', () => {
  test('waits, is shown to callers who link parents, and is linked when its owner registers', async () => {
    const phone = freshPhone()
    expect(await invite(laila, phone)).toEqual(done)
    expect(await invite(deltaStudent, phone, otherManager)).toEqual(done)
    const [row] = await as(manager)(invitations.list, { studentId: laila.id })
    expect(row).toEqual({
      id: expect.any(String),
      studentId: laila.id,
      studentName: 'ليلى كريم الجندي',
      phoneNumber: phone,
      relationId,
      relationName: 'guardian',
      createDate: expect.any(String),
      smsDate: null,
      maySendSms: false,
    })
    const published = (await linkEvents()).length

    await asVisitor(registration.setPassword, { grant: await grantFor(phone), password: 'a password' })
    expect((await childrenOf(phone, 'a password')).toSorted()).toEqual([laila.id, deltaStudent.id].toSorted())
    expect(await waitingFor(laila)).toEqual([])
    expect(await linkedTo(laila)).toContain(phone)
    const [link] = await sql(
      `select sp.consent_by, sp.consent_text_version from student_parents sp join users u on u.id = sp.parent_id
       where u.phone_number = $1 and sp.student_id = $2`,
      [phone, laila.id],
    )
    expect(link).toEqual({ consent_by: manager.id, consent_text_version: 1 })
    const events = (await linkEvents()).slice(published)
    expect(new Set(events.map(({ school_id }) => school_id))).toEqual(new Set([nile.id, delta.id]))
    for (const { payload } of events)
      expect(payload).toMatchObject({ linked: true, links: [{ parentId: expect.any(String) }] })
    const lines = `select school_id from audit_lines where operation = $1 and target_kind = 'person' and target_id = person_id`
    const audited = (await sql(lines, [registration.setPassword.path])).map(({ school_id }) => school_id)
    expect(new Set(audited)).toEqual(new Set([nile.id, delta.id]))
  })

  test('is linked too when its owner gives names with the password', async () => {
    const phone = freshPhone()
    await invite(ward, `+2${phone}`)
    const names = { userName: 'سلمى', firstName: 'سلمى', lastName: 'عمر' }
    await asVisitor(registration.saveMainInfo, { ...names, grant: await grantFor(phone), password: 'a password' })
    expect(await childrenOf(phone, 'a password')).toEqual([ward.id])
  })

  test('that was withdrawn is linked no more, and may be invited again', async () => {
    const phone = freshPhone()
    await invite(omar, phone)
    const waiting = await as(manager)(invitations.list, { studentId: omar.id })
    const { id } = waiting.find(({ phoneNumber }) => phoneNumber === phone)!
    const invitation = { studentId: omar.id, invitationId: id }
    await expect(as(otherManager)(invitations.withdraw, invitation)).rejects.toMatchObject(notFound)
    await expect(as(manager)(invitations.withdraw, { ...invitation, studentId: laila.id })).rejects.toMatchObject(
      notFound,
    )
    expect(await as(manager)(invitations.withdraw, invitation)).toEqual(done)
    await expect(as(manager)(invitations.withdraw, invitation)).rejects.toMatchObject(notFound)
    expect(await waitingFor(omar)).not.toContain(phone)

    await asVisitor(registration.setPassword, { grant: await grantFor(phone), password: 'a password' })
    expect(await childrenOf(phone, 'a password')).toEqual([])
    expect(await invite(omar, phone)).toEqual(done)
    expect(await childrenOf(phone, 'a password')).toEqual([omar.id])
  })

  test('is erased a month after it was taken up or withdrawn', async () => {
    const count = async () => (await sql('select count(*)::int from parent_invitations'))[0].count
    const [before, [{ over }]] = [
      await count(),
      await sql(
        'select count(*)::int as over from parent_invitations where accepted_at is not null or removed_at is not null',
      ),
    ]
    expect(over).toBeGreaterThan(1)
    await eraseExpired(connection)
    expect(await count()).toBe(before)
    await sql(`update parent_invitations set accepted_at = accepted_at - interval '31 days',
      removed_at = removed_at - interval '31 days'`)
    await eraseExpired(connection)
    expect(await count()).toBe(before - over)
  })
})

describe('a number that has an account', () => {
  test('is linked at once, and the answer is the same', async () => {
    const [waiting, linked] = await Promise.all(
      [freshPhone(), guardian.phone].map((phoneNumber) =>
        wire('StudentParent/InviteParent', { studentId: classmate.id, phoneNumber, relationId }, { as: manager }),
      ),
    )
    expect(linked!.text).toBe(waiting!.text)
    expect(Object.keys(linked!.headers)).toEqual(Object.keys(waiting!.headers))
    expect((await as(guardian)(parents.children, {})).map(({ studentId }) => studentId)).toContain(classmate.id)
  })

  test('counts as a look-up: a limited number a minute and a person', async () => {
    const limited = await testApp({ connection, lookUps: { personMinute: 1, schoolDay: 1e9 } })
    const own = { studentId: deltaStudent.id, relationId }
    await sql(`delete from rate_limits where key like 'look-ups%'`)
    const send = () =>
      limited.wire('StudentParent/InviteParent', { ...own, phoneNumber: freshPhone() }, { as: otherManager })
    expect((await send()).status).toBe(200)
    expect((await send()).status).toBe(429)
  })
})

describe('an invitation is refused', () => {
  test('of a number that is linked or waits, in one sentence', async () => {
    const phone = freshPhone()
    await invite(omar, phone)
    for (const again of [phone, mother.phone])
      await expect(invite(omar, again)).rejects.toMatchObject({
        status: 409,
        message: 'This parent is already linked to this student',
      })
  })

  test('beyond ten parents, whether linked or waiting', async () => {
    const { id } = await as(manager)(studentRecords.add, {
      schoolId: nile.id,
      classRoomId: world.class4b.id,
      firstName: 'أنس',
      middleName: 'حمدي',
      lastName: 'سرحان',
    })
    for (const phone of [guardian.phone, ...Array.from({ length: 9 }, freshPhone)]) await invite({ id }, phone)
    const full = { status: 409, message: 'A student has at most 10 parents' }
    await expect(invite({ id }, freshPhone())).rejects.toMatchObject(full)
    await expect(invite({ id }, mother.phone)).rejects.toMatchObject(full)
    await expect(
      as(manager)(studentParents.add, { studentId: id, parentId: mother.id, relationId }),
    ).rejects.toMatchObject(full)
  })

  test.each([
    [{ phoneNumber: '0100' }, 400, 'Invalid Phone Number!'],
    [{ phoneNumber: undefined }, 400, 'Invalid Phone Number!'],
    [{ relationId: newId() }, 404, 'Not found'],
    [{ studentId: deltaStudent.id }, 404, 'Not found'],
    [{ parentId: newId() }, 400, "Unrecognized key(s) in object: 'parentId'"],
  ])('with %j (%i %s), and nothing waits', async (wrong, status, text) => {
    const before = await sql('select count(*) from parent_invitations')
    const body = { studentId: omar.id, phoneNumber: freshPhone(), relationId, ...wrong }
    expect(await wire('StudentParent/InviteParent', body, { as: manager })).toMatchObject({ status, text })
    expect(await sql('select count(*) from parent_invitations')).toEqual(before)
  })

  test('of one’s own number without the sight of all students, and of callers who may not link', async () => {
    await sql(
      `insert into user_permissions (user_id, permission_id, school_id)
       select $1, id, $2 from permissions where key = 'LinkParentToStudent'`,
      [teacher.id, nile.id],
    )
    await expect(invite(omar, teacher.phone, teacher)).rejects.toMatchObject({
      status: 403,
      message: 'You cannot link yourself',
    })
    await expect(invite(omar, freshPhone(), registrar)).rejects.toMatchObject({ status: 403 })
    await expect(waitingFor(omar, registrar)).rejects.toMatchObject({ status: 403 })
  })
})

describe('many guardians at once', () => {
  const inNile = async <T>(work: (db: Db) => Promise<T>) => {
    const db = openDb(asRequests(connection), { sign, times: unlimited.databaseTimes })
    try {
      return await db.transaction().execute(async (tx) => {
        await seeOnly(tx, { schools: [nile.id] })
        return work(tx)
      })
    } finally {
      await db.destroy()
    }
  }

  test('are linked or wait in one go; those already linked, named twice or beyond the limit are left out', async () => {
    const [first, second] = [freshPhone(), freshPhone()]
    const of = (student: { id: string }, phoneNumber: string) => ({ studentId: student.id, phoneNumber, relationId })
    const given = [of(ward, first), of(ward, second), of(ward, first), of(omar, mother.phone), of(ward, mother.phone)]
    const many = Array.from({ length: 12 }, () => of(laila, freshPhone()))
    const { linked, waiting, known, beyond } = await inNile((db) =>
      linkByPhone(db, { schoolId: nile.id, actorId: manager.id }, [...given, ...many]),
    )
    const [{ count }] = await sql(
      'select count(*)::int from student_parents where student_id = $1 and ended_at is null',
      [laila.id],
    )
    expect(linked).toEqual([{ id: expect.any(String), studentId: ward.id, parentId: mother.id }])
    expect(known).toEqual([2, 3])
    expect(waiting.filter(({ studentId }) => studentId === laila.id)).toHaveLength(10 - count)
    expect(waiting.filter(({ studentId }) => studentId === ward.id)).toHaveLength(2)
    expect(beyond).toEqual(many.map((_, nth) => given.length + nth).slice(10 - count))
  })

  test('are asked first where so many are sent: nobody is linked at once', async () => {
    const of = (student: { id: string }, phoneNumber: string) => ({ studentId: student.id, phoneNumber, relationId })
    const { linked, waiting } = await inNile((db) =>
      linkByPhone(db, { schoolId: nile.id, actorId: manager.id, asking: true }, [
        of(classmate, world.otherManager.phone),
      ]),
    )
    expect(linked).toEqual([])
    expect(waiting).toEqual([{ id: expect.any(String), studentId: classmate.id }])
    expect(await linkedTo(classmate)).not.toContain(world.otherManager.phone)
  })
})
