import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { acts } from '#contract/platform/audit/acts.ts'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { contacts } from '#contract/platform/contacts/contacts.ts'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { withClient } from '#server/db/client.ts'
import { connected } from '#server/db/connected.ts'
import * as domains from '#server/domains.ts'
import { insertAuditLine } from '#server/platform/identity/administrator.queries.ts'
import { operations } from '#server/operations.ts'
import { insertPasswordLine, insertSchoolLine } from '#server/run/operator/operator.queries.ts'
import type { Provided } from '#server/run/start/provided.ts'
import { testApp } from '#test/harness/app.ts'
import { now } from '#test/world/clock.ts'
import { rows } from '#test/harness/registering.ts'
import { notAllowed, notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const testing = await testApp()
const { app, as, tokenOf, wire, connection } = testing
const { admin, manager, teacher, parent, otherManager, nile, delta, omar } = world
const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const ofNile = (more: object = {}) => as(manager)(auditLog.ofSchool, { schoolId: nile.id, dateFrom: day, ...more })
const ofPlatform = (more: object = {}) => as(admin)(auditLog.ofPlatform, { dateFrom: day, ...more })

/** The database has the time of its machine, not of the tests. */
const [{ day }] = await sql(`select to_char(now() at time zone 'Africa/Cairo' - interval '1 day', 'YYYY-MM-DD') as day`)

const browser = 'Mozilla/5.0 (X11; Linux x86_64; rv:132.0) Gecko/20100101 Firefox/132.0'
const callAs = async (person: { phone: string }, operation: { path: string }, payload: object, from: string) =>
  app.inject({
    method: 'POST',
    url: `/${operation.path}`,
    payload,
    remoteAddress: from,
    headers: { authorization: `Bearer ${await tokenOf(person)}`, 'user-agent': browser },
  })

describe('a school reads what was done in it', () => {
  test('a change of its settings by its own staff, from where and with what', async () => {
    await callAs(manager, schoolSettings.update, { id: nile.id, about: 'مدرسة على النيل' }, '10.9.0.1')
    const [line] = await ofNile({ kind: 'settings' })
    expect(line).toMatchObject({
      act: 'schoolChanged',
      kind: 'settings',
      personId: manager.id,
      ipAddress: '10.9.0.1',
      device: 'Firefox · Linux',
      schoolName: nile.name,
    })
    await callAs(manager, schoolSettings.update, { id: nile.id, about: 'مدرسة على النيل' }, '10.9.0.2')
    expect((await ofNile({ kind: 'settings' }))[0]).toEqual(line)
    const { rows: seen, total } = await as(admin).listed(auditLog.ofPlatform, { dateFrom: day, pageSize: 200 })
    expect(seen.map(({ act }) => act)).not.toContain('schoolChanged')
    expect([seen.length > 0, total]).toEqual([true, seen.length])
  })

  test('not from where the platform or a parent called, nor anything of another school', async () => {
    await callAs(admin, platformSchools.addCoins, { schoolId: nile.id, coinsCount: 2, reason: 'هدية' }, '10.9.0.3')
    const [coins] = await ofNile({ kind: 'money' })
    expect(coins).toMatchObject({ act: 'coinsGiven', personId: admin.id, ipAddress: null, device: null })
    expect((await ofPlatform({ kind: 'money' }))[0]).toMatchObject({ act: 'coinsGiven', ipAddress: '10.9.0.3' })
    const own = await as(otherManager)(auditLog.ofSchool, { schoolId: delta.id, dateFrom: day })
    expect(own.filter(({ schoolName }) => schoolName !== delta.name)).toEqual([])
    await expect(as(otherManager)(auditLog.ofSchool, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  })

  test('no sign-in of anybody, not even of its staff', async () => {
    await wire(identity.login.path, { phoneNumber: teacher.phone, password: 'not this one' })
    expect(await ofNile({ kind: 'accounts' })).toEqual([])
    expect(await ofNile({ personId: teacher.id, kind: 'accounts' })).toEqual([])
    expect((await ofPlatform({ kind: 'accounts', personId: teacher.id }))[0]).toMatchObject({
      act: 'failed',
      personId: null,
      aboutName: expect.stringContaining(teacher.firstName),
      ipAddress: '127.0.0.1',
    })
  })

  test('who read which record, only where that is looked for', async () => {
    await as(teacher)(studentRecords.get, { studentId: omar.id })
    const reads = () => ofNile({ kind: 'reads', personId: teacher.id })
    await expect.poll(async () => (await reads()).length).toBeGreaterThan(0)
    expect((await reads())[0]).toMatchObject({ act: 'studentRead', aboutName: expect.stringContaining(omar.firstName) })
    expect((await ofNile({ personId: teacher.id })).map(({ kind }) => kind)).not.toContain('reads')
  })

  test('page by page, by person, and by days of Cairo', async () => {
    const [first, second] = await ofNile({ pageSize: 2, pageNumber: 1 })
    const [third] = await ofNile({ pageSize: 2, pageNumber: 2 })
    expect(first!.number).toBeGreaterThan(second!.number)
    expect(second!.number).toBeGreaterThan(third?.number ?? 0)
    const [{ id }] = await sql(
      `insert into audit_lines (at, person_id, operation, outcome, school_id, target_kind)
       values ('2026-03-04T22:30:00Z', $1, 'SchoolContact/AddContact', 'done', $2, 'contact') returning id`,
      [manager.id, nile.id],
    )
    const on = async (dateFrom: string, dateTo: string) =>
      (await ofNile({ dateFrom, dateTo })).map(({ number }) => number)
    expect(await on('2026-03-05', '2026-03-05')).toEqual([Number(id)])
    expect(await on('2026-03-04', '2026-03-04')).toEqual([])
    expect(await ofNile({ dateFrom: '2026-03-05', dateTo: '2026-03-05', personId: parent.id })).toEqual([])
    await sql(
      `insert into audit_lines (at, person_id, operation, outcome, school_id, target_kind)
       values ('2026-03-04T22:30:00Z', $1, 'SchoolContact/AddContact', 'done', $2, 'contact')`,
      [otherManager.id, delta.id],
    )
    for (const { id: by } of [manager, parent])
      await sql(
        `insert into audit_lines (at, person_id, operation, outcome, school_id, target_kind)
         values ('2026-03-04T22:30:00Z', $1, 'SchoolContact/AddContact', 'done', $2, 'contact')`,
        [by, nile.id],
      )
    const counted = async (more: object) => {
      const on = { schoolId: nile.id, dateFrom: '2026-03-05', dateTo: '2026-03-05', pageSize: 1, ...more }
      return (await wire(auditLog.ofSchool.path, on, { as: manager })).headers['x-total-count']
    }
    expect([await counted({}), await counted({ personId: manager.id })]).toEqual(['3', '2'])
  })

  test('as a file with the times of Cairo, which is an export like any other', async () => {
    const answer = await callAs(
      manager,
      exportList,
      {
        list: auditLog.ofSchool.path,
        input: { schoolId: nile.id, dateFrom: '2026-03-05', dateTo: '2026-03-05' },
        format: 'csv',
        language: 'ar',
      },
      '10.9.0.4',
    )
    const [heading, row] = Papa.parse<string[]>(answer.body.slice(1).trimEnd()).data
    expect(row![heading!.indexOf('الوقت')]).toBe('2026-03-05 00:30')
    expect(row![heading!.indexOf('الإجراء')]).toBe('إضافة وسيلة تواصل')
    expect((await ofNile({ kind: 'exports' }))[0]).toMatchObject({
      act: 'exported',
      exportedRows: 3,
      ipAddress: '10.9.0.4',
    })
  })
})

test('the log is closed to everybody without its key, in the school or on the platform', async () => {
  for (const person of [teacher, parent])
    await expect(as(person)(auditLog.ofSchool, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  await expect(as(manager)(auditLog.ofPlatform, {})).rejects.toMatchObject(notAllowed)
  await expect(as(admin)(auditLog.ofSchool, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
})

test('what was refused to somebody is the platform’s to read', async () => {
  await expect(
    as(teacher)(contacts.add, { schoolId: nile.id, contactTypeId: omar.id, value: '1' }),
  ).rejects.toMatchObject(notAllowed)
  expect((await ofPlatform({ kind: 'refused', personId: teacher.id }))[0]).toMatchObject({
    act: 'notAllowed',
    schoolName: null,
  })
  expect(await ofNile({ kind: 'refused', personId: teacher.id })).toEqual([])
})

test('without days the log answers the last thirty', async () => {
  const agedDays = async (days: number) => {
    const at = new Date(now() - days * 24 * 3600 * 1000)
    const [{ id }] = await sql(
      `insert into audit_lines (at, operation, outcome) values ($1, 'Role/AddRole', 'done') returning id`,
      [at],
    )
    return Number(id)
  }
  const [younger, older] = [await agedDays(29), await agedDays(32)]
  const lines = (await as(admin)(auditLog.ofPlatform, { kind: 'rights' })).map(({ number }) => number)
  expect([lines.includes(younger), lines.includes(older)]).toEqual([true, false])
})

test('every operation that leaves a line of its own has a name in the log', () => {
  const needs: object = new Proxy(() => needs, { get: () => needs })
  const leaving = Object.values(domains)
    .flat()
    .flatMap(({ contract, functions }) => {
      const answers = functions(needs as Provided)
      return Object.entries(contract).filter(([name, { writes }]) => writes && /\baudit\b/.test(String(answers[name])))
    })
    .map(([, { path }]) => path)
  expect(leaving).toContain(contacts.remove.path)
  const named = new Set(Object.values(acts).flatMap((some) => Object.keys(some)))
  expect(leaving.filter((path) => !named.has(path))).toEqual([])
})

test('every act is named for an operation that is served', () => {
  const paths = new Set(operations.map(({ path }) => path))
  const special = ['accounts', 'exports', 'reads', 'refused', 'other']
  const named = Object.entries(acts)
    .flatMap(([kind, some]) => (special.includes(kind) ? [] : Object.keys(some)))
    .filter((path) => !path.startsWith('operator '))
  // Uploads have their own routes; a number that waited changes by itself.
  const byOthers = ['ImageUploder/UploadImage', 'Fee/UploadStatement', 'PhoneChange/Apply']
  expect(named.filter((path) => !paths.has(path) && !byOthers.includes(path))).toEqual([])
})

test('everything that an operator does has a name in the log, and nothing else', () => {
  const stored = readdirSync('server', { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'))
    .flatMap((file) => [...readFileSync(join('server', file), 'utf8').matchAll(/'(operator [a-z ]+)'/g)])
    .map(([, operation]) => operation!)
  expect(stored).toContain('operator ends sessions')
  const named = Object.values(acts).flatMap((some) => Object.keys(some))
  expect(new Set(named.filter((name) => name.startsWith('operator ')))).toEqual(new Set(stored))
})

test('what an operator did is read under its kind, with whom it was done to', async () => {
  await withClient(connection, async (client) => {
    await insertAuditLine(connected(client), 'operator ends sessions', teacher.id)
    await insertSchoolLine(client, 'operator exports a school', nile.id, null)
    // As lines were written before.
    await client.query(
      `insert into audit_lines (operation, outcome, target_kind, target_id) values ('operator ends sessions', 'done', 'user', $1)`,
      [teacher.id],
    )
    await insertPasswordLine(client, teacher.id)
  })
  const aboutTeacher = { personId: null, aboutName: expect.stringContaining(teacher.firstName) }
  expect((await ofPlatform({ kind: 'accounts', personId: teacher.id })).slice(0, 3)).toMatchObject([
    { act: 'operatorPassword', ...aboutTeacher },
    { act: 'operatorSessions', ...aboutTeacher },
    { act: 'operatorSessions', ...aboutTeacher },
  ])
  expect((await ofNile({ kind: 'exports' }))[0]).toMatchObject({ act: 'operatorSchoolExport', schoolName: nile.name })
  expect((await ofNile({ kind: 'accounts' })).length).toBe(0)
})
