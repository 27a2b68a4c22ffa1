import { expect } from 'vitest'
import type { OutputOf } from '#contract/language/operation.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { workerPace, workInBackground } from '#server/platform/jobs/worker.ts'
import { promotionWork } from '#server/results/promotion/promotion-work.ts'
import type { Person, testApp } from './app.ts'
import { clock } from '#test/world/clock.ts'
import { sqlIn } from './database.ts'
import { accountsOf } from './ground.ts'
import { world } from '#test/world/world.ts'
import { whenOver } from './when-over.ts'

/** Sets the sex of every student of a school whose record does not have it. */
export const knownSexes = `
  insert into official_records (id, school_id, student_id, sex)
  select gen_random_uuid(), st.school_id, st.id, 'male' from students st
  where st.school_id = $1 and not exists (select from official_records r where r.school_id = $1 and r.student_id = st.id)`

type TestApp = Awaited<ReturnType<typeof testApp>>
export type Promotion = OutputOf<typeof promotions.get>

/** Functions that promote a school as a person of the world. */
export function promoting({ as, connection }: TestApp) {
  const sql = sqlIn(connection)

  /** A worker that runs until the test ends, or the file if it was made outside of a test. */
  function work({ atOnce = workerPace.atOnce } = {}) {
    const pace = { ...workerPace, look: 500, wait: 20, atOnce }
    const worker = workInBackground(accountsOf(connection), clock, [promotionWork], { pace, log: () => {} })
    whenOver(() => worker.stop())
    return worker
  }

  /** A school that prepares nothing, and of whose students the sex is known: of others a person decides. */
  async function anew() {
    await sql(`delete from promotions where state = 'draft'`)
    await sql(`update grades set next_grade_id = null`)
    await sql(knownSexes, [world.nile.id])
  }

  const start = (more: object = {}, person: Person = world.manager) =>
    as(person)(promotions.start, {
      schoolId: world.nile.id,
      fromYearId: world.nileYear.id,
      toYearName: 'العام التالي',
      ...more,
    })

  const planOf = (promotionId: string, person: Person = world.manager) => as(person)(promotions.plan, { promotionId })

  const rowsOf = (promotionId: string, more: object = {}) =>
    as(world.manager)(promotions.rows, { promotionId, pageSize: 200, ...more })

  const allUp = (promotionId: string, person: Person = world.manager) =>
    as(person)(promotions.decide, { promotionId, show: 'undecided', decision: 'up' })

  /** Waits until the worker has released the promotion. */
  async function settled(promotionId: string, person: Person = world.manager): Promise<Promotion> {
    const underWay = `select from promotions where id = $1 and state in ('waiting', 'undoing')`
    await expect.poll(() => sql(underWay, [promotionId]), { interval: 10 }).toEqual([])
    return as(person)(promotions.get, { promotionId })
  }

  async function done(promotionId: string, person: Person = world.manager) {
    const { plan } = await planOf(promotionId, person)
    await as(person)(promotions.do, { promotionId, plan })
    return settled(promotionId, person)
  }

  async function undone(promotionId: string, spares = false, person: Person = world.manager) {
    await as(person)(promotions.undo, { promotionId, spares })
    return settled(promotionId, person)
  }

  /** Every row of a school in every table but journals and the promotion itself, one text for each table. */
  async function dump(schoolId = world.nile.id) {
    const tables = await sql<{ name: string }>(
      `select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'school_id'
       where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> all ($1) order by 1`,
      [journals],
    )
    const rows: Record<string, string[]> = {}
    for (const { name } of tables) {
      const found = await sql<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t where school_id = $1 order by 1`,
        [schoolId],
      )
      rows[name] = found.map(({ row }) => row)
    }
    return rows
  }

  return { sql, work, anew, start, planOf, rowsOf, allUp, settled, done, undone, dump }
}

const journals = [
  'audit_lines',
  'audit_origins',
  'former_values',
  'idempotency_keys',
  'inbox_items',
  'outbox',
  'promotions',
  'promotion_classes',
  'promotion_students',
  'promotion_progress',
]
