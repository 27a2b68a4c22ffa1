import { beforeEach, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { wire, connection } = await testApp()
const { teacher, supervisor, class4a, omar, classmate } = world

const sql = sqlIn(connection)

const date = today
const register = (isAttend: boolean, more: object = {}) => ({
  classRoomId: class4a.id,
  date,
  studentsAttenndaceList: [{ studentId: omar.id, isAttend }],
  ...more,
})
const save = (body: object, key: string, as = teacher) =>
  wire('Attendance/SaveAttendance', body, { as, headers: { 'idempotency-key': key } })
const version = async () =>
  (await sql('select version from attendance_sheets where class_room_id = $1 and date = $2', [class4a.id, date]))[0]
    ?.version

beforeEach(() =>
  sql(`delete from attendance_marks where date = '${date}'; delete from attendance_sheets where date = '${date}'`),
)

test('a write sent again with its key happens once and is answered the same', async () => {
  const key = newKey()
  const first = await save(register(true), key)
  expect(first.headers['idempotency-replayed']).toBeUndefined()
  await save(register(false), newKey(), supervisor)

  const again = await save(register(true), key)
  expect(again.json()).toEqual(first.json())
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect(await version()).toBe(2)
})

test('a key that comes with another request is refused, and nothing happens', async () => {
  const key = newKey()
  await save(register(true), key)
  const other = await save(register(false), key)
  expect([other.status, other.text]).toEqual([422, 'This key was used with another request'])
  expect(await version()).toBe(1)
})

test('eight at once with one key happen once; a call while the first runs is refused', async () => {
  const key = newKey()
  const answers = await Promise.all(Array.from({ length: 8 }, () => save(register(true), key)))
  for (const { status, text } of answers)
    if (status !== 200) expect([status, text]).toEqual([409, 'This request is already being handled'])
  const good = answers.filter(({ status }) => status === 200)
  expect(good.length).toBeGreaterThan(0)
  expect(new Set(good.map(({ json }) => (json() as { version: number }).version))).toEqual(new Set([1]))
  expect(await version()).toBe(1)
  expect((await save(register(true), key)).headers['idempotency-replayed']).toBe('true')
})

test('a write is refused because the same one is still running', async () => {
  const key = newKey()
  await withClient(connection, async (client) => {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `${teacher.id} Attendance/SaveAttendance ${key}`,
    ])
    const meanwhile = await save(register(true), key)
    expect([meanwhile.status, meanwhile.text]).toEqual([409, 'This request is already being handled'])
    await client.query('rollback')
  })
  expect((await save(register(true), key)).status).toBe(200)
})

test('a key is one person’s: another’s answer never comes back for it', async () => {
  const key = newKey()
  await save(register(true), key)
  const theirs = await save(register(true), key, supervisor)
  expect(theirs.headers['idempotency-replayed']).toBeUndefined()
  expect(theirs.json()).toMatchObject({ version: 2 })
})

test('a refusal is not kept: the same key may succeed later', async () => {
  const key = newKey()
  await sql('update class_rooms set active = false where id = $1', [class4a.id])
  expect((await save(register(true), key)).status).toBe(409)
  await sql('update class_rooms set active = true where id = $1', [class4a.id])
  const later = await save(register(true), key)
  expect([later.status, later.headers['idempotency-replayed']]).toEqual([200, undefined])
})

test('what one may no longer do is not answered from memory', async () => {
  const key = newKey()
  const body = register(true, { studentsAttenndaceList: [{ studentId: classmate.id, isAttend: true }] })
  await save(body, key, supervisor)
  await sql('update class_rooms set supervisor_id = null where id = $1', [class4a.id])
  expect((await save(body, key, supervisor)).status).not.toBe(200)
  await sql('update class_rooms set supervisor_id = $2 where id = $1', [class4a.id, supervisor.id])
})

test('a removal sent again with its key is answered the same; with another key there is nothing to remove', async () => {
  const note = { classRoomId: class4a.id, studentId: omar.id, date, notes: 'قرأ بطلاقة' }
  const { id: noteId } = (await wire('StudentNote/CreateStudentNote', note, { as: teacher })).json() as { id: string }
  const remove = (key: string, as = teacher) =>
    wire('StudentNote/RemoveStudentNote', { noteId }, { as, headers: { 'idempotency-key': key } })
  const key = newKey()
  const [first, again] = [await remove(key), await remove(key)]
  expect([first.status, again.status, again.text]).toEqual([200, 200, first.text])
  expect(again.headers['idempotency-replayed']).toBe('true')
  for (const other of [await remove(newKey()), await remove(key, supervisor)]) expect(other.status).toBe(404)
})

test.each(['short', 'x'.repeat(129), 'has a space in it', 'مفتاح-مفتاح'])('%s is no key', async (key) => {
  const answer = await save(register(true), key)
  expect([answer.status, answer.text]).toEqual([400, 'Invalid input'])
  expect(await version()).toBeUndefined()
})

test('a malformed key is refused before it matters what one may do', async () => {
  expect((await save(register(true), 'short', world.newcomer)).status).toBe(400)
})

test('a read, and what carries secrets, has no use for a key', async () => {
  const key = newKey()
  const headers = { 'idempotency-key': key }
  for (let n = 0; n < 2; n++) {
    const roll = await wire('Student/GetClassRoomStudents', { classRoomId: class4a.id }, { as: teacher, headers })
    expect([roll.status, roll.headers['idempotency-replayed']]).toEqual([200, undefined])
  }
  const login = { phoneNumber: teacher.phone, password: 'kashkool' }
  const tokens = [
    await wire('API/Identity/Login', login, { headers }),
    await wire('API/Identity/Login', login, { headers }),
  ]
  expect(new Set(tokens.map(({ json }) => (json() as { token: string }).token)).size).toBe(2)
  expect(await sql('select from idempotency_keys where key = $1', [key])).toEqual([])
})
