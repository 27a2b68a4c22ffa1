import { beforeEach, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { remindOfFees } from './reminders.queries.ts'

const { as, sql, connection, begin, plan, charge, family, openTill, take } = await feesOfNile()
const { manager, parent, mother, omar, nile } = world
const at = (day: string, time = '14:30') => new Date(`${day}T${time}:00Z`)
const kinds = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, { topic: 'payments' })).map(({ kind, link }) => [kind, link.to])
}

let of: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  await sql('delete from fee_reminders')
  await sql('delete from inbox_items')
  await sql('delete from outbox')
  of = await begin()
})

test('a receipt is told to the parents who pay, or to the one who paid', async () => {
  await plan([{ itemId: of.tuition, amount: '1000', parts: [{ dueOn: daysFrom(today, 7) }] }])
  await charge()
  await openTill()
  const { familyId } = await family(omar)
  await take({ familyId, amount: '10', wayId: of.cash })
  expect(await kinds(parent)).toEqual([['feeReceipt', 'fees']])
  expect(await kinds(mother)).toEqual([['feeReceipt', 'fees']])
  await take({ familyId, amount: '10', wayId: of.cash, payerId: mother.id })
  expect(await kinds(parent)).toHaveLength(1)
  expect(await kinds(mother)).toHaveLength(2)
})

test('who pays is reminded a week before, once, in the afternoon, and not of what was paid', async () => {
  await plan([{ itemId: of.tuition, amount: '1000', parts: [{ dueOn: daysFrom(today, 7) }] }])
  await charge()
  expect(await remindOfFees(connection, at(today, '05:00'))).toBe(0)
  expect(await remindOfFees(connection, at(today))).toBe(1)
  expect(await remindOfFees(connection, at(today, '15:30'))).toBe(0)
  expect(await kinds(parent)).toEqual([['feesDue', 'fees']])
  await sql(`update student_parents set pay_until = $2 where student_id = $1`, [omar.id, daysFrom(today, -1)])
  expect(await kinds(parent)).toEqual([])
  await sql(`update student_parents set pay_until = null where student_id = $1`, [omar.id])
  expect(await remindOfFees(connection, at(daysFrom(today, 1)))).toBe(1)
  expect(await kinds(parent)).toHaveLength(1)
})

test('what is overdue is told once a week, if the school wants it so', async () => {
  await plan([{ itemId: of.tuition, amount: '1000', parts: [{ dueOn: of.startsOn }] }])
  await charge()
  const sunday = [1, 2, 3, 4, 5, 6, 7].map((days) => daysFrom(today, days)).find((day) => weekDayOf(day) === 'Sunday')!
  await remindOfFees(connection, at(sunday))
  expect(await kinds(parent)).toEqual([])
  const more = { schoolId: nile.id, currency: 'EGP' as const, onlyHighest: false, overdueNotices: true }
  await as(manager)(feeSettings.save, more)
  await remindOfFees(connection, at(daysFrom(sunday, 1)))
  expect(await kinds(parent)).toEqual([])
  await remindOfFees(connection, at(daysFrom(sunday, 9)))
  expect(await kinds(parent)).toEqual([['feesOverdue', 'fees']])
})
