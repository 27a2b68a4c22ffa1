import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { importsAlone } from '#test/harness/bundles.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { coinsIn } from '#test/harness/money.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { upload, sql, work, settled, undo } = importing(app, { working: false })
const { manager } = world

const heading = ['الاسم', 'الفصل', 'هاتف الأب']
const table = (count: number) =>
  csvOf([
    heading,
    ...Array.from({ length: count }, (_, nth) => [`طالب رقم${nth} الجديد`, 'فصل 6ب', `0105555${1000 + nth}`]),
  ])

await sql('update class_rooms set max_of_students = 500')

/** How many connections of workers still run a statement; those of a killed process may do so for a moment. */
const working = async () =>
  (
    await sql<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity
       where datname = current_database() and state <> 'idle' and query ilike '%import%' and pid <> pg_backend_pid()`,
    )
  )[0]!.n
const { balance } = coinsIn(app.connection)
const stored = async () => (await sql(`select from students where last_name = 'الجديد'`)).length

test('an import whose process is killed in the middle keeps what was stored, and the next goes on from there', async () => {
  const [coins, { id }] = [await balance(), await upload(table(300))]
  await as(manager)(imports.start, { importId: id })
  expect(await as(manager)(imports.get, { importId: id })).toMatchObject({ state: 'waiting', progress: 0 })

  const args = [...importsAlone, JSON.stringify({ owner: connection, atOnce: 3 })]
  const child = spawn(process.execPath, args, { stdio: 'ignore' })
  const progress = () => as(manager)(imports.get, { importId: id })
  await expect.poll(async () => (await progress()).progress, { interval: 5 }).toBeGreaterThan(0)
  expect(await progress()).toMatchObject({ state: 'running' })
  child.kill('SIGKILL')
  await once(child, 'exit')
  await expect.poll(working).toBe(0)
  const reached = (await progress()).progress
  expect(reached).toBeLessThan(300)
  expect(await stored()).toBe(reached)
  expect(await balance()).toBe(coins - reached)

  work()
  expect(await settled(id)).toMatchObject({ state: 'done', progress: 300, added: 300, coins: 300, guardians: 300 })
  expect(await stored()).toBe(300)
  expect(await balance()).toBe(coins - 300)
  const codes = await sql<{ code: string }>(`select code from students where last_name = 'الجديد' order by code`)
  expect(Number(codes.at(-1)!.code.slice(2)) - Number(codes[0]!.code.slice(2))).toBe(299)
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect(await stored()).toBe(0)
  expect(await balance()).toBe(coins)
})

test('two workers and two starts store an import once', async () => {
  const { id } = await upload(table(60))
  const starts = await Promise.allSettled([1, 2, 3].map(() => as(manager)(imports.start, { importId: id })))
  expect(starts.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  work()
  expect(await settled(id)).toMatchObject({ state: 'done' })
  expect(await stored()).toBe(60)
})

test('an import that fails again and again is given back, and its reason with it', async () => {
  const { id } = await upload(csvOf([heading, ['سليم حسن الشاذلي', 'فصل 6ب', '']]))
  await sql(`create function no() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger no before insert on students for each row execute function no()`)
  await as(manager)(imports.start, { importId: id })
  expect(await settled(id)).toMatchObject({ state: 'draft', reason: 'Something went wrong', progress: 0 })
  await sql('drop trigger no on students')
  await as(manager)(imports.start, { importId: id })
  expect(await settled(id)).toMatchObject({ state: 'done', reason: null, added: 1 })
})
