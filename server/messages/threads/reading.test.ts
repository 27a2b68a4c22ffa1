import { beforeAll, expect, test } from 'vitest'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { beginnings, threads } from '#contract/messages/threads/threads.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, mother, nile, omar } = world

beforeAll(() =>
  as(manager)(threadReview.saveSettings, {
    schoolId: nile.id,
    opens: ['supervisor', 'office'],
    officeIds: [],
    frameFrom: '08:00',
    frameTo: '15:00',
    nightFrom: '20:00',
    nightTo: '07:00',
    answerDays: 2,
    words: [],
  }),
)

const begin = async (toId: string | null) => {
  const text = { subject: 'other' as const, bothParents: true, body: 'نص '.repeat(400) }
  return (await as(parent)(beginnings.begin, { studentIds: [omar.id], toId, ...text }))[0]!
}

test('a thread is in the audit when the school reads it, and not when a parent does', async () => {
  const { threadId } = await begin(supervisor.id)
  for (const person of [parent, mother, supervisor]) await as(person)(threads.get, { threadId })
  const readers = () =>
    sql(
      `select person_id as reader from audit_lines
       where operation = 'Message/GetThread' and outcome = 'read' and target_kind = 'student' and target_id = $1`,
      [omar.id],
    )
  await expect.poll(readers).toEqual([{ reader: supervisor.id }])
})

test('a page of threads stays below 10 kB', async () => {
  for (let nth = 0; nth < 9; nth++) await begin(nth % 2 ? null : supervisor.id)
  for (let nth = 0; nth < 10; nth++)
    await as(supervisor)(beginnings.writeToParents, { studentId: omar.id, subject: 'other', body: 'نص '.repeat(400) })
  const { text } = await wire(threads.list.path, { pageSize: 20, pageNumber: 1 }, { as: parent })
  expect(JSON.parse(text)).toHaveLength(20)
  expect(Buffer.byteLength(text)).toBeLessThan(10_000)
})
