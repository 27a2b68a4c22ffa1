import pg from 'pg'
import { expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { coinsIn } from '#test/harness/money.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, sql, work, settled, undo, rows } = importing(app, { working: false })
const { manager, deputy, nile, class6b } = world

const { schoolLanguages, schoolGrades } = await as(manager)(classSettings.formData, { schoolId: nile.id })
const halls = await as(manager)(
  classSettings.addSeveral,
  {
    items: Array.from({ length: 7 }, (_, n) => ({
      schoolId: nile.id,
      name: `قاعة ${'أبتثجحخ'[n]}`,
      gradeId: schoolGrades[0]!.id,
      languageId: schoolLanguages[0]!.id,
      gender: 3 as const,
      maxOfStudents: 500,
    })),
  },
  { key: newKey() },
)
await sql('update class_rooms set max_of_students = 500')

const proving = process.env.PROOF === 'on'
const [portion, ofHall, many] = proving ? [100, 450, 3000] : [30, 135, 400]

/** A different name for each number. */
const nameOf = (n: number, family: string) =>
  `${[...String(n)].map((digit) => 'بتثجحخدذرز'[Number(digit)]).join('')}ور ${'سليم'} ${family}`
const table = (count: number, family: string) =>
  csvOf([
    ['الاسم', 'الفصل', 'هاتف الأب'],
    ...Array.from({ length: count }, (_, n) => [nameOf(n, family), halls[Math.floor(n / ofHall)]!.name, '']),
  ])
const stored = async (family: string) => (await sql('select id from students where last_name = $1', [family])).length
const { balance } = coinsIn(app.connection)

/** Blocks the worker from an import once so many rows are stored; returns a function that lets it continue. */
async function blockedBefore(importId: string, from: number) {
  const client = new pg.Client(app.connection)
  await client.connect()
  const get = () => as(manager)(imports.get, { importId })
  await expect.poll(async () => (await get()).progress, { interval: 5 }).toBeGreaterThanOrEqual(from)
  await client.query('begin')
  await client.query('select from imports where school_id = $1 and id = $2 for update', [nile.id, importId])
  return async function goOn() {
    await client.query('commit')
    await client.query('notify jobs')
    await client.end()
  }
}
const newcomer = { firstName: 'أنس', middleName: 'حمدي', isPaid: true, schoolId: nile.id, classRoomId: class6b.id }

work({ atOnce: portion })

test('many rows are stored while one student more is added, and no code is left out or given twice', async () => {
  const { id } = await upload(table(many, 'الأول'))
  const coins = await balance()
  await as(manager)(imports.start, { importId: id })
  const goOn = await blockedBefore(id, portion)
  const running = await as(deputy)(imports.get, { importId: id })
  expect(running).toMatchObject({ state: 'running', reason: null })
  expect(await stored('الأول')).toBe(running.progress)
  expect(running.progress).toBeLessThan(many)

  const one = await as(deputy)(studentRecords.add, { ...newcomer, lastName: 'سرحان' })
  expect(await as(manager)(imports.get, { importId: id })).toMatchObject({
    state: 'running',
    progress: running.progress,
  })
  await goOn()
  expect(await settled(id)).toMatchObject({
    state: 'done',
    added: many,
    coins: many,
    problems: 0,
    progress: many,
  })
  expect(await stored('الأول')).toBe(many)
  expect(await balance()).toBe(coins - many - 1)
  const codes = (await sql<{ code: string }>('select code from students where school_id = $1 order by code', [nile.id]))
    .map(({ code }) => Number(code.slice(2)))
    .filter((code) => code > Number(one.code!.slice(2)) - running.progress - 1)
  expect(codes).toEqual(Array.from({ length: many + 1 }, (_, n) => codes[0]! + n))

  const client = new pg.Client(app.connection)
  await client.connect()
  await client.query('begin')
  await client.query(
    `select from students where school_id = $1 and last_name = 'الأول' order by id desc limit 1 for update`,
    [nile.id],
  )
  await as(manager)(imports.undo, { importId: id })
  await as(deputy)(studentRecords.add, { ...newcomer, lastName: 'السيوفي' })
  expect(await as(manager)(imports.get, { importId: id })).toMatchObject({ state: 'undoing' })
  await client.query('commit')
  await client.end()
  expect(await settled(id)).toMatchObject({ state: 'undone' })
  expect([await stored('الأول'), await balance()]).toEqual([0, coins - 2])
})

test('a row that no longer fits is left out with its reason, and all others are stored', async () => {
  const { id } = await upload(table(2 * ofHall + 50, 'الثاني'))
  await as(manager)(imports.start, { importId: id })
  const goOn = await blockedBefore(id, portion)
  await sql('update class_rooms set active = false where id = $1', [halls[2]!.id])
  const [firstName, middleName] = nameOf(2 * ofHall - 10, 'الثاني').split(' ')
  const same = { ...newcomer, firstName: firstName!, middleName: middleName!, lastName: 'الثاني' }
  await as(manager)(studentRecords.add, { ...same, classRoomId: halls[1]!.id })
  await goOn()
  expect(await settled(id)).toMatchObject({
    state: 'done',
    reason: null,
    added: 2 * ofHall - 1,
    same: 1,
    problems: 50,
    coins: 2 * ofHall - 1,
    problemKinds: [{ reason: 'This class is not active', rows: 50 }],
  })
  expect(await stored('الثاني')).toBe(2 * ofHall)
  expect(await rows(id, 'problem')).toHaveLength(50)
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect(await stored('الثاني')).toBe(1)
  await sql('update class_rooms set active = true where id = $1', [halls[2]!.id])
})

test('an import ends at the next portion once its starter may import no more, and is undone by another', async () => {
  const { id } = await upload(table(10 * portion, 'الثالث'), { as: deputy })
  const coins = await balance()
  await as(deputy)(imports.start, { importId: id })
  const goOn = await blockedBefore(id, portion)
  const rights = await sql('delete from user_roles where user_id = $1 and school_id = $2 returning *', [
    deputy.id,
    nile.id,
  ])
  expect(rights).not.toEqual([])
  const { progress } = await as(manager)(imports.get, { importId: id })
  await goOn()
  const ended = await settled(id)
  expect(ended).toMatchObject({
    state: 'done',
    reason: 'The person who started this may no longer do it',
    added: progress,
    coins: progress,
    problems: 10 * portion - progress,
    problemKinds: [{ reason: 'The import ended before this row', rows: 10 * portion - progress }],
    undoable: true,
  })
  expect([await stored('الثالث'), await balance()]).toEqual([progress, coins - progress])
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  expect([await stored('الثالث'), await balance()]).toEqual([0, coins])
})

test('who would leave a full class by another draft makes no place in it', async () => {
  const [full, other] = [halls[5]!, halls[6]!]
  const count = portion * Math.floor(450 / portion)
  const away = await as(manager)(studentRecords.add, { ...newcomer, lastName: 'الراحل', classRoomId: full.id })
  const rowsOf = (length: number, family: string, hall: { name: string }) =>
    Array.from({ length }, (_, n) => [nameOf(n, family), hall.name, ''])
  const heading = ['الاسم', 'الفصل', 'الكود']
  const { id } = await upload(csvOf([heading, ...rowsOf(count, 'الرابع', full)]))
  const leaving = [`${newcomer.firstName} ${newcomer.middleName} الراحل`, other.name, away.code!]
  expect(await upload(csvOf([heading, ...rowsOf(count + 1, 'الخامس', other), leaving]))).toMatchObject({ changed: 1 })

  await as(manager)(imports.start, { importId: id })
  const goOn = await blockedBefore(id, portion)
  const before = await stored('الرابع')
  await sql('update class_rooms set max_of_students = $2 where id = $1', [full.id, before + 1])
  await goOn()
  const problems = count - before
  expect(await settled(id)).toMatchObject({
    added: before,
    problemKinds: [{ reason: 'This class is full', rows: problems }],
  })
  expect(await undo(id)).toMatchObject({ state: 'undone' })
  await sql('update class_rooms set max_of_students = 500 where id = $1', [full.id])
})
