import { describe, expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { recordFields } from '#contract/people/official-records/record-fields.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { giveKey } = tracesIn(connection)
const { upload, start, undo, rows, sql } = importing(app)
const { manager, otherManager, registrar, nile, delta, omar, laila } = world
const schoolId = nile.id

const heading = ['الاسم', 'الفصل', 'خط الحافلة', 'رقم الملف', 'تاريخ التطعيم', 'الوزن بالكيلو']
const line = (name: string, classRoom: string, ...cells: string[]) => [name, classRoom, ...cells]
const omarIn = (...cells: string[]) => line('عمر كريم الجندي', 'فصل 4أ', ...cells)
const lailaIn = (...cells: string[]) => line('ليلى كريم الجندي', 'فصل 5أ', ...cells)

const add = (fieldName: string, kind: 'text' | 'number' | 'day' | 'choice', choices?: string) =>
  as(manager)(recordFields.add, { schoolId, fieldName, kind, choices })
const fieldsOfSchool = async () =>
  (await as(manager)(recordFields.list, { schoolId })).map(({ fieldName }) => fieldName)
const ownOf = async (studentId: string) => {
  const { own } = await as(manager)(officialRecords.get, { studentId })
  return Object.fromEntries(own.map(({ fieldName, value }) => [fieldName, value]))
}

const before = await fieldsOfSchool()

describe('a column that the record has no place for', () => {
  test('suggests a field by what stands in it', async () => {
    const bus = ['شمال', 'جنوب', 'شمال', 'شمال', 'جنوب', 'جنوب']
    const draft = await upload(
      csvOf([heading, ...bus.map((name, at) => omarIn(name, `م/${at}`, `1/2/202${at}`, `13${at}.5`))]),
    )
    expect(draft.columns.slice(2).map(({ suggested }) => suggested)).toEqual([
      { kind: 'choice', choices: ['شمال', 'جنوب'] },
      { kind: 'text', choices: [] },
      { kind: 'day', choices: [] },
      { kind: 'number', choices: [] },
    ])
  })

  test('fills a field that is made for it, which goes with the undo unless something else stands in it', async () => {
    const draft = await upload(csvOf([heading, omarIn('شمال', 'م/1', '1/2/2024', '١٣٠'), lailaIn('', 'م/2', '', '')]))
    const made = [
      await add('خط الحافلة', 'choice', 'شمال\nجنوب'),
      await add('رقم الملف', 'text'),
      await add('تاريخ التطعيم', 'day'),
      await add('الوزن بالكيلو', 'number'),
    ]
    const meant = await as(manager)(imports.setColumns, {
      importId: draft.id,
      columns: made.map(({ id }, at) => ({ position: at + 2, meaning: 'ownField' as const, recordFieldId: id })),
      madeFieldIds: made.map(({ id }) => id),
    })
    expect(meant).toMatchObject({ changed: 2, problems: 0 })
    expect((await rows(draft.id))[1]).toMatchObject({ record: [{ field: null, name: 'رقم الملف', value: 'م/2' }] })
    const done = await start(draft.id)
    expect(await ownOf(omar.id)).toMatchObject({
      'خط الحافلة': 'شمال',
      'رقم الملف': 'م/1',
      'تاريخ التطعيم': '2024-02-01',
      'الوزن بالكيلو': '130',
    })
    await as(manager)(officialRecords.update, {
      id: world.classmate.id,
      own: [{ recordFieldId: made[1]!.id, value: 'م/9' }],
    })
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await fieldsOfSchool()).toEqual([...before, 'رقم الملف'])
    expect(await ownOf(omar.id)).toMatchObject({ 'رقم الملف': null })
    await as(manager)(recordFields.remove, { schoolId, recordFieldId: made[1]!.id })
  })

  test('is recognised when a field is called so, and what it does not say stays', async () => {
    const { id } = await add('خط الحافلة', 'choice', 'شمال\nجنوب')
    await as(manager)(officialRecords.update, { id: laila.id, own: [{ recordFieldId: id, value: 'جنوب' }] })
    const draft = await upload(csvOf([heading.slice(0, 3), omarIn('غرب'), lailaIn('')]))
    expect(draft.columns[2]).toMatchObject({ meaning: 'ownField', recordFieldId: id, guess: 'exact' })
    expect(draft.problemKinds).toEqual([{ reason: 'This is not one of the choices', position: 2, rows: 1 }])
    expect(await ownOf(laila.id)).toMatchObject({ 'خط الحافلة': 'جنوب' })
    await as(manager)(imports.remove, { importId: draft.id })
    expect(await fieldsOfSchool()).toEqual([...before, 'خط الحافلة'])
  })
})

test('only own fields of the school are meant, and only by those who may define them as made for it', async () => {
  const draft = await upload(csvOf([heading.slice(0, 3), omarIn('غرب')]))
  const mean = (more: object, person = manager) =>
    as(person)(imports.setColumns, { importId: draft.id, ...more } as { importId: string })
  const foreign = await as(otherManager)(recordFields.add, { schoolId: delta.id, fieldName: 'حقل', kind: 'text' })
  const column = { position: 2, meaning: 'ownField', recordFieldId: foreign.id }
  await expect(mean({ columns: [column] })).rejects.toMatchObject(notFound)
  await expect(mean({ columns: [{ position: 2, meaning: 'ownField' }] })).rejects.toMatchObject(
    refused(400, 'Invalid input'),
  )
  await expect(mean({ madeFieldIds: [foreign.id] })).rejects.toMatchObject(notFound)
  const older = (await as(manager)(recordFields.list, { schoolId }))[0]!
  await expect(mean({ madeFieldIds: [older.id] })).rejects.toMatchObject(notFound)
  await giveKey(registrar, 'AssignMultipleStudentsToSchool', nile)
  await expect(mean({ madeFieldIds: [older.id] }, registrar)).rejects.toMatchObject(notAllowed)
  const { id } = await add('حقل آخر', 'text')
  await mean({ columns: [{ position: 2, meaning: 'ownField', recordFieldId: id }], madeFieldIds: [id] })
  await as(manager)(imports.remove, { importId: draft.id })
  expect(await fieldsOfSchool()).not.toContain('حقل آخر')
  expect(await sql('select from record_fields where id = $1 and removed_at is not null', [id])).toHaveLength(1)
})
