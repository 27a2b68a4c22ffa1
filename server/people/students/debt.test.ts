import { expect, test } from 'vitest'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { coinsIn } from '#test/harness/money.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, nile, class4b } = world

const sql = sqlIn(connection)
const { balance, given } = coinsIn(connection)
const renew = (body: object) => as(manager)(studentRecords.renewSeats, { schoolId: nile.id, ...body })
const plan = (body: object) => as(manager)(studentRecords.renewalPlan, { schoolId: nile.id, ...body })

test('renewing never takes a school further into debt than the platform allows', async () => {
  await sql('update class_rooms set max_of_students = 500')
  const { id } = await as(manager)(studentRecords.add, {
    schoolId: nile.id,
    classRoomId: class4b.id,
    firstName: 'أنس',
    middleName: 'حمدي',
    lastName: 'سرحان',
    isPaid: false,
  })
  await given(-(await balance()) - 50)
  const renewing = { studentIds: [id] }
  expect(await plan(renewing)).toMatchObject({ coins: 1, balanceAfter: -51, debtLimit: 50, affordable: false })
  const refusal = { status: 409, text: 'There are not enough coins to renew these seats' }
  const sent = { schoolId: nile.id, ...renewing }
  expect(await wire('Student/RenewSeats', sent, { as: manager })).toMatchObject(refusal)
  expect(await sql('select is_paid from students where id = $1', [id])).toEqual([{ is_paid: false }])

  await given(1)
  expect(await plan(renewing)).toMatchObject({ balanceAfter: -50, affordable: true })
  expect(await renew(renewing)).toEqual({ done: true, changed: 1, jobId: null })
  expect(await balance()).toBe(-50)
})
