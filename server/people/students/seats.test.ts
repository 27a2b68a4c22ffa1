import fc from 'fast-check'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { renewing } from '#test/harness/renewing.ts'
import { coinsIn } from '#test/harness/money.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const app = await testApp()
const { as, wire, connection } = app
const { work, settled } = renewing(app, 0)
const { manager, deputy, registrar, otherManager, unpaidParent, nile, delta, nileYear } = world
const { omar, laila, classmate, unpaidStudent, neverPaidStudent, inactiveStudent, deltaStudent, class4b } = world

const fresh = { schoolId: nile.id, classRoomId: class4b.id, firstName: 'أنس', middleName: 'حمدي', lastName: 'سرحان' }

const sql = sqlIn(connection)
const { balance, given } = coinsIn(connection)
const seatsOf = (id: string) =>
  sql(`select school_year_id, charged_on::text, refunded_on::text from seats where student_id = $1 order by id desc`, [
    id,
  ])
const seatOf = async (id: string) =>
  (await sql('select is_paid, seat_ended_on::text from students where id = $1', [id]))[0]
const paying = (id: string, isPaid: boolean) => as(manager)(studentRecords.update, { id, isPaid })
const later = (id: string) =>
  sql(`update seats set charged_on = charged_on - 1 where student_id = $1 and refunded_on is null`, [id])
const added = (isPaid: boolean) => as(manager)(studentRecords.add, { ...fresh, isPaid })
const coinEvents = () => sql(`select school_id, payload from outbox where event = 'coins changed' order by id`)

beforeEach(() => sql('update class_rooms set max_of_students = 500'))

describe('the seat of a student', () => {
  test('costs the school one coin when a paid student is added, and publishes the new balance', async () => {
    const [before, published] = [await balance(), (await coinEvents()).length]
    const saved = await added(true)
    expect([saved.availableCoins, await balance()]).toEqual([before - 1, before - 1])
    expect(await seatsOf(saved.id)).toEqual([{ school_year_id: nileYear.id, charged_on: today, refunded_on: null }])
    expect((await coinEvents()).slice(published)).toEqual([{ school_id: nile.id, payload: { balance: before - 1 } }])
    const [line] = await sql(`select person_id, operation from audit_lines where target_id = $1 and outcome = 'done'`, [
      saved.id,
    ])
    expect(line).toEqual({ person_id: manager.id, operation: 'Student/AddStudent' })
  })

  test('never paid is hidden from the parents: the seat ended the day before the student came', async () => {
    const [before, published] = [await balance(), (await coinEvents()).length]
    const { id, isPaid } = await added(false)
    expect([isPaid, await balance(), (await coinEvents()).length]).toEqual([false, before, published])
    expect(await seatOf(id)).toEqual({ is_paid: false, seat_ended_on: daysFrom(today, -1) })
  })

  test('given up on the day it was charged gives the coin back, later it does not', async () => {
    const { id, availableCoins: before } = await added(true)
    expect((await paying(id, false)).availableCoins).toBe(before! + 1)
    expect(await seatOf(id)).toEqual({ is_paid: false, seat_ended_on: today })
    expect((await paying(id, true)).availableCoins).toBe(before)

    await later(id)
    expect((await paying(id, false)).availableCoins).toBe(before)
    expect((await paying(id, true)).availableCoins).toBe(before)
    expect(await seatOf(id)).toEqual({ is_paid: true, seat_ended_on: null })
  })

  test('that ended lets parents read up to that day, and everything again once paid', async () => {
    const ended = async () => (await as(unpaidParent)(parents.children, {}))[0]!.seatEndedOn
    const before = await ended()
    expect(before).toMatch(/^\d{4}-/)
    await paying(unpaidStudent.id, false)
    expect(await ended()).toBe(before)
    await paying(unpaidStudent.id, true)
    expect(await ended()).toBeNull()
    await paying(unpaidStudent.id, false)
    expect(await ended()).toBe(today)
  })

  test('may take the balance below zero, and nobody is stopped', async () => {
    await given(-(await balance()))
    expect((await added(true)).availableCoins).toBe(-1)
    expect((await added(true)).availableCoins).toBe(-2)
  })

  test('shows the balance only to callers who see the data of the school', async () => {
    expect((await as(registrar)(studentRecords.add, fresh)).availableCoins).toBeNull()
  })
})

describe('renewing seats', () => {
  const renew = (body: object = {}) => as(manager)(studentRecords.renewSeats, { schoolId: nile.id, ...body })
  const plan = (body: object = {}) => as(manager)(studentRecords.renewalPlan, { schoolId: nile.id, ...body })

  /** Makes the coins of a past year expire. */
  const runOut = (yearId: string) =>
    sql(
      'update school_year_months set start_date = start_date - 400, end_date = end_date - 400 where school_year_id = $1',
      [yearId],
    )

  beforeAll(() => given(500))

  test('in a new year pays for every active student at once, once', async () => {
    await runOut(nileYear.id)
    await as(manager)(years.complete, { schoolYearId: nileYear.id })
    const year = await as(manager)(years.add, { schoolId: nile.id, name: '2030/2031' })
    const [{ active }] = await sql('select count(*)::int as active from students where school_id = $1 and active', [
      nile.id,
    ])
    const [before, ofDelta] = [await balance(), await balance(delta)]
    const planned = await plan()
    expect(planned).toEqual({
      schoolYearId: year.id,
      schoolYearName: '2030/2031',
      students: active,
      coins: active,
      balance: before,
      balanceAfter: before - active,
      debtLimit: 50,
      affordable: true,
    })
    work()
    expect(await settled((await renew()).jobId!)).toMatchObject({ changed: active, coins: active, notDone: 0 })
    expect([await balance(), await balance(delta)]).toEqual([before - active, ofDelta])
    expect(await seatOf(omar.id)).toEqual({ is_paid: true, seat_ended_on: null })
    expect(await seatOf(inactiveStudent.id)).toMatchObject({ is_paid: false })

    expect(await renew()).toEqual({ done: true, changed: 0, jobId: null })
    expect(await plan()).toMatchObject({ students: 0, coins: 0, balanceAfter: before - active })
    expect(await balance()).toBe(before - active)
  })

  test('of some marks these, and charges only students without a seat of the year', async () => {
    await later(laila.id)
    for (const { id } of [omar, laila]) await paying(id, false)
    const before = await balance()
    const studentIds = [omar.id, laila.id, classmate.id]
    expect(await plan({ studentIds })).toMatchObject({ students: 2, coins: 1 })
    expect(await renew({ studentIds })).toEqual({ done: true, changed: 2, jobId: null })
    expect(await balance()).toBe(before - 1)
    expect(await renew({ studentIds: [inactiveStudent.id] })).toEqual({ done: true, changed: 1, jobId: null })
  })

  test('twice at once charges nobody twice', async () => {
    for (const { id } of [omar, classmate, neverPaidStudent]) await paying(id, false)
    const before = await balance()
    const done = await Promise.all(
      [manager, deputy, manager].map((person) => as(person)(studentRecords.renewSeats, { schoolId: nile.id })),
    )
    expect(done.map(({ changed }) => changed).toSorted((a, b) => a - b)).toEqual([0, 0, 3])
    expect(await balance()).toBe(before - 3)
  })

  test('without a current year is for the next one, which takes the seats over', async () => {
    const next = await as(otherManager)(years.add, { schoolId: delta.id, name: '2040/2041', active: false })
    const current = (await as(otherManager)(years.current, { schoolId: delta.id }))!
    await runOut(current.id)
    await as(otherManager)(years.deactivate, { schoolYearId: current.id })
    const renewed = { schoolId: delta.id, studentIds: [deltaStudent.id] }
    const before = await balance(delta)
    expect(await as(otherManager)(studentRecords.renewalPlan, renewed)).toMatchObject({ schoolYearId: null, coins: 1 })
    await as(otherManager)(studentRecords.renewSeats, renewed)
    expect((await seatsOf(deltaStudent.id))[0]).toMatchObject({ school_year_id: null, charged_on: today })
    expect(await balance(delta)).toBe(before - 1)

    // The former year is current again. The student had already paid for it, so the coin is given back.
    await as(otherManager)(years.activate, { schoolYearId: current.id })
    expect(await balance(delta)).toBe(before)
    await as(otherManager)(years.deactivate, { schoolYearId: current.id })
    await as(otherManager)(studentRecords.renewSeats, renewed)
    await as(otherManager)(years.activate, { schoolYearId: next.id })
    expect((await seatsOf(deltaStudent.id))[0]).toMatchObject({ school_year_id: next.id, refunded_on: null })
    expect(await as(otherManager)(studentRecords.renewSeats, renewed)).toEqual({ done: true, changed: 0, jobId: null })
    expect(await balance(delta)).toBe(before - 1)
  })

  test.each([
    [{ studentIds: [omar.id, omar.id] }, 400, 'A student is listed twice'],
    [{ studentIds: [omar.id, deltaStudent.id] }, 404, 'Not found'],
    [{ studentIds: [] }, 400, 'Array must contain at least 1 element(s)'],
    [{ schoolId: delta.id }, 404, 'Not found'],
  ])('of %j is refused (%i %s), and nothing is paid', async (wrong, status, text) => {
    const before = await sql('select count(*) from coin_entries')
    for (const path of ['Student/RenewSeats', 'Student/GetRenewalPlan'])
      expect(await wire(path, { schoolId: nile.id, ...wrong }, { as: manager })).toMatchObject({ status, text })
    expect(await sql('select count(*) from coin_entries')).toEqual(before)
  })
})

test('whatever is paid, given up and renewed, the coins are those of the ledger, and a year is charged once', async () => {
  const pupils = [(await added(false)).id, (await added(true)).id, (await added(true)).id]
  const others = (await balance()) - (await spentOn(pupils))
  const which = fc.integer({ min: 0, max: pupils.length - 1 })
  const step = fc.oneof(
    fc.record({ kind: fc.constant('pay' as const), which, isPaid: fc.boolean() }),
    fc.record({ kind: fc.constant('renew' as const), which }),
    fc.record({ kind: fc.constant('a day passes' as const), which }),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 8 }), async (steps) => {
      for (const { which: nth, ...one } of steps) {
        const id = pupils[nth]!
        if (one.kind === 'pay') await paying(id, one.isPaid)
        else if (one.kind === 'renew')
          await as(manager)(studentRecords.renewSeats, { schoolId: nile.id, studentIds: [id] })
        else await later(id)
      }
      const live = await sql(
        `select student_id, school_year_id, count(*)::int from seats where student_id = any($1) and refunded_on is null
         group by 1, 2`,
        [pupils],
      )
      for (const { count } of live) expect(count).toBe(1)
      expect(await spentOn(pupils)).toBe(0 - live.length)
      const shown = (await as(manager)(studentRecords.update, { id: pupils[0]! })).availableCoins
      expect(shown).toBe(others - live.length)
      for (const id of pupils)
        if ((await seatOf(id)).is_paid) expect(live.map(({ student_id }) => student_id)).toContain(id)
    }),
    { numRuns: process.env.PROOF === 'on' ? 100 : 8 },
  )
})

/** The coins spent on the seats of these students, according to the ledger. */
const spentOn = async (ids: string[]) =>
  (
    await sql(
      `select coalesce(sum(e.coins), 0)::int as coins from coin_entries e join seats s on s.school_id = e.school_id and s.id = e.seat_id
       where s.student_id = any($1)`,
      [ids],
    )
  )[0].coins
