import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { doubts } from './agreement.queries.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { giveKey } = tracesIn(connection)
const { upload, sql } = importing(app)
const { manager, nile, omar, classmate } = world

/** A person who may import and change students, and reads no records. */
const clerk = { id: newId(), phone: '01000000071' }
await sql(`insert into users (id, phone_number, password_hash) select $1, $2, password_hash from users where id = $3`, [
  clerk.id,
  clerk.phone,
  manager.id,
])
for (const key of ['AssignMultipleStudentsToSchool', 'UpdateStudentInfo'] as const) await giveKey(clerk, key, nile)

const [number, born] = ['31506150100011', '2015-06-15'] as const
await sql('delete from official_records where student_id = any($1)', [[omar.id, classmate.id]])
for (const { id } of [omar, classmate]) await as(manager)(studentRecords.update, { id, birthDate: born })
await as(manager)(officialRecords.update, {
  id: omar.id,
  numberKind: 'egypt',
  nationalNumber: number,
  sex: 'male',
  religion: 'islam',
})

const nameOf = async ({ id }: { id: string }) =>
  (await sql(`select concat_ws(' ', first_name, middle_name, last_name) as name from students where id = $1`, [id]))[0]!
    .name as string

/** What one row of a table answers to a person: everything but whom it is about. */
async function answerOf(person: { id: string; phone: string }, cells: Record<string, string>) {
  const file = csvOf([Object.keys(cells), Object.values(cells)])
  const draft = await upload(file, { as: person })
  const [row] = await as(person)(imports.rows, { importId: draft.id })
  const { outcome, problems, changes, similar } = row!
  return { outcome, problems, changes, similar: similar.map(({ code }) => code), kinds: draft.problemKinds }
}

test('a birth date is compared with the number of a student for those alone who may read it', async () => {
  const changed = async (person: typeof clerk, child: { id: string; code: string }) =>
    answerOf(person, { 'كود الطالب': child.code, الاسم: await nameOf(child), 'تاريخ الميلاد': '2015-06-16' })
  expect((await changed(manager, omar)).problems).toMatchObject([
    { reason: doubts.ofCode },
    { reason: 'The birth date does not match the national number' },
  ])
  const { similar, ...seen } = await changed(clerk, omar)
  expect(seen).toMatchObject({ outcome: 'problem', problems: [{ reason: doubts.ofCode }] })
  expect(similar).toEqual([omar.code])
  const { similar: _, ...other } = await changed(clerk, classmate)
  expect(seen).toEqual(other)
})

test.each([
  ['number', 'الرقم القومي', number, '31506150100031'],
  ['number with another birth date', 'الرقم القومي', number, '31506160100011'],
  ['religion', 'الديانة', 'مسلم', 'مسيحي'],
])('a row of a person who reads no records is refused whether or not its %s is the stored one', async (...given) => {
  const [, column, right, wrong] = given
  const name = await nameOf(omar)
  const said = (person: typeof clerk, value: string) =>
    answerOf(person, { 'كود الطالب': omar.code, الاسم: name, [column]: value })
  expect(await said(manager, right)).toMatchObject({ outcome: 'same', problems: [] })
  const seen = await said(clerk, right)
  expect(seen.problems).toMatchObject([{ reason: 'You are not allowed to write this official record' }])
  expect(seen).toEqual(await said(clerk, wrong))
})

test('a number finds no student for a person who may not read it', async () => {
  const named = (person: typeof clerk, fullName: string, value: string) =>
    answerOf(person, { الاسم: fullName, الفصل: 'فصل 6ب', 'الرقم القومي': value })
  const [{ name }] = (await sql(
    `select concat_ws(' ', first_name, middle_name, last_name) as name from students where id = $1`,
    [omar.id],
  )) as [{ name: string }]
  await as(manager)(studentRecords.update, { id: omar.id, birthDate: null })
  for (const fullName of [name, 'زين مراد سالم']) {
    expect((await named(manager, fullName, number)).outcome).not.toBe('add')
    expect(await named(clerk, fullName, number)).toEqual(await named(clerk, fullName, '31506150100031'))
  }
})
