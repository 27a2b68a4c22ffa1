import pg from 'pg'
import { expect } from 'vitest'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { workerPace, workInBackground } from '#server/platform/jobs/worker.ts'
import { renewalWork } from '#server/people/students/renewal-work.ts'
import type { testApp } from './app.ts'
import { clock, today } from '#test/world/clock.ts'
import { accountsOf } from './ground.ts'
import { coinsIn } from './money.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from './database.ts'
import { whenOver } from './when-over.ts'

const { manager, nile, class4b } = world

/** Functions that renew many seats, with workers that a test starts itself. */
export function renewing({ as, connection }: Awaited<ReturnType<typeof testApp>>, count: number) {
  let turn = 0
  const family = () => `القديم ${'أبتثجحخدذر'[turn]}`
  const sql = sqlIn(connection)
  const { balance, given } = coinsIn(connection)

  /** A worker that stops with the tests. */
  function work(atOnce = 50) {
    const pace = { ...workerPace, look: 60_000, wait: 20, atOnce }
    const worker = workInBackground(accountsOf(connection), clock, [renewalWork(50)], { pace, log: () => {} })
    whenOver(() => worker.stop())
    return worker
  }
  const renew = (person = manager) => as(person)(studentRecords.renewSeats, { schoolId: nile.id })
  const jobOf = (jobId: string) => as(manager)(jobs.get, { schoolId: nile.id, jobId })
  async function settled(jobId: string) {
    const underWay = `select from jobs where school_id = $1 and id = $2 and state in ('running', 'undoing')`
    await expect.poll(() => sql(underWay, [nile.id, jobId]), { interval: 10 }).toEqual([])
    return jobOf(jobId)
  }
  /** Keeps the workers from a job once so many students are handled, until it is let go on. */
  async function blockedBefore(jobId: string, from = 50) {
    const client = new pg.Client(connection)
    await client.connect()
    await expect.poll(async () => (await jobOf(jobId)).progress, { interval: 5 }).toBeGreaterThanOrEqual(from)
    await client.query('begin')
    await client.query('select from jobs where school_id = $1 and id = $2 for update', [nile.id, jobId])
    return async function goOn() {
      await client.query('commit')
      await client.query('notify jobs')
      await client.end()
    }
  }
  const seats = () =>
    sql<{ students: number; seats: number; entries: number; paid: number }>(
      `select count(*)::int as students, count(x.id)::int as seats, count(e.id)::int as entries,
         (count(*) filter (where s.is_paid))::int as paid
       from students s left join seats x on x.school_id = s.school_id and x.student_id = s.id and x.refunded_on is null
       left join coin_entries e on e.school_id = x.school_id and e.seat_id = x.id and e.kind = 'seat'
       where s.school_id = $1 and s.last_name = $2`,
      [nile.id, family()],
    ).then(([row]) => row!)

  /** Gives enough coins and places for everybody, and leaves nobody else waiting for a seat. */
  async function prepare() {
    await sql('alter table class_rooms drop constraint class_rooms_capacity_range')
    await sql('update class_rooms set max_of_students = 50000')
    await given(5000)
    await as(manager)(studentRecords.renewSeats, { schoolId: nile.id })
  }

  /** Students of a test of its own; those of others are off the rolls. */
  async function lay() {
    turn++
    await sql(`update students set active = false where last_name like 'القديم%'`)
    await sql(
      `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid, seat_ended_on)
     select gen_random_uuid(), $1, $2, 'ST' || lpad(($5::integer + n)::text, 10, '0'), 'طالب', 'رقم' || n, $6, false,
       $4::date - 3 from generate_series(1, $3::integer) n`,
      [nile.id, class4b.id, count, today, 900_000 + turn * count, family()],
    )
  }

  return { sql, balance, given, work, renew, jobOf, settled, blockedBefore, seats, family, prepare, lay }
}
