import { describe, expect, test } from 'vitest'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { monthId } from '#test/world/school-rows.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, parent, deltaParent, newcomer, otherManager } = world
const { nile, nileYear, nilePastYear, deltaYear } = world
const { rowsOf } = tracesIn(connection)

const final = refused(409, 'A completed year cannot be changed')
const taken = refused(409, 'A month with this name already exists')
const invalidDate = refused(400, 'Invalid date')
const september = monthId(nileYear, 1)
const past = monthId(nilePastYear, 1)

const add = (more: object) => as(manager)(months.add, { yearId: nileYear.id, name: 'Ramadan', ...more })

describe('the months of a year', () => {
  test('are read by members and parents of the school, in their order', async () => {
    const rows = await as(teacher)(months.list, { yearId: nileYear.id })
    expect(rows.map(({ order }) => order)).toEqual(rows.map((_, at) => at + 1))
    expect(rows[0]).toMatchObject({ id: september, name: 'سبتمبر', yearId: nileYear.id, isActive: true, version: 1 })
    expect(await as(parent)(months.list, { yearId: nileYear.id })).toEqual(rows)
    expect(await as(parent)(months.get, { monthId: september })).toEqual(rows[0])

    const page = await as(manager).listed(months.list, { yearId: nileYear.id, pageNumber: 2, pageSize: 3 })
    expect(page).toEqual({ rows: rows.slice(3, 6), total: rows.length })
  })

  test('are narrowed by name and by being active', async () => {
    const named = await as(teacher)(months.list, { yearId: nileYear.id, name: 'بتمب' })
    expect(named.map(({ id }) => id)).toEqual([september])
    expect(await as(teacher)(months.list, { yearId: nileYear.id, name: '%' })).toEqual([])
    const active = await as(teacher)(months.list, { yearId: nilePastYear.id, isActive: true })
    expect(active).toHaveLength(10)
    expect(await as(teacher)(months.list, { yearId: nilePastYear.id, isActive: false })).toEqual([])
  })

  test('are requested by either name of the year', async () => {
    for (const name of ['schoolYearId', 'yearId']) {
      const answer = await wire('SchoolYearMonth/GetYearMonths', { [name]: nilePastYear.id }, { as: parent })
      expect(answer.json()).toHaveLength(10)
    }
  })

  test('are closed to all others', async () => {
    await expect(as(deltaParent)(months.list, { yearId: nileYear.id })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(months.get, { monthId: september })).rejects.toMatchObject(notFound)
    await expect(as(parent)(months.get, { monthId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(newcomer)(months.list, { yearId: nileYear.id })).rejects.toMatchObject(notAllowed)
  })
})

describe('a month is created', () => {
  test('after all others when it names no place, and active', async () => {
    const before = await as(manager)(months.list, { yearId: nileYear.id })
    const made = await add({})
    expect(made).toMatchObject({ order: before.length + 1, isActive: true, startDate: null, endDate: null, version: 1 })
    const twin = await add({
      name: 'Twin',
      order: '١',
      isActive: false,
      startDate: '2026-09-01',
      endDate: '2026-09-01',
    })
    expect(twin).toMatchObject({ order: 1, isActive: false, startDate: '2026-09-01' })
  })

  test('as the first of a year without months, under either name of the year', async () => {
    const year = await as(manager)(years.add, { schoolId: nile.id, name: 'Empty', active: false })
    const body = { schoolYearId: year.id, name: 'Only' }
    const answer = await wire('SchoolYearMonth/CreateYearMonth', body, { as: manager })
    expect(answer.json()).toMatchObject({ yearId: year.id, order: 1 })
  })

  test('with days in their order, a name of its own, in a year that is not completed', async () => {
    const before = await rowsOf('school_year_months')
    await expect(add({ name: 'X', startDate: '2026-10-02', endDate: '2026-10-01' })).rejects.toMatchObject(invalidDate)
    await expect(add({ name: 'X', startDate: '2026-13-02' })).rejects.toMatchObject(invalidDate)
    await expect(add({ name: 'RAMADAN' })).rejects.toMatchObject(taken)
    await expect(add({ name: 'X', order: 101 })).rejects.toMatchObject({ status: 400 })
    await expect(add({ yearId: nilePastYear.id })).rejects.toMatchObject(final)
    await expect(add({ yearId: deltaYear.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(months.add, { yearId: nileYear.id, name: 'X' })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('school_year_months')).toEqual(before)
  })
})

describe('a month is edited', () => {
  const update = (more: object) => as(manager)(months.update, { id: september, ...more })

  test('in name, description, place and days', async () => {
    const days = { startDate: '2026-09-05', endDate: '2026-10-05' }
    const changed = await update({ name: 'Sept', description: 'first', order: 2, ...days, baseVersion: 1 })
    expect(changed).toMatchObject({ name: 'Sept', description: 'first', order: 2, ...days, version: 2 })
    const { json } = await wire('SchoolYearMonth/GetYearMonth', { monthId: september }, { as: manager })
    const same = await wire('SchoolYearMonth/UpdateYearMonth', json() as object, { as: manager })
    expect(same.json()).toEqual(changed)
    expect(await update({ startDate: null, description: '' })).toMatchObject({ startDate: null, description: null })
    await update({ startDate: days.startDate })
  })

  test('but not in its state or its year, nor into disorder', async () => {
    const before = await rowsOf('school_year_months')
    const here = refused(400, 'This field cannot be changed here')
    await expect(update({ isActive: false })).rejects.toMatchObject(here)
    await expect(update({ yearId: nilePastYear.id })).rejects.toMatchObject(here)
    await expect(update({ endDate: '2026-09-04' })).rejects.toMatchObject(invalidDate)
    await expect(update({ startDate: '2026-10-06' })).rejects.toMatchObject(invalidDate)
    await expect(update({ name: 'Ramadan' })).rejects.toMatchObject(taken)
    await expect(update({ order: null })).rejects.toMatchObject(refused(400, 'Required'))
    await expect(update({ name: 'Other', baseVersion: 1 })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: expect.objectContaining({ id: september, name: 'Sept' }),
    })
    await expect(as(manager)(months.update, { id: past, name: 'X' })).rejects.toMatchObject(final)
    await expect(as(manager)(months.update, { id: monthId(deltaYear, 1) })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(months.update, { id: september })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('school_year_months')).toEqual(before)
  })
})

describe('a month is opened and closed', () => {
  test('and a repetition changes nothing', async () => {
    const { version } = await as(manager)(months.activate, { monthId: september })
    const off = await as(manager)(months.deactivate, { monthId: september })
    expect(off).toMatchObject({ isActive: false, version: version + 1 })
    expect(await as(manager)(months.deactivate, { monthId: september })).toEqual(off)
    expect(await as(manager)(months.activate, { monthId: september })).toMatchObject({ isActive: true })
  })

  test('but not in a completed year, in another school, or without the key', async () => {
    for (const call of [months.activate, months.deactivate]) {
      await expect(as(manager)(call, { monthId: past })).rejects.toMatchObject(final)
      await expect(as(otherManager)(call, { monthId: september })).rejects.toMatchObject(notFound)
      await expect(as(teacher)(call, { monthId: september })).rejects.toMatchObject(notAllowed)
    }
  })

  test('and nothing is written in a year that is completed at the same moment', async () => {
    const year = await as(otherManager)(years.current, { schoolId: world.delta.id })
    const tries = [1, 2, 3, 4].map((nth) => as(otherManager)(months.add, { yearId: year!.id, name: `Late ${nth}` }))
    const complete = as(otherManager)(years.complete, { schoolYearId: year!.id })
    const done = await Promise.allSettled([...tries, complete])
    for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject(final)
    await expect(as(otherManager)(months.add, { yearId: year!.id, name: 'Too late' })).rejects.toMatchObject(final)
  })
})
