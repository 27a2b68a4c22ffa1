import { beforeEach, describe, expect, test } from 'vitest'
import { openToPrograms } from '#contract/language/programs.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { daysFrom } from '#server/base/days.ts'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql } = tracesIn(connection)
const { manager, teacher, otherManager, nile, delta, omar } = world

const made = (more: object = {}) =>
  as(manager)(programKeys.make, {
    schoolId: nile.id,
    keyName: 'حافلات المدرسة',
    scopes: ['roster'],
    endsOn: daysFrom(today, 90),
    password: demoPassword,
    ...more,
  } as never)

/** A call with the secret of a program, from an address. */
async function asProgram(secret: string, path: string, body: object = {}, remoteAddress = '203.0.113.7') {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/${path}`,
    remoteAddress,
    headers: { authorization: `Bearer ${secret}` },
    payload: body,
  })
  return {
    status: answer.statusCode,
    text: answer.body,
    json: () => JSON.parse(answer.body) as Record<string, unknown>[],
  }
}
const inNile = { schoolId: nile.id }
const keys = () => as(manager)(programKeys.list, inNile)

beforeEach(async () => {
  await sql('delete from program_uses')
  await sql('delete from program_keys')
})

describe('a key of a program', () => {
  test('is shown once, stored as a hash, and reads what its scope names of its school', async () => {
    const { id, secret } = await made()
    expect(secret).toMatch(/^kk_[A-Za-z0-9_-]{43}$/)
    const stored = JSON.stringify(await sql('select * from program_keys'))
    expect(stored).not.toContain(secret)
    expect(JSON.stringify(await keys())).not.toContain(secret)
    const listed = await asProgram(secret, studentRecords.list.path, { ...inNile, pageSize: 200 })
    expect(listed.status).toBe(200)
    expect(listed.json().map((row) => row.id)).toContain(omar.id)
    expect((await asProgram(secret, grades.list.path, inNile)).status).toBe(200)
    expect(await keys()).toMatchObject([
      { id, keyName: 'حافلات المدرسة', keyState: 'active', calls: 2, refusedCalls: 0, lastUsedAt: expect.any(String) },
    ])
  })

  test('opens no operation that is not for programs, none of another scope, and nothing of another school', async () => {
    const open = Object.keys(openToPrograms).filter((path) => openToPrograms[path]!.scope === 'roster')
    expect(open.length).toBeGreaterThan(3)
    const closed = operations.filter(({ path, method }) => !open.includes(path) && method !== 'GET')
    for (let from = 0; from < closed.length; from += 200) {
      const { secret } = await made()
      for (const { path } of closed.slice(from, from + 200))
        expect([path, (await asProgram(secret, path, inNile)).status]).toEqual([path, expect.toBeOneOf([401, 403])])
    }
    const { secret } = await made()
    for (const path of open)
      expect([path, (await asProgram(secret, path, { schoolId: delta.id })).status]).toEqual([path, 404])
  })

  test('never writes, and no operation of records, notes, messages or health is for programs', () => {
    const declared = operations.filter(({ path }) => openToPrograms[path])
    expect(declared).toHaveLength(Object.keys(openToPrograms).length)
    expect(declared.filter(({ writes }) => writes)).toEqual([])
    expect(
      declared.map(({ path }) => path).filter((path) => /Record|Note|Post|Inbox|Health|Remark|Message/.test(path)),
    ).toEqual([])
  })

  test('gets no notes with attendance, and no phone numbers without their own scope', async () => {
    await sql(`update attendance_marks set note = 'مريض بالسكر' where school_id = $1 and student_id = $2`, [
      nile.id,
      omar.id,
    ])
    const { secret } = await made({ scopes: ['attendance'] })
    const marks = await asProgram(secret, attendance.list.path, { ...inNile, studentId: omar.id, pageSize: 200 })
    expect(marks.status).toBe(200)
    expect(marks.json().length).toBeGreaterThan(0)
    expect(marks.text).not.toContain('السكر')
    expect((await asProgram(secret, teachers.list.path, inNile)).status).toBe(403)
    const other = await made({ scopes: ['contacts'] })
    expect((await asProgram(other.secret, teachers.list.path, inNile)).status).toBe(200)
  })

  test('is made only by who holds every right of its scopes, with a day on which it ends', async () => {
    await expect(
      as(teacher)(programKeys.make, { ...inNile, keyName: 'برنامج', scopes: ['roster'], endsOn: daysFrom(today, 9) }),
    ).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(programKeys.list, inNile)).rejects.toMatchObject(notFound)
    await expect(made({ endsOn: today })).rejects.toMatchObject(refused(400, 'The key must end on a later day'))
    await expect(made({ endsOn: daysFrom(today, 401) })).rejects.toMatchObject(
      refused(400, 'A key lives at most 400 days'),
    )
    await expect(made({ scopes: ['roster', 'roster'] })).rejects.toMatchObject(refused(400, 'A scope is listed twice'))
    await expect(made({ networks: ['300.1.1.1'] })).rejects.toMatchObject(
      refused(400, 'Write a network as 203.0.113.0/24 or one address'),
    )
  })

  test('is made only by who proves again who they are', async () => {
    const again = refused(400, 'Enter your password again')
    await expect(made({ password: null })).rejects.toMatchObject(again)
    await expect(made({ password: 'not the password' })).rejects.toMatchObject(again)
    expect(await keys()).toEqual([])
  })

  test('dies with the rights of who made it, and says so', async () => {
    const { secret } = await made({ scopes: ['attendance'] })
    await sql(
      `delete from role_permissions where permission_id in (select id from permissions where key = 'ViewAttendanceList')`,
    )
    const { status, text } = await asProgram(secret, attendance.list.path, inNile)
    expect([status, text]).toEqual([
      403,
      expect.stringContaining('The person who made this key no longer has its rights'),
    ])
    expect(await keys()).toMatchObject([{ keyState: 'lapsed', refusedCalls: 1 }])
  })

  test('opens nothing once it is revoked or has ended, and nothing from another network', async () => {
    const { id, secret } = await made({ networks: ['203.0.113.0/24'] })
    expect((await asProgram(secret, grades.list.path, inNile)).status).toBe(200)
    expect((await asProgram(secret, grades.list.path, inNile, '198.51.100.4')).status).toBe(403)
    expect((await asProgram(`${secret.slice(0, -1)}x`, grades.list.path, inNile)).status).toBe(401)
    await as(manager)(programKeys.revoke, { ...inNile, keyId: id })
    expect((await asProgram(secret, grades.list.path, inNile)).status).toBe(401)
    expect(await keys()).toMatchObject([{ keyState: 'revoked', revokedByName: expect.any(String) }])
    const ended = await made()
    await sql(`update program_keys set ends_on = $2 where id = $1`, [ended.id, daysFrom(today, -1)])
    expect((await asProgram(ended.secret, grades.list.path, inNile)).status).toBe(401)
  })

  test('that stands in an address is refused and revoked', async () => {
    const { secret } = await made()
    const answer = await app.app.inject({ method: 'GET', url: `/students?key=${secret}` })
    expect([answer.statusCode, answer.body]).toEqual([403, expect.stringContaining('it has been revoked')])
    expect((await asProgram(secret, grades.list.path, inNile)).status).toBe(401)
    expect(await keys()).toMatchObject([
      { keyState: 'revoked', revokedByName: null, revokedReason: 'shown in an address' },
    ])
  })

  test('reads at most 50,000 rows a day and 300 times a minute', async () => {
    const { id, secret } = await made()
    await sql(`insert into program_uses (school_id, key_id, day, calls, rows) values ($1, $2, $3, 9, 50000)`, [
      nile.id,
      id,
      today,
    ])
    expect((await asProgram(secret, grades.list.path, inNile)).status).toBe(429)
    await sql('delete from program_uses')
    const many = await Promise.all(Array.from({ length: 305 }, () => asProgram(secret, grades.list.path, inNile)))
    expect(new Set(many.map(({ status }) => status))).toEqual(new Set([200, 429]))
  })

  test('that asks for what it may not see is in the audit with its key', async () => {
    const { id, secret } = await made()
    await asProgram(secret, grades.list.path, { schoolId: delta.id })
    const [line] = await sql(
      `select person_id, outcome, detail from audit_lines where operation = $1 order by id desc limit 1`,
      [grades.list.path],
    )
    expect(line).toEqual({ person_id: manager.id, outcome: '404', detail: { programKey: id } })
  })
})
