import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { rosterCollections } from '#contract/exchange/roster/roster.ts'
import type { ProgramScope } from '#contract/language/programs.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { oneRosterCalls, type RowOfOneRoster as Row } from '#test/harness/one-roster.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { shapesOfRoster } from '#test/imports/one-roster-shapes.ts'
import { filesIn } from '#test/imports/folder-content.ts'
import { clock, today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { app, as, connection, tokenOf } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, delta, omar } = world
const base = '/ims/oneroster/rostering/v1p2'

const made = (scopes: ProgramScope[] = ['oneroster', 'contacts', 'records']) =>
  as(manager)(programKeys.make, {
    schoolId: nile.id,
    keyName: 'منصة التعلم',
    scopes,
    endsOn: daysFrom(today, 90),
    password: demoPassword,
  })

const { get, rowsOf, refusedAs } = oneRosterCalls(app, base)

beforeAll(async () => {
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  for (const [nth, from, to] of [
    [1, '2026-09-01', '2027-01-15'],
    [2, '2027-01-16', '2027-06-15'],
  ])
    await sql(
      `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
       select $1, gen_random_uuid(), y.id, 'term ' || $2::integer, $2, $3, $4 from school_years y where y.school_id = $1 and y.active`,
      [nile.id, nth, from, to],
    )
})

let secret = ''
beforeEach(async () => {
  await sql('delete from program_uses')
  await sql('delete from program_keys')
  secret = (await made()).secret
})

describe('the school by OneRoster 1.2', () => {
  test.each(rosterCollections)(
    'answers %s, and each row of it alone, in the shape of the standard',
    async (collection) => {
      const [all, one, shape] = shapesOfRoster[collection]
      const { status, json, headers } = await get(secret, `${collection}?limit=10000`)
      expect([status, Object.keys(json)]).toEqual([200, [all]])
      const rows = json[all] as Row[]
      expect(rows.length).toBeGreaterThan(0)
      expect(headers['x-total-count']).toBe(String(rows.length))
      for (const row of rows) expect([row, z.safeParse(shape, row).error?.issues ?? []]).toEqual([row, []])
      expect(new Set(rows.map(({ sourcedId }) => sourcedId)).size).toBe(rows.length)
      const single = await get(secret, `${collection}/${rows[0]!.sourcedId}`)
      expect(single.json).toEqual({ [one]: rows[0] })
    },
  )

  test('has the same rows, ids and links as the folder of the school', async () => {
    const { rawPayload } = await app.inject({
      method: 'POST',
      url: `/${exportSchoolFolder.path}`,
      headers: { authorization: `Bearer ${await tokenOf(manager)}` },
      payload: { schoolId: nile.id },
    })
    const folder = filesIn(rawPayload)
    for (const collection of [
      'orgs',
      'academicSessions',
      'courses',
      'classes',
      'enrollments',
      'users',
      'demographics',
    ] as const) {
      const there = (await rowsOf(secret, `${collection}?limit=10000`)).filter(({ status }) => status === 'active')
      const ids = (rows: readonly { sourcedId?: string }[]) => rows.map(({ sourcedId }) => sourcedId ?? '').toSorted()
      expect([collection, ids(there)]).toEqual([collection, ids(folder[`${collection}.csv`] ?? [])])
    }
    const classes = await rowsOf(secret, 'classes?limit=10000')
    for (const row of folder['classes.csv']!)
      expect(classes.find(({ sourcedId }) => sourcedId === row['sourcedId'])).toMatchObject({
        title: row['title'],
        classType: row['classType'],
        course: { sourcedId: row['courseSourcedId'] },
      })
    const users = await rowsOf(secret, 'users?limit=10000')
    for (const row of folder['users.csv']!)
      expect(users.find(({ sourcedId }) => sourcedId === row['sourcedId'])).toMatchObject({
        username: row['username'],
        givenName: row['givenName'],
        ...(row['agentSourcedIds'] && {
          agents: row['agentSourcedIds'].split(',').map((sourcedId) => ({ sourcedId })),
        }),
      })
  })

  test('leads from a teacher to their classes, from a class to its students, and from a term to its months', async () => {
    const found = await rowsOf(secret, "enrollments?limit=10000&filter=status='active'")
    const enrollments = found as unknown as { role: string; user: Row; class: Row }[]
    const ofTeacher = enrollments.find(({ role }) => role === 'teacher')!
    const [teacherId, classId] = [ofTeacher.user.sourcedId, ofTeacher.class.sourcedId]
    const own = await rowsOf(secret, `teachers/${teacherId}/classes`)
    expect(own.map(({ sourcedId }) => sourcedId)).toContain(classId)
    expect(await rowsOf(secret, `users/${teacherId}/classes`)).toEqual(own)
    const inside = await rowsOf(secret, `classes/${classId}/students?limit=10000`)
    const enrolled = enrollments.filter((one) => one.class.sourcedId === classId && one.role === 'student')
    expect(inside.map(({ sourcedId }) => sourcedId).toSorted()).toEqual(
      enrolled.map(({ user }) => user.sourcedId).toSorted(),
    )
    const again = `schools/${nile.id}/classes/${classId}`
    expect(await rowsOf(secret, `${again}/students?limit=10000`)).toEqual(inside)
    expect((await rowsOf(secret, `${again}/teachers`)).map(({ sourcedId }) => sourcedId)).toContain(teacherId)
    expect((await rowsOf(secret, `${again}/enrollments?limit=10000`)).length).toBeGreaterThanOrEqual(inside.length)
    const { course } = own.find(({ sourcedId }) => sourcedId === classId) as unknown as {
      course: { sourcedId: string }
    }
    const taught = await rowsOf(secret, `courses/${course.sourcedId}/classes`)
    expect(taught.map(({ sourcedId }) => sourcedId)).toContain(classId)
    for (const { sourcedId } of await rowsOf(secret, 'terms')) {
      expect(await rowsOf(secret, `terms/${sourcedId}/classes?limit=1`)).toHaveLength(1)
      for (const { type } of await rowsOf(secret, `terms/${sourcedId}/gradingPeriods`))
        expect(type).toBe('gradingPeriod')
    }
  })

  test('is read a page at a time, with the addresses of the others', async () => {
    const all = await rowsOf(secret, 'students?limit=10000')
    const found: Row[] = []
    let next: string | undefined = `${base}/students?limit=7&sort=familyName&orderBy=desc`
    while (next) {
      const { headers, json } = await get(secret, next)
      found.push(...(json['users'] as Row[]))
      expect(headers['x-total-count']).toBe(String(all.length))
      next = /<http:\/\/[^/>]+([^>]+)>; rel="next"/.exec(String(headers['link']))?.[1]
    }
    const order = (rows: Row[]) => rows.map(({ sourcedId }) => sourcedId)
    expect(order(found).toSorted()).toEqual(order(all).toSorted())
    const names = found.map(({ familyName }) => Buffer.from(String(familyName)))
    expect(names).toEqual(names.toSorted((a, b) => Buffer.compare(b, a)))
    expect(await rowsOf(secret, 'students?offset=100000')).toEqual([])
    const [few] = await rowsOf(secret, 'students?fields=givenName,familyName&limit=1')
    expect(Object.keys(few!).toSorted()).toEqual(['familyName', 'givenName'])
  })

  test('names what changed since a moment, and as removed who left or changed the class', async () => {
    const at = (rows: Row[]) =>
      rows
        .map(({ dateLastModified }) => dateLastModified)
        .toSorted()
        .at(-1)!
    const last = at(await rowsOf(secret, 'students?limit=10000'))
    await sql(`update students set active = false, version = version + 1, modified_at = $2 where id = $1`, [
      omar.id,
      new Date(clock.now().getTime() + 60_000),
    ])
    const changed = await rowsOf(
      secret,
      `students?limit=10000&filter=${encodeURIComponent(`dateLastModified>'${last}'`)}`,
    )
    expect(changed.map(({ sourcedId, status }) => [sourcedId, status])).toEqual([[omar.id, 'tobedeleted']])
    const gone = await rowsOf(secret, `enrollments?filter=${encodeURIComponent(`user.sourcedId='${omar.id}'`)}`)
    expect(new Set(gone.map(({ status }) => status))).toEqual(new Set(['tobedeleted']))
    await sql(`update students set active = true where id = $1`, [omar.id])
  })
})

describe('a program gets of it', () => {
  test('no numbers, addresses, guardians, births or records without the scopes for them, and never religion or notes', async () => {
    await sql(`update guardians set phone = '+249 91 234 5678' where school_id = $1`, [nile.id])
    const plain = (await made(['oneroster'])).secret
    const { text } = await get(plain, 'users?limit=10000')
    expect(text).not.toMatch(/"(phone|sms|email|agents)"/)
    expect(text).not.toMatch(/"role":"(guardian|parent)"/)
    expect(await refusedAs(plain, 'demographics')).toEqual([403, 'forbidden'])
    expect(await rowsOf(plain, `users?filter=${encodeURIComponent(`phone~'0'`)}`)).toEqual([])
    expect((await get(secret, 'users?limit=10000')).text).toContain('+249 91 234 5678')
    const records = (await made(['oneroster', 'records'])).secret
    expect((await get(records, 'users?limit=10000')).text).not.toContain('+249 91 234 5678')
    for (const collection of rosterCollections)
      expect((await get(secret, `${collection}?limit=10000`)).text).not.toMatch(/religion|note|health|national/i)
  })

  test('nothing with a key of another scope, another school, a session of a person, or nothing at all', async () => {
    expect(await refusedAs(null, 'orgs')).toEqual([401, 'unauthorisedrequest'])
    expect(await refusedAs('kk_x', 'orgs')).toEqual([401, 'unauthorisedrequest'])
    expect(await refusedAs(await tokenOf(manager), 'orgs')).toEqual([401, 'unauthorisedrequest'])
    expect(await refusedAs((await made(['roster'])).secret, 'orgs')).toEqual([403, 'forbidden'])
    for (const path of [`orgs/${delta.id}`, `schools/${delta.id}/classes`, `students/${world.deltaStudent.id}`])
      expect([path, await refusedAs(secret, path)]).toEqual([path, [404, 'unknownobject']])
    for (const collection of rosterCollections)
      expect((await get(secret, `${collection}?limit=10000`)).text).not.toContain(delta.id)
  })

  test('a token for the scopes of OneRoster, with those that the key has', async () => {
    const key = await made(['oneroster'])
    const scope = (name: string) => `https://purl.imsglobal.org/spec/or/v1p2/scope/${name}`
    const asked = async (...names: string[]) => {
      const answer = await app.inject({
        method: 'POST',
        url: '/oauth/token',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: new URLSearchParams({
          grant_type: 'client_credentials',
          client_id: key.id,
          client_secret: key.secret,
          scope: names.map(scope).join(' '),
        }).toString(),
      })
      return answer.json() as Record<string, string>
    }
    const given = await asked('roster.readonly', 'gradebook.readonly')
    expect(given['scope']).toBe(scope('roster.readonly'))
    expect(await rowsOf(given['access_token']!, 'orgs')).toHaveLength(1)
    expect(await asked('gradebook.readonly')).toEqual({ error: 'invalid_scope' })
    expect(await asked('roster-demographics.readonly')).toEqual({ error: 'invalid_scope' })
  })

  test('at most 50,000 rows a day, and what it asks is counted by rows', async () => {
    const rows = await rowsOf(secret, 'users?limit=10000')
    const [used] = await sql<{ rows: number }>('select sum(rows)::integer as rows from program_uses')
    expect(used!.rows).toBe(rows.length)
    await sql('update program_uses set rows = 50000')
    expect(await refusedAs(secret, 'orgs')).toEqual([429, 'server_busy'])
  })
})

describe('what cannot be asked', () => {
  test.each([
    ['orgs?filter=name', 'invalid_filter_field'],
    [`orgs?filter=${encodeURIComponent("secret='x'")}`, 'invalid_filter_field'],
    [`orgs?filter=${encodeURIComponent("name='x'; drop table schools")}`, 'invalid_filter_field'],
    [`orgs?filter=${encodeURIComponent("name='x' AND name='y' AND name='z'")}`, 'invalid_filter_field'],
    [`orgs?filter=${encodeURIComponent("dateLastModified>'yesterday'")}`, 'invalid_filter_field'],
    [`terms?filter=${encodeURIComponent("startDate~'2026'")}`, 'invalid_filter_field'],
    [`orgs?filter=${encodeURIComponent(`name='${'x'.repeat(1100)}'`)}`, 'invalid_filter_field'],
    ['orgs?sort=constructor', 'invalid_sort_field'],
    ['orgs?orderBy=up', 'invalid_sort_field'],
    ['orgs?fields=name,password', 'invalid_selection_field'],
    ['orgs?limit=0', 'invaliddata'],
    ['orgs?limit=10001', 'invaliddata'],
    ['orgs?offset=-1', 'invaliddata'],
    ['orgs?limit=1&limit=2', 'invaliddata'],
    ['orgs?access_token=kt_x', 'invaliddata'],
  ])('%s is refused and named', async (path, minor) => {
    expect(await refusedAs(secret, path)).toEqual([400, minor])
  })

  test('an address that is not there is unknown, and nothing is written', async () => {
    for (const path of [
      'resources',
      '/ims/oneroster/gradebook/v1p2/scoreScales',
      '/ims/oneroster/resources/v1p2/resources',
      'orgs/x',
      'classes/x/students',
      `students/${omar.id}/teachers`,
      `classes/${omar.id}/students`,
    ])
      expect([path, await refusedAs(secret, path)]).toEqual([path, [404, 'unknownobject']])
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await refusedAs(secret, `users/${omar.id}`, method)).toEqual([405, 'unsupported'])
  })

  test('filters answer what a naive reading of the rows answers', async () => {
    const rows = await rowsOf(secret, 'users?limit=10000')
    const valueIn = (row: Row, field: string) => (row as unknown as Record<string, string>)[field] ?? null
    const fields = ['givenName', 'familyName', 'username', 'status', 'sourcedId', 'enabledUser']
    const compare = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
    const holds: Record<string, (a: string | null, b: string) => boolean> = {
      '=': (a, b) => a === b,
      '!=': (a, b) => a !== b,
      '>': (a, b) => a !== null && compare(a, b) > 0,
      '>=': (a, b) => a !== null && compare(a, b) >= 0,
      '<': (a, b) => a !== null && compare(a, b) < 0,
      '<=': (a, b) => a !== null && compare(a, b) <= 0,
      '~': (a, b) => a !== null && a.toLowerCase().includes(b.toLowerCase()),
    }
    let seed = 7
    const pick = <T>(all: readonly T[]) => all[(seed = (seed * 16_807) % 2_147_483_647) % all.length]!
    const clause = () => {
      const field = pick(fields)
      const value = valueIn(pick(rows), field) ?? ''
      return { field, operator: pick(Object.keys(holds)), value: pick([value, value.slice(1, 3), "'", 'ا']) }
    }
    for (let n = 0; n < 200; n++) {
      const [clauses, word] = [n % 2 ? [clause(), clause()] : [clause()], pick(['AND', 'OR'])]
      const filter = clauses
        .map(({ field, operator, value }) => `${field}${operator}'${value.replaceAll("'", "''")}'`)
        .join(` ${word} `)
      const is = (row: Row) => {
        const all = clauses.map(({ field, operator, value }) => holds[operator]!(valueIn(row, field), value))
        return word === 'OR' ? all.some(Boolean) : all.every(Boolean)
      }
      const found = await rowsOf(secret, `users?limit=10000&filter=${encodeURIComponent(filter)}`)
      expect([filter, found.length]).toEqual([filter, rows.filter(is).length])
      if (n % 100 === 99) secret = (await made()).secret
    }
  })
})

test('a key opens nothing of it once who made it may not see it any more', async () => {
  await sql(
    `delete from role_permissions where permission_id in (select id from permissions where key = 'ViewStudentRecord')`,
  )
  expect(await refusedAs(secret, 'demographics')).toEqual([403, 'forbidden'])
  expect((await get(secret, 'users?limit=10000')).text).not.toMatch(/"role":"(guardian|parent)"/)
  await sql(
    `delete from role_permissions where permission_id in (select id from permissions where key = 'ViewTeachersList')`,
  )
  expect(await refusedAs(secret, 'orgs')).toEqual([403, 'forbidden'])
})
