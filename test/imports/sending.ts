import { afterAll, expect } from 'vitest'
import { Refused } from '#contract/language/caller.ts'
import { imports, uploadImport } from '#contract/exchange/imports/imports.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workerPace, workInBackground } from '#server/platform/jobs/worker.ts'
import { sqlIn } from '#test/harness/database.ts'
import { accountsOf } from '#test/harness/ground.ts'
import type { Person, testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { formOf } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'

type TestApp = Awaited<ReturnType<typeof testApp>>
export type Import = OutputOf<typeof imports.get>

type Sent = {
  as?: Person
  schoolId?: string
  fileName?: string
  sheets?: string
  hiddenRows?: 'leaveOut' | 'take'
  hiddenColumns?: 'leaveOut' | 'take'
  lists?: 'first' | 'all'
  kind?: Import['kind']
  headers?: Record<string, string>
}

/** Ways of importing as a person of the world, with a worker at their side unless `working` says otherwise. */
export function importing({ app, as, tokenOf, connection }: TestApp, { working = true } = {}) {
  function work({ atOnce = workerPace.atOnce } = {}) {
    const pace = { ...workerPace, look: 60_000, wait: 20, atOnce }
    const worker = workInBackground(accountsOf(connection), clock, [importWork], { pace, log: () => {} })
    afterAll(() => worker.stop())
    return worker
  }
  if (working) work()
  const sql = sqlIn(connection)

  const onTheWire = async (file: Buffer | string, { as: person = world.manager, ...sent }: Sent = {}) => {
    const { schoolId = world.nile.id, fileName, sheets, hiddenRows, hiddenColumns, lists, kind, headers = {} } = sent
    const form = await formOf(
      {
        schoolId,
        ...(fileName && { fileName }),
        ...(sheets && { sheets }),
        ...(hiddenRows && { hiddenRows }),
        ...(hiddenColumns && { hiddenColumns }),
        ...(lists && { lists }),
        ...(kind && { kind }),
      },
      { bytes: Buffer.from(file), fileName: fileName ?? 'table.csv', mime: 'text/csv' },
    )
    return app.inject({
      method: 'POST',
      url: `/${uploadImport.path}`,
      payload: form.payload,
      headers: {
        ...form.headers,
        accept: 'application/problem+json',
        authorization: `Bearer ${await tokenOf(person)}`,
        ...headers,
      },
    })
  }
  /** Throws what it was refused with. */
  async function upload(file: Buffer | string, sent: Sent = {}): Promise<Import> {
    const answer = await onTheWire(file, sent)
    const json = answer.json()
    if (answer.statusCode !== 200) throw new Refused(answer.statusCode, json.detail, json)
    return json
  }
  /** Waits until the worker has let go of an import. */
  async function settled(importId: string, person: Person = world.manager): Promise<Import> {
    const underWay = `select from imports where id = $1 and state in ('waiting', 'undoing')`
    await expect.poll(() => sql(underWay, [importId]), { timeout: 60_000, interval: 10 }).toEqual([])
    return as(person)(imports.get, { importId })
  }

  return {
    work,
    onTheWire,
    upload,
    settled,
    rows: (importId: string, show?: 'problem' | 'add' | 'change' | 'same' | 'leftOut' | 'hindering' | 'corrected') =>
      as(world.manager)(imports.rows, { importId, show, pageSize: 200 }),
    start: async (importId: string, person: Person = world.manager) => {
      await as(person)(imports.start, { importId })
      return settled(importId, person)
    },
    undo: async (importId: string, person: Person = world.manager) => {
      await as(person)(imports.undo, { importId })
      return settled(importId, person)
    },
    sql: <Row = Record<string, unknown>>(text: string, values: unknown[] = []) => sql(text, values) as Promise<Row[]>,
  }
}

/** Everything of students that an undo must leave as it found it. */
export const everythingOf = async (sql: ReturnType<typeof importing>['sql']) => ({
  balance: await sql('select school_id, sum(coins)::int from coin_entries group by 1 order by 1'),
  students: await sql(
    `select id, class_room_id, code, first_name, middle_name, last_name, birth_date::text, active, is_paid,
       seat_ended_on::text, ended_with_year_id from students order by id`,
  ),
  memberships: await sql(
    'select id, student_id, class_room_id, from_day::text, to_day::text from student_classes order by id',
  ),
  links: await sql(
    'select id, student_id, parent_id, relation_id from student_parents where ended_at is null order by id',
  ),
  waiting: await sql(
    `select id, student_id, phone_number from parent_invitations
     where accepted_at is null and removed_at is null order by id`,
  ),
})

/** Lines of cells as a table in one text. */
export const csvOf = (lines: readonly (readonly string[])[], separator = ',') =>
  lines
    .map((cells) =>
      cells.map((cell) => (/["\r\n;,\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(separator),
    )
    .join('\n')
