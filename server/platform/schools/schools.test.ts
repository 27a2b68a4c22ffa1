import { describe, expect, test } from 'vitest'
import { schools } from '#contract/platform/schools/schools.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, asVisitor, wire, connection } = await testApp()
const { admin, manager, deputy, teacher, parent, dual, otherManager, pendingManager, closedManager, newcomer } = world
const { nile, delta, pending, closed } = world

const sql = sqlIn(connection)

const refused = (status: number, sentence: string) => ({ status, message: sentence })
const notFound = refused(404, 'Not found')
const notAllowed = refused(403, 'You are not allowed to do this')

describe('the list of schools', () => {
  test('shows everybody the active schools, by name, with their public fields alone', async () => {
    const { rows, total } = await asVisitor.listed(schools.list, {})
    expect(rows.map(({ id }) => id)).toEqual([delta.id, nile.id])
    expect(total).toBe(2)
    expect(rows[1]).toEqual({
      id: nile.id,
      name: nile.name,
      about: nile.about,
      vision: nile.vision,
      imageUrl: null,
      active: true,
      timeZone: 'Africa/Cairo',
      country: 'EG',
      ...nothingBeyondPublic,
      may: null,
    })
    for (const person of [teacher, parent, newcomer, manager]) expect(await as(person)(schools.list, {})).toEqual(rows)
  })

  test('shows those who review schools every school and every field', async () => {
    const rows = await as(admin)(schools.list, {})
    expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([nile.id, delta.id, pending.id, closed.id]))
    expect(rows.find(({ id }) => id === nile.id)).toMatchObject({
      adminId: manager.id,
      adminName: 'نجلاء حسين البنداري',
      coinTypeName: expect.any(String),
      availableCoins: expect.any(Number),
      version: 1,
      permissions: null,
      supportUntil: null,
    })
  })

  test('is narrowed by whether schools are active', async () => {
    expect(await asVisitor(schools.list, { active: true })).toHaveLength(2)
    expect(await asVisitor.listed(schools.list, { active: false })).toEqual({ rows: [], total: 0 })
    const inactive = await as(admin)(schools.list, { active: false })
    expect(new Set(inactive.map(({ id }) => id))).toEqual(new Set([pending.id, closed.id]))
  })

  test('is narrowed by type, administrator, coin type and being new', async () => {
    const [first] = await as(admin)(schools.list, { adminId: manager.id })
    expect(first!.id).toBe(nile.id)
    expect(await as(admin)(schools.list, { coinTypeId: first!.coinTypeId })).toHaveLength(3)
    expect(await as(admin)(schools.list, { newSchools: true })).toMatchObject([{ id: pending.id }])
    expect(await as(admin)(schools.list, { newSchools: false })).toHaveLength(4)
    expect(await asVisitor(schools.list, { schoolTypeId: first!.schoolTypeId })).toHaveLength(2)
    expect(await asVisitor(schools.list, { schoolTypeId: newId() })).toEqual([])
  })

  test('is not narrowed for the public by what the public does not see', async () => {
    for (const filter of [
      { coinTypeId: newId() },
      { adminId: manager.id },
      { newSchools: true },
      { newSchools: false },
    ]) {
      await expect(asVisitor(schools.list, filter)).rejects.toMatchObject(notAllowed)
      await expect(as(manager)(schools.list, filter)).rejects.toMatchObject(notAllowed)
    }
  })
})

const nothingBeyondPublic = {
  phoneCountries: null,
  schoolTypeId: null,
  schoolTypeName: null,
  adminId: null,
  adminName: null,
  coinTypeId: null,
  coinTypeName: null,
  availableCoins: null,
  supportUntil: null,
  permissions: null,
  version: null,
}

describe('one school', () => {
  test('shows visitors, parents and other schools its public fields', async () => {
    const seen = await asVisitor(schools.get, { schoolId: nile.id })
    expect(seen).toMatchObject({ name: nile.name, vision: nile.vision, ...nothingBeyondPublic })
    for (const person of [parent, otherManager, newcomer])
      expect(await as(person)(schools.get, { schoolId: nile.id })).toEqual(seen)
  })

  test('shows its members every field, and the balance to those who may see it', async () => {
    const [{ coins }] = await sql('select sum(coins)::int as coins from coin_entries where school_id = $1', [nile.id])
    for (const person of [manager, deputy])
      expect(await as(person)(schools.get, { schoolId: nile.id })).toMatchObject({
        adminId: manager.id,
        availableCoins: coins,
        permissions: null,
        version: 1,
      })
    for (const person of [teacher, dual])
      expect(await as(person)(schools.get, { schoolId: nile.id })).toMatchObject({ version: 1, availableCoins: null })
  })

  test('shows how long the platform may look in, to members alone', async () => {
    await sql(`update schools set support_until = '2026-01-01T10:00:00Z', support_opened_by = $2 where id = $1`, [
      delta.id,
      otherManager.id,
    ])
    expect(await as(otherManager)(schools.get, { schoolId: delta.id })).toMatchObject({
      supportUntil: '2026-01-01T10:00:00.000Z',
    })
    for (const see of [as(admin), as(manager), asVisitor])
      expect(await see(schools.get, { schoolId: delta.id })).toMatchObject({ supportUntil: null })
  })

  test('that is not active is seen by its administrator and by reviewers of schools, and by nobody else', async () => {
    for (const [school, its] of [
      [pending, pendingManager],
      [closed, closedManager],
    ] as const) {
      for (const person of [its, admin])
        expect(await as(person)(schools.get, { schoolId: school.id })).toMatchObject({ active: false, adminId: its.id })
      await expect(asVisitor(schools.get, { schoolId: school.id })).rejects.toMatchObject(notFound)
      for (const person of [manager, world.closedTeacher, world.closedParent])
        await expect(as(person)(schools.get, { schoolId: school.id })).rejects.toMatchObject(notFound)
    }
  })

  test('that does not exist is not found, with the same bytes as one that is hidden', async () => {
    const [unknown, hidden] = await Promise.all(
      [newId(), pending.id].map((schoolId) => wire('api/School/GetById', { schoolId })),
    )
    expect([unknown!.status, unknown!.text]).toEqual([404, 'Not found'])
    expect([hidden!.status, hidden!.text]).toEqual([404, 'Not found'])
  })

  test('is requested by its id', async () => {
    for (const [body, sentence] of [
      [{}, 'Required'],
      [{ schoolId: 'nile' }, 'Invalid input'],
      [{ schoolId: 5 }, 'Expected string, received number'],
      [{ schoolId: nile.id, active: true }, "Unrecognized key(s) in object: 'active'"],
    ] as const)
      expect(await wire('api/School/GetById', body)).toMatchObject({ status: 400, text: sentence })
  })
})

describe('the schools one works in', () => {
  test('come with the caller’s keys there, and none because one is a parent', async () => {
    const [school, ...others] = await as(teacher)(schools.mine, {})
    expect(others).toEqual([])
    expect(school).toMatchObject({ id: nile.id, version: 1, availableCoins: null })
    expect(school!.permissions).toContain('AttendanceAction')
    expect(school!.permissions).not.toContain('ViewSchoolData')
    expect(school!.permissions).toEqual([...school!.permissions!].sort())

    expect((await as(dual)(schools.mine, {})).map(({ id }) => id)).toEqual([nile.id])
    for (const person of [parent, newcomer, admin]) expect(await as(person)(schools.mine, {})).toEqual([])
    expect(await as(manager)(schools.mine, {})).toMatchObject([{ id: nile.id, availableCoins: expect.any(Number) }])
  })

  test('contain one that is not active only for its administrator', async () => {
    expect(await as(closedManager)(schools.mine, {})).toMatchObject([{ id: closed.id, active: false }])
    expect(await as(world.closedTeacher)(schools.mine, {})).toEqual([])
    expect(await as(closedManager)(schools.mine, { active: true })).toEqual([])
    expect(await as(closedManager)(schools.mine, { active: false })).toHaveLength(1)
  })

  test('are the caller’s own, whatever id is sent along', async () => {
    const answer = await wire('api/School/GetUserSchools', { userId: otherManager.id }, { as: teacher })
    expect(answer.json()).toMatchObject([{ id: nile.id }])
    expect(await wire('api/School/GetUserSchools', {})).toMatchObject({ status: 401, text: 'Please sign in' })
  })
})

describe('the contacts of a school', () => {
  test("are everybody's while it is active, by type and value", async () => {
    const { rows, total } = await asVisitor.listed(schools.contacts, { schoolId: nile.id })
    expect(total).toBe(5)
    expect(rows.map(({ typeName }) => typeName)).toEqual(['address', 'e-mail', 'fax', 'mobile', 'phone'])
    expect(rows[1]).toMatchObject({ schoolId: nile.id, value: 'office@nile.example', version: 1 })
  })

  test('are answered under both names of their type and value', async () => {
    const [first] = (await wire('SchoolContact/GetSchoolContacts', { schoolId: delta.id })).json() as Row[]
    expect(first!.contactTypeId).toBe(first!.schoolContactTypeId)
    expect(first!.schoolContactValue).toBe(first!.value)
    expect(first!.value).toEqual(expect.any(String))
  })

  test('come one page at a time when the query requests a page', async () => {
    const whole = await asVisitor(schools.contacts, { schoolId: nile.id })
    const paged = await asVisitor.listed(schools.contacts, { schoolId: nile.id, pageNumber: 2, pageSize: 2 })
    expect(paged).toEqual({ rows: whole.slice(2, 4), total: 5 })
    expect(await asVisitor.listed(schools.contacts, { schoolId: nile.id, pageNumber: 9 })).toEqual({
      rows: [],
      total: 5,
    })
  })

  test('leave out what was removed', async () => {
    await sql(
      `update school_contacts set removed_at = now(), removed_by = $2 where school_id = $1 and value like '%fax%'
      or (school_id = $1 and value = '02 0000 1002')`,
      [nile.id, manager.id],
    )
    expect(await asVisitor(schools.contacts, { schoolId: nile.id })).toHaveLength(4)
  })

  test('of a school that is not active are found only by its administrator and reviewers of schools', async () => {
    for (const person of [pendingManager, admin])
      expect(await as(person)(schools.contacts, { schoolId: pending.id })).toHaveLength(1)
    await expect(asVisitor(schools.contacts, { schoolId: pending.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(schools.contacts, { schoolId: closed.id })).rejects.toMatchObject(notFound)
    await expect(asVisitor(schools.contacts, { schoolId: newId() })).rejects.toMatchObject(notFound)
    expect(await wire('SchoolContact/GetSchoolContacts', {})).toMatchObject({ status: 400, text: 'Required' })
  })
})

type Row = Record<string, unknown>
