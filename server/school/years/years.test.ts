import { describe, expect, test } from 'vitest'
import { parents } from '#contract/people/parents/parents.ts'
import { years } from '#contract/school/years/years.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { manager, teacher, parent, dual, newcomer, otherManager, closedManager, unpaidParent } = world
const { nile, delta, closed, nileYear, nilePastYear, deltaYear, deltaPastYear, closedPastYear } = world
const { sql, published, rowsOf } = tracesIn(connection)

const final = refused(409, 'A completed year cannot be changed')
const another = refused(409, 'Complete or deactivate the current year first')
const taken = refused(409, 'A year with this name already exists')

describe('the current year of a school', () => {
  test('is read by its members and by the parents of its students', async () => {
    for (const person of [manager, teacher, parent])
      expect(await as(person)(years.current, { schoolId: nile.id })).toMatchObject({
        id: nileYear.id,
        active: true,
        completed: false,
        schoolId: nile.id,
        version: 1,
      })
    expect(await as(dual)(years.current, { schoolId: delta.id })).toMatchObject({ id: deltaYear.id })
  })

  test('has both names of each state', async () => {
    const answer = await wire('SchoolYear/GetCurrentYear', { schoolId: nile.id }, { as: parent })
    expect(answer.json()).toMatchObject({ active: true, isActive: true, completed: false, compleated: false })
  })

  test('is null where there is none', async () => {
    expect(await wire('SchoolYear/GetCurrentYear', { schoolId: closed.id }, { as: closedManager })).toMatchObject({
      status: 200,
      text: 'null',
    })
  })

  test('is closed to all others', async () => {
    await expect(as(parent)(years.current, { schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(years.current, { schoolId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(newcomer)(years.current, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })
})

describe('the years of a school', () => {
  test('are read by its members alone, latest first', async () => {
    const added = await as(otherManager)(years.add, { schoolId: delta.id, name: 'A third', active: false })
    const { rows, total } = await as(otherManager).listed(years.list, { schoolId: delta.id })
    expect(rows[0]).toEqual(added)
    expect(total).toBe(3)
    const page = await as(otherManager)(years.list, { schoolId: delta.id, pageNumber: 2, pageSize: 2 })
    expect(page).toEqual(rows.slice(2))

    expect(await as(teacher)(years.get, { schoolYearId: nilePastYear.id })).toMatchObject({ completed: true })
    await expect(as(parent)(years.list, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
    await expect(as(teacher)(years.get, { schoolYearId: deltaYear.id })).rejects.toMatchObject(notFound)
    await expect(as(dual)(years.list, { schoolId: delta.id })).rejects.toMatchObject(notFound)
  })
})

describe('a year is created', () => {
  test('as the current one, when there is no other', async () => {
    const before = await rowsOf('school_years')
    await expect(as(manager)(years.add, { schoolId: nile.id, name: 'Next' })).rejects.toMatchObject(another)
    expect(await rowsOf('school_years')).toEqual(before)

    const made = await as(closedManager)(years.add, { schoolId: closed.id, name: 'First', description: 'a\nb' })
    expect(made).toMatchObject({ active: true, completed: false, description: 'a\nb', version: 1 })
    expect(await as(closedManager)(years.current, { schoolId: closed.id })).toEqual(made)
    expect(await sql('select from school_year_months where school_year_id = $1', [made.id])).toEqual([])
  })

  test('once only as the current one, however many try at the same time', async () => {
    await as(closedManager)(years.deactivate, {
      schoolYearId: (await as(closedManager)(years.current, { schoolId: closed.id }))!.id,
    })
    const tries = ['One', 'Two', 'Three', 'Four'].map((name) =>
      as(closedManager)(years.add, { schoolId: closed.id, name }),
    )
    const done = await Promise.allSettled(tries)
    expect(done.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    for (const one of done) if (one.status === 'rejected') expect(one.reason).toMatchObject(another)
  })

  test('as one of the past, never both active and completed, and not under a name that is taken', async () => {
    const add = (more: object) => as(manager)(years.add, { schoolId: nile.id, name: '1999', active: false, ...more })
    await expect(add({ active: true, completed: true })).rejects.toMatchObject(refused(400, 'Invalid input'))
    await expect(add({ active: null, completed: true })).rejects.toMatchObject(refused(400, 'Invalid input'))
    expect(await add({ completed: true })).toMatchObject({
      active: false,
      completed: true,
      completedAt: expect.any(String),
    })
    await expect(add({ name: ' 1999 ' })).rejects.toMatchObject(taken)
    await expect(add({ schoolId: delta.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(years.add, { schoolId: nile.id, name: '2001' })).rejects.toMatchObject(notAllowed)
    expect(await wire('SchoolYear/CreateSchoolYear', { schoolId: nile.id }, { as: manager })).toMatchObject({
      status: 400,
      text: 'Required',
    })
  })
})

describe('a year is edited', () => {
  test('in name and description, and may be sent back as it was read', async () => {
    const { json } = await wire('SchoolYear/GetSchoolYearById', { schoolYearId: nileYear.id }, { as: manager })
    const row = json() as Record<string, unknown>
    const same = await wire('SchoolYear/UpdateSchoolYear', row, { as: manager })
    expect(same.json()).toEqual(row)

    const changed = await as(manager)(years.update, { id: nileYear.id, description: 'new', baseVersion: 1 })
    expect(changed).toEqual(expect.objectContaining({ name: row.name, description: 'new', version: 2 }))
    expect(await as(manager)(years.update, { id: nileYear.id, description: null })).toMatchObject({
      description: null,
      version: 3,
    })
  })

  test('but not in its states, and not from an older version', async () => {
    const refusedHere = refused(400, 'This field cannot be changed here')
    const update = (more: object) => as(manager)(years.update, { id: nileYear.id, description: 'x', ...more })
    const before = await rowsOf('school_years')
    await expect(update({ active: false })).rejects.toMatchObject(refusedHere)
    await expect(update({ completed: true })).rejects.toMatchObject(refusedHere)
    await expect(update({ schoolId: delta.id })).rejects.toMatchObject(refused(400, 'Invalid input'))
    await expect(update({ name: null })).rejects.toMatchObject(refused(400, 'Required'))
    await expect(update({ name: '1999' })).rejects.toMatchObject(taken)
    await expect(update({ baseVersion: 1 })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: expect.objectContaining({ id: nileYear.id, version: 3, isActive: true }),
    })
    await expect(as(manager)(years.update, { id: nilePastYear.id, name: 'x' })).rejects.toMatchObject(final)
    await expect(as(manager)(years.update, { id: deltaYear.id, name: 'x' })).rejects.toMatchObject(notFound)
    expect(await rowsOf('school_years')).toEqual(before)
  })
})

describe('a year is activated and deactivated', () => {
  test('so that one at most is current; a repetition changes nothing', async () => {
    const second = await as(manager)(years.add, { schoolId: nile.id, name: 'Second', active: false })
    const activate = (id: string) => as(manager)(years.activate, { schoolYearId: id })
    const deactivate = (id: string) => as(manager)(years.deactivate, { schoolYearId: id })

    await expect(activate(second.id)).rejects.toMatchObject(another)
    const { version } = await activate(nileYear.id)
    expect(await deactivate(nileYear.id)).toMatchObject({ active: false, version: version + 1 })
    expect(await deactivate(nileYear.id)).toMatchObject({ active: false, version: version + 1 })
    const both = await Promise.allSettled([activate(second.id), activate(nileYear.id)])
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])

    await deactivate(second.id)
    expect(await activate(nileYear.id)).toMatchObject({ active: true, completed: false })
  })

  test('but never again once it is completed', async () => {
    for (const call of [years.activate, years.deactivate])
      await expect(as(manager)(call, { schoolYearId: nilePastYear.id })).rejects.toMatchObject(final)
    await expect(as(manager)(years.activate, { schoolYearId: deltaPastYear.id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(years.activate, { schoolYearId: nileYear.id })).rejects.toMatchObject(notAllowed)
    await expect(as(closedManager)(years.activate, { schoolYearId: closedPastYear.id })).rejects.toMatchObject(final)
  })
})

describe('a year is completed', () => {
  const complete = (schoolYearId: string) => as(manager)(years.complete, { schoolYearId })
  const seats = (school: { id: string }) =>
    sql('select is_paid, seat_ended_on::text, count(*)::int from students where school_id = $1 group by 1, 2', [
      school.id,
    ])

  test('only while it is current, and by a caller with the key', async () => {
    const before = await seats(nile)
    await expect(complete(nilePastYear.id)).rejects.toMatchObject(refused(409, 'This year is already completed'))
    const idle = await as(manager)(years.add, { schoolId: nile.id, name: 'Idle', active: false })
    await expect(complete(idle.id)).rejects.toMatchObject(refused(409, 'Only the current year can be completed'))
    await expect(complete(deltaYear.id)).rejects.toMatchObject(notFound)
    await expect(as(teacher)(years.complete, { schoolYearId: nileYear.id })).rejects.toMatchObject(notAllowed)
    expect(await seats(nile)).toEqual(before)
  })

  test('and with it every seat of the school ends today, of no other school, and no coin moves', async () => {
    const endedBefore = () =>
      sql(
        `select id, seat_ended_on::text, version from students
         where school_id = $1 and seat_ended_on < $2 order by id`,
        [nile.id, today],
      )
    const [others, coins, ended] = [await seats(delta), await rowsOf('coin_entries'), await endedBefore()]
    expect(ended.length).toBeGreaterThan(0)
    const [{ paid }] = await sql('select count(*)::int as paid from students where school_id = $1 and is_paid', [
      nile.id,
    ])
    const [first, second] = await Promise.allSettled([complete(nileYear.id), complete(nileYear.id)])
    const [done, late] = first!.status === 'fulfilled' ? [first, second] : [second, first]
    expect(done).toMatchObject({ value: { active: false, completed: true } })
    expect(late).toMatchObject({ reason: refused(409, 'This year is already completed') })

    expect(await seats(nile)).toEqual(expect.arrayContaining([{ is_paid: false, seat_ended_on: today, count: paid }]))
    expect(await endedBefore()).toEqual(ended)
    expect(await seats(delta)).toEqual(others)
    expect(await rowsOf('coin_entries')).toEqual(coins)
    expect(await as(manager)(years.current, { schoolId: nile.id })).toBe(null)
    const [child] = await as(unpaidParent)(parents.children, {})
    expect(child!.seatEndedOn! < today).toBe(true)
    expect(await published('year completed')).toEqual([
      { school_id: nile.id, actor_id: manager.id, payload: { schoolYearId: nileYear.id } },
    ])
    const [{ completed_at }] = await sql('select completed_at from school_years where id = $1', [nileYear.id])
    expect(completed_at).toBeInstanceOf(Date)
  })
})
