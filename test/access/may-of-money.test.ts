import { beforeAll, describe, expect, test } from 'vitest'
import { platformHome } from '#contract/overviews/home/platform-home.ts'
import { paymentRequests, payments } from '#contract/platform/payments/payments.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { moneyIn } from '#test/harness/money.ts'

const app = await testApp()
const { as, wire, connection } = app
const { sql, giveKey } = tracesIn(connection)
const { asking, approval } = await moneyIn(app)
const { admin, deputy, closedTeacher, manager, otherManager, closedManager, teacher, nile, delta, closed } = world

/** People of the platform: of no school, of one, and of one that is closed. */
const people = { admin, deputy, closedTeacher }
const names = Object.keys(people) as (keyof typeof people)[]

beforeAll(async () => {
  for (const person of [deputy, closedTeacher])
    for (const key of [
      'ApprovePaymentRequest',
      'RejectPaymentRequest',
      'AssignCoinsToSchool',
      'ViewPaymentsRequests',
      'ViewPaymentsTransaction',
      'ViewSchoolActionList',
    ] as const)
      await giveKey(person, key, null)
  const asked = []
  for (const [person, { id: schoolId }] of [
    [manager, nile],
    [closedManager, closed],
    [otherManager, delta],
    [otherManager, delta],
  ] as const)
    asked.push(await as(person)(paymentRequests.add, asking({ schoolId })))
  await sql('update payment_requests set requested_by = $1 where id = $2', [admin.id, asked.at(-1)!.id])
  await as(admin)(payments.correct, { id: (await as(admin)(payments.list, {}))[0]!.id, amount: 1 })
})

/** Whether a call gets beyond the question whether its caller may decide. */
const isOpen = async (operation: { path: string }, body: object, person: { phone: string }) =>
  (await wire(operation.path, body, { as: person })).status !== 403

describe.each(names)('the %s', (name) => {
  const person = people[name]

  test('decides on what a request says that they may', async () => {
    const rows = await as(person)(paymentRequests.list, {})
    const waiting = rows.filter(({ approved }) => approved === null)
    expect(waiting.length).toBeGreaterThan(3)
    for (const { id, may } of waiting) {
      const stale = { baseVersion: 999 }
      expect({
        id,
        approve: await isOpen(paymentRequests.approve, approval(id, stale), person),
        reject: await isOpen(paymentRequests.reject, { requestId: id, ...stale }, person),
      }).toEqual({ id, ...may })
    }
    expect(new Set(waiting.map(({ may }) => may.approve))).toEqual(new Set([true, false]))
    for (const row of rows.filter(({ approved }) => approved !== null))
      expect(row.may).toEqual({ approve: false, reject: false })
    for (const row of (await as(person)(platformHome.get, {})).payments!.requests)
      expect(row).toEqual(rows.find(({ id }) => id === row.id))
  })

  test('corrects the payments that say so', async () => {
    const rows = await as(person)(payments.list, {})
    for (const { id, amount, may } of rows) {
      const answer = await wire(payments.correct.path, { id, amount: Math.abs(amount) }, { as: person })
      expect({ id, correct: answer.status === 200 }).toEqual({ id, ...may })
    }
    expect(new Set(rows.map(({ may }) => may.correct))).toEqual(new Set([true, false]))
  })

  test('gives coins to the schools that say so', async () => {
    const tooFew = { coinsCount: -999_999 }
    for (const school of await as(person)(schools.list, { active: true })) {
      const { id: schoolId, may } = school
      const credit = await isOpen(platformSchools.addCoins, { schoolId, ...tooFew }, person)
      expect({ schoolId, credit }).toEqual({ schoolId, credit: may!.credit })
      expect((await as(person)(schools.get, { schoolId })).may).toEqual(may)
    }
  })
})

test('a school shows no right to decide to its own people', async () => {
  const [request] = await as(manager)(paymentRequests.list, {})
  expect(request!.may).toEqual({ approve: false, reject: false })
  const [payment] = await as(manager)(payments.list, {})
  expect(payment!.may).toEqual({ correct: false })
  expect((await as(manager)(schools.get, { schoolId: nile.id })).may).toMatchObject({ credit: false })
})

test.each(['manager', 'deputy', 'teacher', 'otherManager'] as const)(
  'what a school says the %s may open to the platform is what opening it answers',
  async (name) => {
    const person = { manager, deputy, teacher, otherManager }[name]
    if (name === 'teacher' || name === 'otherManager')
      for (const key of ['AddUserPermission', 'ViewSchoolStudentsList'] as const) await giveKey(person, key, nile)
    for (const { id } of [nile, delta]) {
      const { may } = await as(person)(schools.get, { schoolId: id })
      const opened = await wire(platformSchools.openSupport.path, { schoolId: id, hours: 1 }, { as: person })
      expect({ id, openSupport: opened.status === 200 }).toEqual({ id, openSupport: may!.openSupport })
    }
  },
)
