import { CompiledQuery } from 'kysely'
import { beforeAll, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { operations } from '#server/operations.ts'
import { paging } from '#contract/language/fields.ts'
import type { Operation } from '#contract/language/operation.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { wireNamesOf } from '#contract/language/wire-names.ts'
import { withClient } from '#server/db/client.ts'
import { openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { databaseTimes } from '#server/db/request-account.ts'
import { today } from '#test/world/clock.ts'
import { asRequests, sqlIn } from '#test/harness/database.ts'
import { spareImports } from '#test/world/spare/import-rows.ts'
import { sparePromotions } from '#test/world/spare/promotion-rows.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

const { app, as, wire, connection } = await testApp()
const { admin, manager, teacher, parent, nile, class4a, omar } = world

const sql = sqlIn(connection)

const save = 'Attendance/SaveAttendance'
const mark = (studentId: string) => ({ studentId, isAttend: true })
const register = (studentsAttenndaceList: object[], more: object = {}) => ({
  classRoomId: class4a.id,
  date: today,
  studentsAttenndaceList,
  ...more,
})

describe('case 21: no request makes a list answer more than its limit', () => {
  beforeAll(() => withClient(connection, spareImports))
  beforeAll(() => withClient(connection, sparePromotions))
  beforeAll(() =>
    sql(
      `insert into jobs (id, school_id, kind, state, settings, started_on, started_by, acting_by, students)
       values ($1, $2, 'renewSeats', 'ended', '{}', $3, $4, $4, 0)`,
      [idOf('job', nile.id), nile.id, today, manager.id],
    ),
  )

  beforeAll(() =>
    sql(
      `insert into forms (id, school_id, kind, title, body, made_by) values ($1, $2, 'consent', 'a form', 'a text', $3)`,
      [idOf('form', nile.id), nile.id, manager.id],
    ),
  )

  beforeAll(() =>
    sql(
      `insert into meeting_rounds (id, school_id, title, day, from_time, to_time, minutes, made_by)
       values ($1, $2, 'an evening', $3, '17:00', '20:00', 10, $4)`,
      [idOf('round', nile.id), nile.id, today, manager.id],
    ),
  )

  beforeAll(() =>
    sql(
      `insert into webhooks (school_id, id, name, url, events, sealed, made_by)
       values ($1, $2, 'a program', 'https://program.example/', '{class.changed}', $3, $4)`,
      [nile.id, idOf('webhook', nile.id), Buffer.alloc(1), manager.id],
    ),
  )

  const lists = operations.filter(({ paging }) => paging !== null)
  const named: Record<string, unknown> = {
    search: 'name',
    schoolId: nile.id,
    classRoomId: class4a.id,
    teacherId: teacher.id,
    yearId: world.nileYear.id,
    studentId: omar.id,
    parentId: parent.id,
    postId: idOf('post', 'trip of 4a'),
    importId: idOf('import', nile.id),
    promotionId: idOf('promotion', nile.id),
    jobId: idOf('job', nile.id),
    formId: idOf('form', nile.id),
    roundId: idOf('round', nile.id),
    roleId: builtInRoles.schoolTeacher.id,
    type: 1,
    gradeId: world.grade4.id,
    language: 'ar',
    day: today,
    dateFrom: today,
    dateTo: today,
    webhookId: idOf('webhook', nile.id),
    termId: async () => {
      await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
      const [term] = await sql(
        `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
         select $1, gen_random_uuid(), id, 'a term', 1, $2, $2 from school_years where school_id = $1 and active
         returning id`,
        [nile.id, today],
      )
      return term.id
    },
    languageId: async () =>
      (await sql('select language_id as id from school_languages where school_id = $1', [nile.id]))[0].id,
  }

  const written = [0, -1, 1e9, 10_001, '1e3', '0x1', 1.5, 'NaN']
  const ofPlatform = ['SchoolLanguage/GetLanguageSchools', 'Audit/GetPlatformLines', 'PhoneChange/GetRequestsOfSchools']

  /** The input of a list operation, with the ids of the first school. */
  const bodyOf = async ({ input, access }: Operation) => {
    const placed =
      'from' in access
        ? Object.values(access.from)
            .filter((field) => field in named)
            .slice(0, 1)
        : []
    const needed = Object.entries(input._zod.def.shape).filter(
      ([name, field]) => field._zod.optin !== 'optional' || placed.includes(name),
    )
    const body: Record<string, unknown> = {}
    for (const [name] of needed) {
      const value = named[name]
      body[wireNamesOf(input, name)[0]!] = typeof value === 'function' ? await value() : value
    }
    return body
  }

  test.each(lists.map((operation) => [operation.path, operation] as const))('%s', async (path, operation) => {
    const body = await bodyOf(operation)
    const person = ofPlatform.includes(path) ? admin : manager
    const ask = (more: object) =>
      operation.method === 'GET' ? get(path, more) : wire(path, { ...body, ...more }, { as: person })

    // One reading of pages for all of them: the first of each method refuses every wrong one, each list one of them.
    const fields = operation.input._zod.def.shape
    expect([fields.pageNumber === paging.pageNumber, fields.pageSize === paging.pageSize]).toEqual([true, true])
    const wrong = operation.method === 'GET' ? written : [...written, [1], { n: 1 }, true]
    const nth = lists.indexOf(operation)
    const tried =
      lists.findIndex(({ method }) => method === operation.method) === nth ? wrong : [wrong[nth % wrong.length]]
    for (const page of tried)
      for (const field of ['pageNumber', 'pageSize'])
        expect([field, page, (await ask({ [field]: page })).status]).toEqual([field, page, 400])
    expect((await ask({ pageSize: 201 })).status).toBe(400)

    const { status, json, headers } = await ask({ pageNumber: 10_000, pageSize: 200 })
    expect([status, json()]).toEqual([200, []])
    const whole = (await ask({})).json() as unknown[]
    expect(Number(headers['x-total-count'])).toBeGreaterThanOrEqual(whole.length)
    expect(((await ask({ pageNumber: 1, pageSize: 3 })).json() as unknown[]).length).toBeLessThanOrEqual(3)
  })

  const get = async (path: string, query: object) => {
    const answer = await app.inject({ url: `/${path}`, query: query as Record<string, string> })
    return { status: answer.statusCode, headers: answer.headers, json: () => answer.json() as unknown }
  }

  test('a search for % or _ finds these signs, not everything', async () => {
    for (const name of ['%', '_', '%%', '\\', "'", '%_%'])
      expect((await wire('api/School/GetAll', { name }, { as: manager })).json()).toEqual([])
  })

  test('ten thousand students are no register', async () => {
    const crowd = Array.from({ length: 10_000 }, () => mark(newId()))
    expect(await wire(save, register(crowd), { as: teacher })).toMatchObject({
      status: 400,
      text: 'Array must contain at most 500 element(s)',
    })
  })

  test('a question the database cannot answer in time is given up', async () => {
    const db = openDb(asRequests(connection), { max: 1 })
    await expect(db.executeQuery(CompiledQuery.raw('select pg_sleep(10)'))).rejects.toMatchObject({ code: '57014' })
    await db.destroy()
  })

  test('a call that would wait too long for another is refused with a Retry-After', async () => {
    const { wire } = await testApp({ databaseTimes, deadline: 1e6, connection })
    await withClient(connection, async (client) => {
      await client.query('begin; lock table school_contacts in access exclusive mode')
      const { status, headers } = await wire('SchoolContact/GetSchoolContacts', { schoolId: nile.id })
      expect([status, Number(headers['retry-after']) > 0]).toEqual([503, true])
      await client.query('rollback')
    })
  })
})

describe('case 28: repeating a call is safe, and a refusal says how long to wait', () => {
  test.each<[string, () => [more: object, headers: Record<string, string>]]>([
    ['with its key', () => [{}, { 'idempotency-key': newKey() }]],
    ['by the phone that made it', () => [{ clientOperationId: newId() }, {}]],
  ])('a write repeated %s is one write', async (_, repeated) => {
    await sql('delete from attendance_marks where date = $1', [today])
    await sql('delete from attendance_sheets where date = $1', [today])
    const [more, headers] = repeated()
    const body = register([mark(omar.id)], more)
    for (let n = 0; n < 4; n++)
      expect((await wire(save, body, { as: teacher, headers })).json()).toMatchObject({ version: 1 })
  })

  test('reading changes nothing, however often', async () => {
    const before = await rowsAsTheyLie()
    for (let n = 0; n < 3; n++) {
      await as(parent)(parents.children, {})
      await as(parent)(attendance.list, { studentId: omar.id })
      await as(admin)(schools.list, {})
    }
    expect(await rowsAsTheyLie()).toEqual(before)
  })

  /** Where each row lies and who wrote it there: even a write of the same values is visible. */
  const rowsAsTheyLie = () =>
    Promise.all(
      ['attendance_marks', 'schools', 'students', 'student_parents', 'class_rooms'].map((table) =>
        sql(`select count(*), sum(hashtext(ctid::text || xmin::text)) as lie from ${table}`),
      ),
    )

  test('too many calls and a database away both say Retry-After', async () => {
    const { wire: few } = await testApp({ connection, calls: { person: 1, writes: 1, visitor: 1 } })
    await few('api/School/GetAll', {})
    const limited = await few('api/School/GetAll', {})
    const { wire: nowhere } = await testApp({ connection: { host: '/nowhere', user: 'nobody', database: 'none' } })
    const away = await nowhere('api/School/GetAll', {})
    expect([limited.status, away.status]).toEqual([429, 503])
    for (const { headers } of [limited, away]) expect(String(headers['retry-after'])).toMatch(/^[1-9]\d?$/)
  })
})
