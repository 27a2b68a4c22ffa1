import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { operations } from '#server/operations.ts'
import type { Operation } from '#contract/language/operation.ts'
import type { Answer, Call } from './call.ts'
import { canariesIn, keptTexts, textColumns } from './canaries.ts'
import { prepare } from './ground.ts'
import { everyCall, isLetIn, type Plan } from './plan.ts'
import { run } from './run.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'

const { app, connection } = await testApp()
const owner = new pg.Client(connection)
let made: Awaited<ReturnType<typeof prepare>>

beforeAll(async () => {
  await owner.connect()
  made = await prepare(app, owner)
})

afterAll(() => owner.end())

test('every text of every row is a canary, save the few whose form somebody reads', async () => {
  expect(made.withoutCanary).toEqual([])
  const columns = (await textColumns(owner)).flatMap(({ table, columns }) => columns.map((one) => `${table}.${one}`))
  expect(Object.keys(keptTexts).filter((place) => !columns.includes(place))).toEqual([])
  for (const [place, why] of Object.entries(keptTexts))
    if (why === 'a check gives it its form') expect(await refusesWords(place), place).toBe(true)
})

test('case 1: a parent cannot take the register', async () => {
  const { ground } = made
  const parents = ground.people.filter(({ name }) => name.startsWith('parent '))
  const { calls: saves } = await run(ground, attendance.save, everyCall(ground, attendance.save, parents), undefined)
  expect(saves.length).toBeGreaterThan(20)
  expect(saves.filter(({ answer, ruling }) => answer.status === 200 || 'scope' in ruling)).toEqual([])
  const ofOmar = saves.find(
    ({ persona, about }) => persona.name === 'parent of Omar' && about === 'classRoomId class4a',
  )
  expect(ofOmar?.answer).toMatchObject({ status: 403, text: 'You are not allowed to do this' })
})

test('case 2: a teacher of another school reads nothing', async () => {
  const { ground } = made
  const stranger = ground.people.filter(({ personId }) => personId === world.deltaTeacher.id)
  const reads: Call[] = []
  for (const operation of operations.filter(({ writes }) => !writes))
    reads.push(
      ...(await run(ground, operation, everyCall(ground, operation, stranger).filter(isTelling), undefined)).calls,
    )
  const shown = new Set(
    reads.flatMap(({ answer }) => canariesIn(answer.text).filter((word) => word.includes('-nile-'))),
  )
  // What everybody may know of a school, and nothing of its classes, students and their days.
  const published = await owner.query<{ words: string[] }>(
    `select array_cat(array[p.title, p.body], (select array_agg(a.name) from attachments a where a.post_id = p.id)) as words
     from posts p where p.school_id = $1 and p.public and p.published_at is not null`,
    [world.nile.id],
  )
  const known = [
    /-nile-(schools-|school_contacts-)/,
    ...published.rows.flatMap(({ words }) => words.map((word) => RegExp(word))),
  ]
  expect(known.length).toBeGreaterThan(1)
  expect([...shown].filter((word) => !known.some((one) => one.test(word)))).toEqual([])
  // What is a person's own is narrowed by a stranger's id to nothing.
  const ofNile = reads.filter(
    ({ about, operation: { access } }) => /class4a|omar/.test(about) && access.to !== 'signedIn',
  )
  expect(ofNile.length).toBeGreaterThan(5)
  // 403 is for what no teacher does anywhere.
  expect(new Set(ofNile.map(({ answer }) => answer.status))).toEqual(new Set([404, 403]))
})

test("another person's key never replays an answer", async () => {
  const body = { classRoomId: world.class4a.id, date: made.ground.today, studentsAttenndaceList: [mark] }
  const take = (name: string) => sent(attendance.save, name, body, { 'idempotency-key': 'the-same-for-everybody' })
  const first = await take('teacher of class 4a')
  expect(first).toMatchObject({ status: 200, headers: expect.not.objectContaining({ 'idempotency-replayed': 'true' }) })
  const again = await take('teacher of class 4a')
  expect(again.headers).toMatchObject({ 'idempotency-replayed': 'true' })
  expect(JSON.parse(again.text)).toEqual(JSON.parse(first.text))

  const others = await take('supervisor of class 4a')
  expect(others.headers).not.toHaveProperty('idempotency-replayed')
  expect(JSON.parse(others.text).version).toBe(JSON.parse(first.text).version + 1)
  expect(await take('parent of Omar')).toMatchObject({ status: 403 })
  expect(await take('teacher at Delta')).toMatchObject({ status: 404, text: 'Not found' })
})

test("another person's clientOperationId never replays an answer", async () => {
  const sheet = { classRoomId: world.class4a.id, date: made.ground.today, studentsAttenndaceList: [mark] }
  const take = async (name: string) => {
    const answer = await sent(attendance.save, name, { ...sheet, clientOperationId: idOf('operation', 'of two') }, {})
    return JSON.parse(answer.text).version as number
  }
  const first = await take('teacher of class 4a')
  expect(await take('supervisor of class 4a')).toBe(first + 1)
  expect(await take('teacher of class 4a')).toBe(first)
})

test('a key replays nothing to people who have lost their right since', async () => {
  const body = {
    classRoomId: world.class4b.id,
    date: made.ground.today,
    studentsAttenndaceList: [{ ...mark, studentId: world.nileSister.id }],
  }
  const take = () => sent(attendance.save, 'teacher of class 4a', body, { 'idempotency-key': 'taken-while-teaching' })
  expect(await take()).toMatchObject({ status: 200 })
  const { rows } = await owner.query(
    'delete from class_teacher_courses where class_room_id = $1 and teacher_id = $2 returning *',
    [world.class4b.id, world.teacher.id],
  )
  expect(await take()).toMatchObject({ status: 404, text: 'Not found' })
  for (const { school_id, class_room_id, teacher_id, course_id } of rows)
    await owner.query(
      'insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id) values ($1, $2, $3, $4)',
      [school_id, class_room_id, teacher_id, course_id],
    )
})

/** Whether the table itself refuses a word there: then nothing but its own form can stand in it. */
async function refusesWords(place: string): Promise<boolean> {
  const [table, column] = place.split('.')
  await owner.query('begin')
  try {
    await owner.query(`alter table ${table} disable trigger user`)
    await owner.query(`update ${table} set ${column} = 'CNRY-' || ctid::text`)
    return false
  } catch {
    return true
  } finally {
    await owner.query('rollback')
  }
}

/** What lets somebody in, and of what refuses whatever the table shows. */
const isTelling = (plan: Plan) => plan.shown || isLetIn(plan)

const mark = { studentId: world.omar.id, state: 'late' }

async function sent(
  operation: Operation,
  name: string,
  body: object,
  headers: Record<string, string>,
): Promise<Answer> {
  const { secret } = made.ground.people.find((one) => one.name === name)!
  const url = `/${operation.path}`
  const answer = await app.inject({
    method: 'POST',
    url,
    payload: body,
    headers: { authorization: `Bearer ${secret}`, ...headers },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body }
}
