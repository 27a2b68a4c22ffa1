import { beforeAll, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { coinsIn, moneyIn } from '#test/harness/money.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { allStudents } from '#test/world/students.ts'

// The goal is 500 rounds of eight racers, with nothing wrong in any; every run does a few.
const rounds = process.env.PROOF === 'on' ? 500 : 6
const racers = 8

const app = await testApp()
// A second server over the same rows: neither knows what the other is doing.
const other = await testApp({ connection: app.connection })
const { sql } = tracesIn(app.connection)
const { ask, approval, cash } = await moneyIn(app)
const { admin, teacher, supervisor, nile, class4a } = world
const pupils = allStudents.filter(({ classRoomId, active }) => classRoomId === class4a.id && active)

beforeAll(() => Promise.all([app, other].flatMap(({ tokenOf }) => [admin, teacher, supervisor].map(tokenOf))))

/** Eight calls at once, every other one to the other server. */
const race = <T>(call: (as: typeof app.as, nth: number) => Promise<T>) =>
  Promise.allSettled(Array.from({ length: racers }, (_, nth) => call(nth % 2 ? other.as : app.as, nth)))

const { balance: coins } = coinsIn(app.connection)

test(
  `of ${racers} approvals at once one counts, in ${rounds} rounds`,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const { id } = await ask({ transferAmount: 10 })
      const before = await coins()
      const outcomes = await race((as) => as(admin)(paymentRequests.approve, approval(id)))
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.status] : []))
      expect(refused, `round ${round}`).toEqual(Array(racers - 1).fill(409))
      const [{ times }] = await sql('select count(*)::int as times from payment_transactions where request_id = $1', [
        id,
      ])
      expect([times, (await coins()) > before]).toEqual([1, true])
    }
    const wrong = await sql(`select s.id from schools s where
    (select coalesce(sum(coins), 0) from coin_entries where school_id = s.id and kind in ('payment', 'adjustment'))
      <> (select coalesce(sum(coins), 0) from payment_transactions where school_id = s.id)`)
    expect(wrong).toEqual([])
  },
  rounds * 10_000,
)

test(
  `a request that is sent ${racers} times at once is stored once, in ${rounds} rounds`,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const key = newId()
      const transferCode = `race ${key}`
      const place = { schoolId: nile.id, paymentTypeId: cash, transferDate: today }
      const sent = { ...place, transferCode, transferAmount: 10 }
      const outcomes = await race((as) => as(world.manager)(paymentRequests.add, sent, { key }))
      // One that would have to wait too long for the first is asked to come again.
      const busy = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.message] : []))
      expect(busy.filter((text) => text !== 'This request is already being handled')).toEqual([])
      const answers = outcomes.flatMap((outcome) =>
        outcome.status === 'fulfilled' ? [JSON.stringify(outcome.value)] : [],
      )
      expect(new Set(answers).size, `round ${round}`).toBe(1)
      expect(await sql('select from payment_requests where transfer_code = $1', [transferCode])).toHaveLength(1)
    }
  },
  rounds * 10_000,
)

test(
  `of ${racers} registers that two supervisors save at once one stays, whole, in ${rounds} rounds`,
  async () => {
    for (let round = 0; round < rounds; round++) {
      const outcomes = await race((as, nth) =>
        as(nth % 4 < 2 ? teacher : supervisor)(attendance.save, {
          classRoomId: class4a.id,
          date: today,
          students: pupils.map(({ id }) => ({ studentId: id, state: 'present' as const, note: `${round} ${nth}` })),
        }),
      )
      expect(outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason.message] : []))).toEqual([])
      const marks = await sql(
        `select note, count(*)::int as times, count(distinct supervisor_id)::int as people from attendance_marks
       where class_room_id = $1 and date = $2 and student_id = any($3) group by 1`,
        [class4a.id, today, pupils.map(({ id }) => id)],
      )
      expect(marks).toEqual([{ note: expect.stringMatching(`^${round} `), times: pupils.length, people: 1 }])
    }
  },
  rounds * 10_000,
)
