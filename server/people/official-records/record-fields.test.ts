import { beforeEach, describe, expect, test } from 'vitest'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { recordFields } from '#contract/people/official-records/record-fields.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, giveKey, audited } = tracesIn(connection)
const { manager, supervisor, teacher, parent, otherManager, nile, omar } = world
const schoolId = nile.id

const add = (fieldName: string, kind: 'text' | 'number' | 'day' | 'choice', choices?: string) =>
  as(manager)(recordFields.add, { schoolId, fieldName, kind, choices })
const list = () => as(manager)(recordFields.list, { schoolId })
const enter = (recordFieldId: string, value: string | null) =>
  as(manager)(officialRecords.update, { id: omar.id, own: [{ recordFieldId, value }] })
const entered = async () => {
  const { own } = await as(manager)(officialRecords.get, { studentId: omar.id })
  return Object.fromEntries(own.map(({ fieldName, value }) => [fieldName, value]))
}

beforeEach(async () => {
  await sql('delete from record_fields')
  await sql('delete from official_records where student_id = $1', [omar.id])
})

describe('a field of the school', () => {
  test('is added, renamed and removed', async () => {
    const bus = await add('خط الحافلة', 'choice', 'شمال\nجنوب')
    expect(bus).toMatchObject({ schoolId, kind: 'choice', choices: 'شمال\nجنوب', version: 1 })
    const change = { schoolId, recordFieldId: bus.id, baseVersion: 1, fieldName: 'الحافلة' }
    expect(await as(manager)(recordFields.update, change)).toMatchObject({ fieldName: 'الحافلة', version: 2 })
    await expect(as(manager)(recordFields.update, { ...change, fieldName: 'خط' })).rejects.toMatchObject({
      status: 409,
    })
    await expect(as(manager)(recordFields.update, { ...change, kind: 'text' })).rejects.toMatchObject(
      refused(400, 'This field cannot be changed here'),
    )
    await as(manager)(recordFields.remove, { schoolId, recordFieldId: bus.id })
    expect(await list()).toEqual([])
    await expect(as(manager)(recordFields.remove, { schoolId, recordFieldId: bus.id })).rejects.toMatchObject(notFound)
  })

  test('stands in the audit as it is added, changed and removed, and not when nothing changes', async () => {
    const { id } = await add('خط الحافلة', 'text')
    for (const fieldName of ['الحافلة', 'الحافلة'])
      await as(manager)(recordFields.update, { schoolId, recordFieldId: id, fieldName })
    await as(manager)(recordFields.remove, { schoolId, recordFieldId: id })
    const line = { person_id: manager.id, school_id: schoolId, target_kind: 'recordField', target_id: id }
    expect((await audited(recordFields.add)).at(-1)).toEqual(line)
    expect((await audited(recordFields.update)).filter(({ target_id }) => target_id === id)).toEqual([line])
    expect((await audited(recordFields.remove)).at(-1)).toEqual(line)
  })

  test('has a name of its own, and a choice has choices', async () => {
    await add('رقم الملف', 'text')
    await expect(add('رقم  الملف', 'number')).rejects.toMatchObject(
      refused(409, 'A field with this name already exists'),
    )
    await expect(add('المنزل', 'choice', 'واحد\n \n')).rejects.toMatchObject(
      refused(400, 'Write at least two choices, one a line'),
    )
  })

  test('is one of at most twenty', async () => {
    await as(otherManager)(recordFields.add, { schoolId: world.delta.id, fieldName: 'حقل', kind: 'text' })
    for (let nth = 1; nth <= 20; nth++) await add(`حقل ${nth}`, 'text')
    await expect(add('حقل آخر', 'text')).rejects.toMatchObject(
      refused(409, 'A school has at most 20 fields of its own'),
    )
  })

  test('is defined by people who edit records of the whole school, and read by people who see records', async () => {
    await giveKey(supervisor, 'EditStudentRecord', nile)
    await expect(as(supervisor)(recordFields.add, { schoolId, fieldName: 'x', kind: 'text' })).rejects.toMatchObject(
      notAllowed,
    )
    await add('رقم الملف', 'text')
    expect(await as(supervisor)(recordFields.list, { schoolId })).toHaveLength(1)
    await expect(as(teacher)(recordFields.list, { schoolId })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(recordFields.list, { schoolId })).rejects.toMatchObject(notFound)
  })
})

describe('what is entered in a field', () => {
  test('stands in the record as its kind, and what is not named stays', async () => {
    const [text, number, day, choice] = [
      await add('الملف', 'text'),
      await add('الطول', 'number'),
      await add('التطعيم', 'day'),
      await add('الحافلة', 'choice', 'شمال\nجنوب'),
    ]
    await enter(text.id, 'م/12')
    await enter(number.id, '١٣٢.5')
    await enter(day.id, '2025-02-03')
    await enter(choice.id, 'جنوب')
    expect(await entered()).toEqual({ الملف: 'م/12', الطول: '132.5', التطعيم: '2025-02-03', الحافلة: 'جنوب' })
    // Midnight in Cairo, as a browser sends it.
    await enter(day.id, '2025-02-03T22:00:00.000Z')
    expect(await entered()).toMatchObject({ التطعيم: '2025-02-04' })
    await enter(number.id, '')
    expect(await entered()).toMatchObject({ الملف: 'م/12', الطول: null })
  })

  test.each([
    ['number', 'كثير', 'Write a number'],
    ['day', '2025-02-30', 'Invalid date'],
    ['choice', 'شرق', 'This is not one of the choices'],
  ] as const)('of the kind %s is refused as %s', async (kind, value, sentence) => {
    const { id } = await add('حقل', kind, 'شمال\nجنوب')
    await expect(enter(id, value)).rejects.toMatchObject(refused(400, sentence))
  })

  test('may be sent back as it was read, also a choice that is offered no more', async () => {
    const [bus, file] = [await add('الحافلة', 'choice', 'شمال\nجنوب'), await add('الملف', 'text')]
    await enter(bus.id, 'شمال')
    await as(manager)(recordFields.update, { schoolId, recordFieldId: bus.id, choices: 'شرق\nجنوب' })
    const { own } = await as(manager)(officialRecords.get, { studentId: omar.id })
    const changed = own.map((field) => (field.recordFieldId === file.id ? { ...field, value: 'م/9' } : field))
    const sent = await wire(officialRecords.update.path, { id: omar.id, own: changed }, { as: manager })
    expect(sent.status).toBe(200)
    expect(await entered()).toEqual({ الحافلة: 'شمال', الملف: 'م/9' })
    await enter(bus.id, null)
    await expect(enter(bus.id, 'شمال')).rejects.toMatchObject(refused(400, 'This is not one of the choices'))
  })

  test('is of a field of this school that is there', async () => {
    const { id } = await add('حقل', 'text')
    await enter(id, 'قيمة')
    await as(manager)(recordFields.remove, { schoolId, recordFieldId: id })
    expect(await entered()).toEqual({})
    await expect(enter(id, 'أخرى')).rejects.toMatchObject({ status: 400 })
  })

  test('is no part of what parents read', async () => {
    const { id } = await add('ملاحظة', 'text')
    await enter(id, 'قيمة')
    expect(await as(parent)(officialRecords.get, { studentId: omar.id })).toMatchObject({ own: [] })
  })
})
