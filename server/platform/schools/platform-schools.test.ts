import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { now, today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { admin, manager, deputy, teacher, parent, newcomer, otherManager, pendingManager, closedManager } = world
const { nile, delta, pending, closed, omar, class4a } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)

const ledger = ['coin_entries', 'schools']
const coinsOf = async (school: { id: string }) =>
  (await as(admin)(schools.get, { schoolId: school.id })).availableCoins!
const give = (coinsCount: number, school: { id: string } = nile, reason?: string) =>
  as(admin)(platformSchools.addCoins, { schoolId: school.id, coinsCount, ...(reason && { reason }) })

describe('coins by hand', () => {
  test('are given, and taken back as far as they were given', async () => {
    const before = await coinsOf(nile)
    expect(await give(50, nile, 'A gift for the first year')).toMatchObject({
      id: nile.id,
      availableCoins: before + 50,
      adminId: manager.id,
      supportUntil: null,
      permissions: null,
    })
    expect(await give(-20)).toMatchObject({ availableCoins: before + 30 })
    const stored = await rowsOf(...ledger)
    await expect(give(-31)).rejects.toMatchObject(refused(409, 'More coins than were given by hand'))
    expect(await rowsOf(...ledger)).toEqual(stored)
    expect(await give(-30)).toMatchObject({ availableCoins: before })

    const entries = await sql(
      `select kind, coins, reason, made_by from coin_entries where school_id = $1 and kind = 'manual' order by id`,
      [nile.id],
    )
    expect(entries.map(({ coins }) => coins)).toEqual([50, -20, -30])
    expect(entries[0]).toMatchObject({ reason: 'A gift for the first year', made_by: admin.id })
    expect((await published('coins changed')).at(-1)).toMatchObject({
      school_id: nile.id,
      payload: { balance: before },
    })
    expect((await audited(platformSchools.addCoins)).at(-1)).toEqual({
      person_id: admin.id,
      school_id: nile.id,
      target_kind: 'school',
      target_id: nile.id,
    })
  })

  test('are taken back once by several at once', async () => {
    await give(10, delta)
    const before = await coinsOf(delta)
    const outcomes = await Promise.allSettled([give(-10, delta), give(-10, delta), give(-10, delta)])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await coinsOf(delta)).toBe(before - 10)
  })

  test.each([
    [0, 'Invalid input'],
    [1_000_001, 'Number must be less than or equal to 1000000'],
    [-1_000_001, 'Number must be greater than or equal to -1000000'],
    [1.5, 'Invalid input'],
  ])('are whole and some: not %s', async (count, sentence) => {
    const before = await rowsOf(...ledger)
    await expect(give(count)).rejects.toMatchObject(refused(400, sentence))
    expect(await rowsOf(...ledger)).toEqual(before)
  })

  test('cannot be given to oneself, nor by everybody', async () => {
    await giveKey(teacher, 'AssignCoinsToSchool', null)
    const before = await rowsOf(...ledger)
    const asTeacher = (school: { id: string }) =>
      as(teacher)(platformSchools.addCoins, { schoolId: school.id, coinsCount: 5 })
    await expect(asTeacher(nile)).rejects.toMatchObject(refused(403, 'You cannot decide for your own school'))
    for (const person of [manager, newcomer])
      await expect(as(person)(platformSchools.addCoins, { schoolId: nile.id, coinsCount: 5 })).rejects.toMatchObject(
        notAllowed,
      )
    await expect(give(5, { id: newId() })).rejects.toMatchObject(notFound)
    expect(await rowsOf(...ledger)).toEqual(before)
    // A caller who gives coins without reviewing schools does not see the balance.
    expect(await asTeacher(delta)).toMatchObject({ id: delta.id, availableCoins: null })
  })
})

describe('a school', () => {
  const opens = (school: { id: string }, active: boolean) =>
    as(admin)(platformSchools.changeActivation, { schoolId: school.id, active })
  const activate = (school: { id: string }, coinTypeId: string) =>
    as(admin)(platformSchools.activateNew, { schoolId: school.id, coinTypeId })
  const coinType = async () => (await sql('select coin_type_id as id from schools where id = $1', [nile.id]))[0].id

  test('that waits is given its coin type and opened, once', async () => {
    await expect(opens(pending, true)).rejects.toMatchObject(refused(409, 'This school has no coin type yet'))
    await expect(activate(pending, newId())).rejects.toMatchObject(notFound)
    expect(await as(admin)(schools.list, { newSchools: true })).toMatchObject([{ id: pending.id, active: false }])

    const opened = await activate(pending, await coinType())
    expect(opened).toMatchObject({ active: true, coinTypeId: await coinType(), availableCoins: 0 })
    expect(await activate(pending, await coinType())).toEqual(opened)
    expect(await as(admin)(schools.list, { newSchools: true })).toEqual([])
    const other = newId()
    await sql(`insert into coin_types (id, name, value) values ($1, 'other', 3)`, [other])
    for (const school of [pending, closed])
      await expect(activate(school, other)).rejects.toMatchObject(refused(409, 'This school already has a coin type'))
    expect(await published('school activation')).toEqual([
      { school_id: pending.id, actor_id: admin.id, payload: { active: true } },
    ])
    expect(await as(pendingManager)(schools.mine, {})).toMatchObject([{ id: pending.id, active: true }])
  })

  test('is closed to all but its administrator at their next call, and opened again', async () => {
    expect(await as(otherManager)(grades.list, { schoolId: delta.id })).not.toEqual([])
    const seen = await opens(delta, false)
    expect(seen).toMatchObject({ active: false })
    expect(await opens(delta, false)).toEqual(seen)
    await expect(as(world.deltaTeacher)(grades.list, { schoolId: delta.id })).rejects.toMatchObject(notAllowed)
    expect(await as(otherManager)(grades.list, { schoolId: delta.id })).not.toEqual([])
    expect(await opens(delta, true)).toMatchObject({ active: true, version: seen.version! + 1 })
    expect(await as(world.deltaTeacher)(grades.list, { schoolId: delta.id })).not.toEqual([])
    expect((await audited(platformSchools.changeActivation)).map(({ target_id }) => target_id)).toEqual([
      delta.id,
      delta.id,
    ])
  })

  test('is opened and closed by a caller with the key app-wide', async () => {
    const before = await rowsOf('schools')
    for (const person of [manager, closedManager, newcomer]) {
      const call = as(person)
      await expect(call(platformSchools.changeActivation, { schoolId: closed.id, active: true })).rejects.toMatchObject(
        notAllowed,
      )
      await expect(
        call(platformSchools.activateNew, { schoolId: closed.id, coinTypeId: newId() }),
      ).rejects.toMatchObject(notAllowed)
    }
    await expect(opens({ id: newId() }, true)).rejects.toMatchObject(notFound)
    expect(await rowsOf('schools')).toEqual(before)
  })
})

describe('the support window', () => {
  const open = (hours: number, person = manager) =>
    as(person)(platformSchools.openSupport, { schoolId: nile.id, hours })
  const close = () => as(manager)(platformSchools.closeSupport, { schoolId: nile.id })
  const looks = () => as(admin)(studentRecords.get, { studentId: omar.id })

  test('is opened by a manager for some hours, seen by the school and by callers who give support', async () => {
    const { supportUntil } = await open(2)
    const left = Date.parse(supportUntil!) - now()
    expect(left).toBeGreaterThan(1.5 * 3_600_000)
    expect(left).toBeLessThanOrEqual(2 * 3_600_000 + 60_000)
    expect((await as(teacher)(schools.get, { schoolId: nile.id })).supportUntil).toBe(supportUntil)
    expect((await as(admin)(schools.get, { schoolId: nile.id })).supportUntil).toBe(supportUntil)
    expect((await as(parent)(schools.get, { schoolId: nile.id })).supportUntil).toBe(null)
    expect(Date.parse((await open(4, deputy)).supportUntil!)).toBeGreaterThan(Date.parse(supportUntil!))

    expect((await close()).supportUntil).toBe(null)
    await close()
    expect((await published('support window')).map(({ payload }) => payload.open)).toEqual([true, true, false])
    expect((await audited(platformSchools.openSupport)).map(({ person_id }) => person_id)).toEqual([
      manager.id,
      deputy.id,
    ])
    expect(await audited(platformSchools.closeSupport)).toHaveLength(1)
  })

  test('is opened by nobody else, and for no longer', async () => {
    const before = await rowsOf('schools')
    await giveKey(world.registrar, 'AddUserPermission', nile)
    await expect(open(1, world.registrar)).rejects.toMatchObject(refused(403, 'You cannot grant what you do not hold'))
    for (const person of [teacher, admin, newcomer]) await expect(open(1, person)).rejects.toMatchObject(notAllowed)
    await expect(open(1, otherManager)).rejects.toMatchObject(notFound)
    await expect(open(5)).rejects.toMatchObject(refused(400, 'Number must be less than or equal to 4'))
    expect(await rowsOf('schools')).toEqual(before)
  })

  test('lets callers who list all schools read this one with every View key, every row audited', async () => {
    await expect(looks()).rejects.toMatchObject(notAllowed)
    await open(1)
    expect(await looks()).toMatchObject({ id: omar.id, firstName: omar.firstName, birthDate: null })
    const { rows } = await as(admin).listed(studentRecords.list, { schoolId: nile.id, pageSize: 7 })
    await expect
      .poll(async () =>
        (
          await sql(`select target_id from audit_lines where target_kind = 'row' and person_id = $1 order by id`, [
            admin.id,
          ])
        ).map(({ target_id }) => target_id),
      )
      .toEqual([omar.id, ...rows.map(({ id }) => id)])
    await expect(as(admin)(studentRecords.get, { studentId: world.deltaStudent.id })).rejects.toMatchObject(notFound)
    expect(await as(admin)(schools.mine, {})).toEqual([])

    await giveKey(newcomer, 'ViewPaymentsRequests', null)
    await expect(as(newcomer)(studentRecords.get, { studentId: omar.id })).rejects.toMatchObject(notAllowed)
    expect((await as(newcomer)(schools.get, { schoolId: nile.id })).supportUntil).toBe(null)
    await close()
    await expect(looks()).rejects.toMatchObject(notAllowed)
  })

  test('lets nobody into a school that was closed since', async () => {
    await open(1)
    await sql('update schools set active = false where id = $1', [nile.id])
    await expect(looks()).rejects.toMatchObject(notAllowed)
    await sql('update schools set active = true where id = $1', [nile.id])
    expect(await looks()).toMatchObject({ id: omar.id })
    await close()
  })

  test('never allows writing, and ends by itself', async () => {
    await open(1)
    const before = await rowsOf('attendance_marks', 'grades')
    const date = today
    await expect(
      as(admin)(attendance.save, {
        classRoomId: class4a.id,
        date,
        students: [{ studentId: omar.id, state: 'absent' }],
      }),
    ).rejects.toMatchObject(notAllowed)
    await expect(as(admin)(grades.add, { schoolId: nile.id, name: 'by support' })).rejects.toMatchObject(notAllowed)
    await expect(as(admin)(platformSchools.closeSupport, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('attendance_marks', 'grades')).toEqual(before)

    await open(1)
    await sql(`update schools set support_until = now() - interval '1 second' where id = $1`, [nile.id])
    await expect(looks()).rejects.toMatchObject(notAllowed)
  })
})
