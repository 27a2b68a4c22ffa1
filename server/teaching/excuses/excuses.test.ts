import { beforeEach, describe, expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { today as todays } from '#contract/overviews/today/today.ts'
import { daysFrom } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, giveKey, published } = tracesIn(connection)
const { manager, supervisor, secondSupervisor, parent, mother, formerParent, otherManager, deltaParent } = world
const { nile, class4a, omar, laila, classmate } = world

const yesterday = daysFrom(today, -1)
const ask = (more: object = {}, person = parent) =>
  as(person)(excuses.ask, { studentId: omar.id, fromDay: yesterday, excuseKind: 'illness', ...more })
const decide = (excuseId: string, accept: boolean, more: object = {}) =>
  as(manager)(excuses.decide, { studentId: omar.id, excuseId, accept, ...more })
const waiting = (person = manager) => as(person)(excuses.waiting, { schoolId: nile.id })
const mark = (date: string, state: 'present' | 'absent' | 'late') =>
  as(supervisor)(attendance.save, { classRoomId: class4a.id, date, students: [{ studentId: omar.id, state }] })
const stateOn = async (date: string) =>
  (await as(manager)(attendance.list, { studentId: omar.id, dateFrom: date, dateTo: date }))[0]

beforeEach(() => sql('delete from excuses'))

describe('an excuse of a parent', () => {
  test('waits for the school, and is read by the parents of the child', async () => {
    const asked = await ask({ text: 'حرارة' })
    expect(asked).toMatchObject({ studentId: omar.id, fromDay: yesterday, toDay: yesterday, text: 'حرارة' })
    expect(asked).toMatchObject({ accepted: null, decidedByName: null, byParent: true, classRoomName: class4a.name })
    expect(await waiting()).toEqual([asked])
    expect(await as(mother)(excuses.ofStudent, { studentId: omar.id })).toEqual([asked])
  })

  test.each([
    ['longer than sixty days', { toDay: daysFrom(yesterday, 60) }, 'This date cannot be used'],
    ['that ends before it begins', { toDay: daysFrom(yesterday, -1) }, 'This date cannot be used'],
    ['too far ahead', { fromDay: daysFrom(today, 61) }, 'This date cannot be used'],
    ['of the school’s own kind', { excuseKind: 'mission' }, 'Invalid enum value'],
  ])('%s is refused', async (_, more, sentence) => {
    await expect(ask(more)).rejects.toMatchObject(refused(400, sentence))
  })

  test('is refused for a closed day, and taken when one of its days is open', async () => {
    const day = { kind: 'holiday' as const, name: 'عيد', fromDay: yesterday, toDay: yesterday }
    const { ids } = await as(manager)(calendar.saveDays, { schoolId: nile.id, items: [day] })
    await expect(ask()).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    await ask({ toDay: today })
    await as(manager)(calendar.removeDays, { schoolId: nile.id, dayIds: ids })
  })

  test('comes within the time that the school gives', async () => {
    await ask({ fromDay: daysFrom(today, -7) })
    const late = { fromDay: daysFrom(today, -9), toDay: daysFrom(today, -8) }
    await expect(ask(late)).rejects.toMatchObject(refused(409, 'The time to excuse these days is over'))
    await sql('insert into absence_settings (school_id, excuse_within) values ($1, 8)', [nile.id])
    await ask(late)
    await sql('delete from absence_settings')
  })

  test('covers no day that another one covers, unless that was refused', async () => {
    const { id } = await ask()
    const again = { fromDay: daysFrom(today, -2), toDay: today }
    await expect(ask(again, mother)).rejects.toMatchObject(refused(409, 'One of these days has an excuse already'))
    await decide(id, false, { reason: 'بلا شهادة' })
    await ask(again, mother)
  })

  test('is of a child that one is linked to now', async () => {
    for (const person of [deltaParent, formerParent, manager])
      await expect(ask({}, person)).rejects.toMatchObject(notFound)
    await expect(ask({ studentId: classmate.id })).rejects.toMatchObject(notFound)
    const answer = await wire('Excuse/Ask', { studentId: omar.id, fromDay: yesterday, excuseKind: 'illness' })
    expect(answer.status).toBe(401)
  })

  test('files an instant under the day of the school', async () => {
    const asked = await ask({ fromDay: `${daysFrom(today, -1)}T22:30:00.000Z` })
    expect(asked.fromDay).toBe(today)
  })
})

describe('accepting', () => {
  test('turns absences of these days into excused ones, with their author, and touches nothing else', async () => {
    const days = [1, 2, 3, 4].map((ago) => daysFrom(today, -ago))
    await mark(days[0]!, 'absent')
    await mark(days[1]!, 'late')
    await mark(days[2]!, 'absent')
    await mark(days[3]!, 'absent')
    const { id, absentDays } = await ask({ fromDay: days[2], toDay: days[0] })
    expect(absentDays).toBe(2)
    const { version } = (await stateOn(days[0]!))!

    const decided = await decide(id, true)
    expect(decided).toMatchObject({ accepted: true, absentDays: 0, decidedByName: expect.stringContaining('نجلاء') })
    expect(await stateOn(days[0]!)).toMatchObject({ state: 'excused', supervisorId: manager.id, version: version + 1 })
    expect((await stateOn(days[1]!))!.state).toBe('late')
    expect((await stateOn(days[2]!))!.state).toBe('excused')
    expect(await stateOn(days[3]!)).toMatchObject({ state: 'absent', supervisorId: supervisor.id })
    await expect(decide(id, true)).rejects.toMatchObject(refused(409, 'This request has already been decided'))
  })

  test('ahead of the day: the register that is taken then has the student excused', async () => {
    const { id } = await ask({ fromDay: today, toDay: daysFrom(today, 3) })
    await mark(today, 'absent')
    expect((await stateOn(today))!.state).toBe('absent')
    await decide(id, true)
    await mark(today, 'absent')
    expect((await stateOn(today))!.state).toBe('excused')
    await mark(today, 'present')
    expect((await stateOn(today))!.state).toBe('present')
  })

  test.each(['decided', 'entered'])(
    'one that is %s while the register is saved excuses the absence in it',
    async (how) => {
      const { id } = how === 'decided' ? await ask({ fromDay: today }) : { id: '' }
      const accept = () =>
        how === 'decided'
          ? decide(id, true)
          : as(manager)(excuses.enter, { studentId: omar.id, fromDay: today, excuseKind: 'illness' })
      const waiters = async () => (await sql(whoWaits)).length

      await sql('delete from attendance_marks where student_id = $1 and date = $2', [omar.id, today])
      const both = await withClient(connection, async (client) => {
        // Delays the acceptance between its last look at the register and its end.
        await client.query('begin; lock table outbox in exclusive mode')
        const accepted = accept()
        await expect.poll(waiters).toBe(1)
        const saved = mark(today, 'absent')
        await expect.poll(waiters).toBe(2)
        await client.query('commit')
        return Promise.all([accepted, saved])
      })
      expect(both).toHaveLength(2)
      expect((await stateOn(today))!.state).toBe('excused')
    },
  )

  test('is said to the parents, and asking to those who decide', async () => {
    await deliverAll(connection)
    const newest = async (person: { phone: string }) => (await as(person)(inbox.items, {}))[0]
    const { id } = await ask()
    await deliverAll(connection)
    expect(await newest(manager)).toMatchObject({ kind: 'excuseAsked', link: { to: 'absence', tab: 'excuses' } })
    await decide(id, true)
    expect((await as(manager)(inbox.items, {})).map(({ kind }) => kind)).not.toContain('excuseAsked')
    expect((await published('excuse decided')).at(-1).payload).toEqual({
      excuseId: id,
      studentId: omar.id,
      accepted: true,
    })
    await deliverAll(connection)
    expect(await newest(mother)).toMatchObject({ kind: 'excuseDecided', on: true, link: { to: 'child', id: omar.id } })
    expect((await as(supervisor)(inbox.items, {})).map(({ kind }) => kind)).not.toContain('excuseAsked')
  })
})

test('nobody is asked to decide an excuse of a child who is no longer on the roll', async () => {
  await ask()
  await deliverAll(connection)
  const isAsked = async () => (await as(manager)(inbox.items, {})).some(({ kind }) => kind === 'excuseAsked')
  expect(await isAsked()).toBe(true)
  await sql('update students set active = false where id = $1', [omar.id])
  expect(await isAsked()).toBe(false)
  expect(await waiting()).toEqual([])
  await sql('update students set active = true where id = $1', [omar.id])
  expect(await isAsked()).toBe(true)
})

test('refusing says why and leaves the absence as it is', async () => {
  await mark(yesterday, 'absent')
  const { id } = await ask()
  await expect(decide(id, false)).rejects.toMatchObject(refused(400, 'Required'))
  const refusal = await decide(id, false, { reason: 'الشهادة غير واضحة' })
  expect(refusal).toMatchObject({ accepted: false, reason: 'الشهادة غير واضحة', absentDays: 1 })
  expect((await stateOn(yesterday))!.state).toBe('absent')
  expect(await waiting()).toEqual([])
})

test('an excuse waits no more once its student is not active', async () => {
  await ask()
  await sql('update students set active = false where id = $1', [omar.id])
  expect(await waiting()).toEqual([])
  await sql('update students set active = true where id = $1', [omar.id])
  expect(await waiting()).toHaveLength(1)
})

test('the school excuses days itself, also on its own mission', async () => {
  await mark(today, 'absent')
  const entered = await as(manager)(excuses.enter, { studentId: omar.id, fromDay: today, excuseKind: 'mission' })
  expect(entered).toMatchObject({ accepted: true, byParent: false, excuseKind: 'mission' })
  expect((await stateOn(today))!.state).toBe('excused')
})

test('excuses are decided with their key, within the classes of the person', async () => {
  const { id } = await ask()
  const change = { studentId: omar.id, excuseId: id, accept: true }
  await expect(as(supervisor)(excuses.decide, change)).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(excuses.decide, change)).rejects.toMatchObject(notFound)
  await giveKey(supervisor, 'DecideExcuses', nile)
  await giveKey(secondSupervisor, 'DecideExcuses', nile)
  await expect(as(secondSupervisor)(excuses.decide, change)).rejects.toMatchObject(notFound)
  expect(await waiting(secondSupervisor)).toEqual([])
  // An excuse cannot be decided with the id of another student.
  await expect(as(manager)(excuses.decide, { ...change, studentId: laila.id })).rejects.toMatchObject(notFound)
  expect(await as(supervisor)(excuses.decide, change)).toMatchObject({ accepted: true })
})

test('the parents’ day says that an excuse of today waits, or was refused', async () => {
  const ofOmar = async () =>
    (await as(parent)(todays.get, {})).children.find(({ studentId }) => studentId === omar.id)!.excuse
  expect(await ofOmar()).toBeNull()
  const { id } = await ask({ fromDay: today })
  expect(await ofOmar()).toBe('waiting')
  await decide(id, false, { reason: 'بلا شهادة' })
  expect(await ofOmar()).toBe('refused')
})
