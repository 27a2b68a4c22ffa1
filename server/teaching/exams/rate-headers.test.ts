import { describe, expect, test } from 'vitest'
import { rateHeaders } from '#contract/teaching/exams/rate-headers.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, parent, otherManager, registrar } = world
const { nile, delta } = world
const { giveKey, rowsOf } = tracesIn(connection)

const taken = refused(409, 'A rate header with this name already exists')
const tooMuch = refused(409, 'The percentages exceed 100')
const [first, second] = ['أعمال السنة', 'اختبار الشهر']

const list = (more = {}) => as(teacher)(rateHeaders.list, { schoolId: nile.id, ...more })
const headerNamed = async (name: string) => (await list()).find((header) => header.name === name)!

describe('the rate headers of a school', () => {
  test('are read by callers who see its exams, by name', async () => {
    const rows = await list()
    expect(rows.map(({ name, percentage }) => [name, percentage])).toEqual([
      ['أعمال السنة', 40],
      ['اختبار الشهر', 20],
      ['اختبار نهاية الفصل', 40],
    ])
    expect(await as(teacher)(rateHeaders.get, { rateHeaderId: rows[0]!.id })).toEqual(rows[0])
    const answer = await wire('ExamRateHeader/GetRateHeader', { rateHeaderId: rows[0]!.id }, { as: manager })
    expect(answer.json()).toMatchObject({ notes: null, note: null, schoolId: nile.id, version: 1 })
  })

  test('are narrowed by what the name contains and by the percentage', async () => {
    expect(await list({ name: 'إختبار' })).toHaveLength(2)
    expect(await list({ name: '_' })).toEqual([])
    expect(await list({ percentage: 40 })).toHaveLength(2)
    expect(await list({ name: 'نهاية', percentage: '٢٠' })).toEqual([])
    expect(await as(teacher).listed(rateHeaders.list, { schoolId: nile.id, pageSize: 2, pageNumber: 2 })).toMatchObject(
      {
        rows: [{ name: 'اختبار نهاية الفصل' }],
        total: 3,
      },
    )
  })

  test('are closed to all others', async () => {
    const { id } = await headerNamed(first!)
    await expect(as(otherManager)(rateHeaders.get, { rateHeaderId: id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(rateHeaders.get, { rateHeaderId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(rateHeaders.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(parent)(rateHeaders.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })
})

describe('a rate header is edited', () => {
  const update = (more: object) =>
    headerNamed(second!).then(({ id }) => as(manager)(rateHeaders.update, { id, ...more }))

  test('and may take what the others leave of 100', async () => {
    expect(await update({ percentage: 19.5, notes: 'monthly', baseVersion: 1 })).toMatchObject({
      percentage: 19.5,
      notes: 'monthly',
      version: 2,
    })
    expect(await update({ percentage: 20 })).toMatchObject({ version: 3 })
    const row = (
      await wire('ExamRateHeader/GetRateHeader', { rateHeaderId: (await headerNamed(second!)).id }, { as: manager })
    ).json()
    expect((await wire('ExamRateHeader/UpdateRateHeadersList', row, { as: manager })).json()).toEqual(row)
  })

  test('but no more, under no other’s name, and from no older version', async () => {
    const before = await rowsOf('rate_headers')
    await expect(update({ percentage: 20.01 })).rejects.toMatchObject(tooMuch)
    await expect(update({ percentage: 0 })).rejects.toMatchObject({ status: 400 })
    await expect(update({ percentage: 100.5 })).rejects.toMatchObject({ status: 400 })
    await expect(update({ percentage: 10.005 })).rejects.toMatchObject(refused(400, 'At most 2 decimals'))
    await expect(update({ percentage: null })).rejects.toMatchObject(refused(400, 'Required'))
    await expect(update({ name: 'اعمال السنه' })).rejects.toMatchObject(taken)
    await expect(update({ schoolId: delta.id })).rejects.toMatchObject(refused(400, 'Invalid input'))
    await expect(update({ baseVersion: 1, percentage: 1 })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: expect.objectContaining({ name: second, percentage: 20, note: 'monthly' }),
    })
    const { id } = await headerNamed(second!)
    await expect(as(otherManager)(rateHeaders.update, { id, percentage: 1 })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(rateHeaders.update, { id, percentage: 1 })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('rate_headers')).toEqual(before)
  })
})

describe('a rate header is created', () => {
  const add = (
    name: string,
    percentage: number | string,
    person: { phone: string } = otherManager,
    school: { id: string } = delta,
  ) => as(person)(rateHeaders.add, { schoolId: school.id, name, percentage })

  test('with its weight, under one name of two for its notes', async () => {
    const body = { schoolId: delta.id, name: 'Oral', percentage: '٤٠', note: 'spoken' }
    const answer = await wire('ExamRateHeader/CreateRateHeadersList', body, { as: otherManager })
    expect(answer.json()).toMatchObject({ name: 'Oral', percentage: 40, notes: 'spoken', note: 'spoken', version: 1 })
  })

  test('by a caller with both keys of it', async () => {
    await giveKey(registrar, 'ViewExamsSetting', nile)
    const before = await rowsOf('rate_headers')
    for (const person of [registrar, teacher]) await expect(add('X', 1, person, nile)).rejects.toMatchObject(notAllowed)
    await expect(add('X', 1, otherManager, nile)).rejects.toMatchObject(notFound)
    expect(await rowsOf('rate_headers')).toEqual(before)
  })

  test('only while all of a school stay within 100, also when many are created at once', async () => {
    await expect(add('oral', 10)).rejects.toMatchObject(taken)
    await expect(add('Too much', 60.01)).rejects.toMatchObject(tooMuch)
    const tries = await Promise.allSettled([1, 2, 3, 4, 5].map((nth) => add(`Written ${nth}`, 25)))
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const one of tries) if (one.status === 'rejected') expect(one.reason).toMatchObject(tooMuch)
    expect(await add('Rest', 10)).toMatchObject({ percentage: 10 })
    await expect(add('Nothing left', 0.01)).rejects.toMatchObject(tooMuch)
  })
})
