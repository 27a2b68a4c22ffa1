import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { home } from '#contract/overviews/home/home.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { search } from '#contract/overviews/search/search.ts'
import { studentNumbers } from '#contract/teaching/student-numbers/student-numbers.ts'
import { today as todayOperations } from '#contract/overviews/today/today.ts'
import { civilDay, daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, mother, parent, newcomer, nile, omar, class4a } = world

const relations = await as(manager)(reference.relations, {})
const relationId = relations.find(({ name }) => name === 'mother')!.id
const [yesterday, tomorrow] = [daysFrom(today, -1), daysFrom(today, 1)]
const at = { studentId: omar.id, parentId: mother.id }

const link = () => as(manager)(studentParents.get, at)
const change = (periods: object) => as(manager)(studentParents.update, { ...at, relationId, ...periods })
const sees = async () => (await as(mother)(parents.children, {})).some(({ studentId }) => studentId === omar.id)

beforeEach(async () => {
  await sql('delete from guardians where student_id = $1', [omar.id])
  await sql(
    `update student_parents set see_from = $2, notify_from = $2, fetch_from = $2, pay_from = $2,
       see_until = null, notify_until = null, fetch_until = null, pay_until = null
     where parent_id = $1`,
    [mother.id, daysFrom(today, -100)],
  )
})

describe('a link', () => {
  test('gives everything from its beginning until further notice', async () => {
    await as(manager)(studentParents.add, { studentId: omar.id, parentId: newcomer.id, relationId })
    const given = await as(manager)(studentParents.get, { studentId: omar.id, parentId: newcomer.id })
    expect(given).toMatchObject({ seeFrom: today, notifyFrom: today, fetchFrom: today, payFrom: today })
    expect(given).toMatchObject({ seeUntil: null, notifyUntil: null, fetchUntil: null, payUntil: null })
    expect(given).toMatchObject({ sees: true, isNotified: true, fetches: true, pays: true })
    await as(manager)(studentParents.remove, { studentId: omar.id, parentId: newcomer.id })
  })

  test.each([
    ['ended', { seeUntil: yesterday }],
    ['not yet begun', { seeFrom: tomorrow }],
    ['never given', { seeFrom: today, seeUntil: yesterday }],
  ])('whose sight is %s is as none, at the next call', async (_, periods) => {
    expect(await sees()).toBe(true)
    await change(periods)
    expect(await sees()).toBe(false)
    expect((await as(mother)(identity.me, {})).isParent).toBe(false)
    expect((await as(mother)(todayOperations.get, {})).children).toEqual([])
    const reads = [
      () => as(mother)(attendance.list, { studentId: omar.id }),
      () => as(mother)(studentNumbers.get, { studentId: omar.id }),
      () => as(mother)(studentParents.get, at),
    ]
    for (const read of reads) await expect(read()).rejects.toMatchObject({ status: 403 })
    expect(await link()).toMatchObject({ sees: false, isNotified: false, fetches: true, pays: true })

    await change({ seeFrom: today, seeUntil: null })
    expect(await sees()).toBe(true)
  })

  test('counts through its last day, by the calendar of the school', async () => {
    await change({ seeUntil: today })
    expect(await sees()).toBe(true)
    // The dates in these two time zones always differ.
    const [east, west] = ['Etc/GMT-14', 'Etc/GMT+12']
    await change({ seeFrom: civilDay(clock.now(), east), seeUntil: null })
    const seenIn = async (zone: string) => {
      await sql('update schools set time_zone = $1 where id = $2', [zone, nile.id])
      return sees()
    }
    expect([await seenIn(east), await seenIn(west)]).toEqual([true, false])
    await seenIn('Africa/Cairo')
  })

  test('shows a parent what it gives', async () => {
    await change({ fetchUntil: yesterday, payUntil: tomorrow })
    const [own] = await as(mother)(studentParents.list, { studentId: omar.id })
    expect(own).toMatchObject({ fetches: false, fetchUntil: yesterday, pays: true, payUntil: tomorrow })
  })

  test('that does not notify leaves the inbox empty, and names nobody to call', async () => {
    await change({ notifyUntil: yesterday })
    await as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: [{ studentId: omar.id, state: 'absent' }],
    })
    await deliverAll(connection)
    expect(await as(mother)(inbox.items, {})).toEqual([])
    expect((await as(parent)(inbox.items, {})).map(({ kind }) => kind)).toContain('attendance')

    const called = async () => (await as(manager)(home.school, { schoolId: nile.id })).attendance!.absentStudents
    const ofOmar = async () => (await called()).find(({ studentId }) => studentId === omar.id)?.guardianPhone
    await sql('update student_parents set notify_until = $1 where parent_id = $2', [yesterday, parent.id])
    // An invited number is shown so that it can be called. Neither of these two parents has it.
    expect([mother.phone, parent.phone]).not.toContain(await ofOmar())
    await change({ notifyUntil: null })
    expect(await ofOmar()).toBe(mother.phone)
    await sql('update student_parents set notify_until = null where parent_id = $1', [parent.id])
  })
})

describe('the rights of a link', () => {
  test('end no earlier than the day before they began', async () => {
    await expect(change({ payFrom: today, payUntil: daysFrom(today, -2) })).rejects.toMatchObject({
      ...refused(400, 'This date cannot be used'),
      errors: { payUntil: ['This date cannot be used'] },
    })
    expect(await link()).toMatchObject({ payUntil: null })
  })

  test('are changed from the version that was read', async () => {
    const { version } = await link()
    await change({ fetchUntil: yesterday, baseVersion: version })
    await expect(change({ fetchUntil: tomorrow, baseVersion: version })).rejects.toMatchObject({ status: 409 })
  })

  test('are not given by people to themselves', async () => {
    await giveKey(mother, 'LinkParentToStudent', nile)
    await expect(
      as(mother)(studentParents.update, { ...at, relationId, fetchUntil: null, seeFrom: today }),
    ).rejects.toMatchObject(refused(403, 'You cannot link yourself'))
    await sql('delete from user_permissions where user_id = $1', [mother.id])
  })

  test('stand as they were, the latest change first', async () => {
    await change({ fetchUntil: yesterday })
    const before = (await as(manager)(studentParents.formerRights, at)).length
    const ofOther = () => as(manager)(studentParents.formerRights, { ...at, parentId: parent.id })
    const beforeOfOther = await ofOther()
    await change({ seeUntil: tomorrow })
    await as(manager)(studentParents.update, { ...at, relationId: relations.find(({ id }) => id !== relationId)!.id })
    const former = await as(manager)(studentParents.formerRights, at)
    expect(former).toHaveLength(before + 1)
    expect(former[0]).toMatchObject({ fetchUntil: yesterday, seeUntil: null, changedByName: expect.any(String) })
    expect(await ofOther()).toEqual(beforeOfOther)
  })
})

describe('what the official record says of a guardian with the number of a parent', () => {
  const record = (more: object) =>
    as(manager)(guardians.add, {
      studentId: omar.id,
      guardianName: 'منى فؤاد',
      relationId,
      phone: `+2 ${mother.phone}`,
      ...more,
    })
  const changed = (guardianId: string, more: object) =>
    as(manager)(guardians.update, { studentId: omar.id, guardianId, ...more })

  test('takes rights away at once, and gives none back', async () => {
    const { id } = await record({ maySee: 'yes', mayFetch: 'no' })
    expect(await link()).toMatchObject({ sees: true, fetches: false, fetchUntil: yesterday })
    await changed(id, { maySee: 'no' })
    expect(await sees()).toBe(false)
    await changed(id, { maySee: 'yes', mayFetch: 'yes' })
    expect(await link()).toMatchObject({ sees: false, fetches: false })
  })

  test('ends all of them with its last day', async () => {
    await record({ untilDay: tomorrow })
    const ends = { seeUntil: tomorrow, notifyUntil: tomorrow, fetchUntil: tomorrow, payUntil: tomorrow }
    expect(await link()).toMatchObject(ends)
  })

  test('leaves them alone where a later period follows, or the number is another', async () => {
    await record({})
    await record({ fromDay: daysFrom(today, -90), untilDay: yesterday, maySee: 'no' })
    await record({ phone: '02 24567890', maySee: 'no' })
    expect(await link()).toMatchObject({ sees: true, seeUntil: null })
  })

  test('holds for a link that is made later, however it is made', async () => {
    await record({ phone: newcomer.phone, maySee: 'no', fromDay: daysFrom(today, -5), untilDay: tomorrow })
    await as(manager)(studentParents.add, { studentId: omar.id, parentId: newcomer.id, relationId })
    const made = await as(manager)(studentParents.get, { studentId: omar.id, parentId: newcomer.id })
    expect(made).toMatchObject({ sees: false, fetches: true, fetchFrom: today, fetchUntil: tomorrow })
    expect(await as(newcomer)(parents.children, {})).toEqual([])
    await as(manager)(studentParents.remove, { studentId: omar.id, parentId: newcomer.id })
  })

  test('names an account that has no name of its own yet', async () => {
    const own = [mother.firstName, mother.lastName]
    await record({ guardianName: 'أم عمر' })
    await sql(`update users set first_name = '', middle_name = null, last_name = '' where id = $1`, [mother.id])
    expect((await link()).parentName).toBe('أم عمر')
    const found = await as(manager)(search.find, { schoolId: nile.id, text: mother.phone })
    expect(found.students.map(({ guardianName }) => guardianName)).toContain('أم عمر')
    await sql(`update users set first_name = $2, last_name = $3 where id = $1`, [mother.id, ...own])
    expect((await link()).parentName).toBe(own.join(' '))
  })
})
