import { describe, expect, test } from 'vitest'
import { grades } from '#contract/school/grades/grades.ts'
import { permissions } from '#contract/language/permissions.ts'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, wire, connection } = await testApp()
const { admin, manager, deputy, teacher, parent, newcomer, dual, otherManager, pendingManager } = world
const { nile, delta, pending } = world
const { sql, giveKey, audited, published, rowsOf } = tracesIn(connection)

const fresh = (name: string, more: object = {}) => ({
  name,
  about: 'Small classes\nand a garden',
  vision: 'Curious people',
  ...more,
})
const typeId = async () => (await sql('select id from school_types limit 1'))[0].id as string

describe('a school is submitted', () => {
  test('by anybody with an account, who is its administrator and manager from that moment', async () => {
    const made = await as(newcomer)(schoolSettings.add, fresh('New School', { schoolTypeId: await typeId() }))
    expect(made).toMatchObject({
      name: 'New School',
      about: 'Small classes\nand a garden',
      active: false,
      adminId: newcomer.id,
      coinTypeId: null,
      availableCoins: 0,
      timeZone: 'Africa/Cairo',
      permissions: null,
      version: 1,
    })
    const [own] = await as(newcomer)(schools.mine, {})
    expect(own).toMatchObject({ id: made.id, permissions: expect.arrayContaining(['AddGrade', 'UpdateSchoolData']) })
    expect(own!.permissions).toHaveLength(permissions.filter(({ scope }) => scope !== 'app').length)
    expect(await as(newcomer)(grades.add, { schoolId: made.id, name: 'The first' })).toMatchObject({ version: 1 })
    expect(await sql('select role_id, source, given_by from user_roles where school_id = $1', [made.id])).toMatchObject(
      [{ source: 'given', given_by: newcomer.id }],
    )
  })

  test('and waits: people who review schools are notified, and nobody else sees it', async () => {
    const [made] = await as(newcomer)(schools.mine, {})
    expect(await published('school submitted')).toEqual([{ school_id: made!.id, actor_id: newcomer.id, payload: {} }])
    expect(await audited(schoolSettings.add)).toEqual([
      { person_id: newcomer.id, school_id: null, target_kind: 'school', target_id: made!.id },
    ])
    expect(await as(admin)(schools.list, { newSchools: true })).toEqual(
      expect.arrayContaining([expect.objectContaining({ id: made!.id })]),
    )
    await expect(asVisitor(schools.get, { schoolId: made!.id })).rejects.toMatchObject(notFound)
  })

  test('under the names of the wire, with whatever administrator is named there not read', async () => {
    const body = {
      schoolName: 'On the wire',
      about: 'a',
      vesion: 'v',
      timeZone: 'asia/riyadh',
      schoolAdminId: manager.id,
    }
    const answer = (await wire('api/School/AddSchool', body, { as: dual })).json()
    expect(answer).toMatchObject({ name: 'On the wire', vesion: 'v', timeZone: 'Asia/Riyadh', schoolAdminId: dual.id })
  })

  test('three at most that wait, however many are submitted at once', async () => {
    const submit = (n: number) => as(parent)(schoolSettings.add, fresh(`At once ${n}`))
    const outcomes = await Promise.allSettled([1, 2, 3, 4, 5, 6].map(submit))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject(refused(409, 'You already have 3 schools waiting for approval'))

    // Only schools that were never activated are counted as waiting.
    await sql(
      `update schools set activated_at = now() where id = (select id from schools where admin_id = $1 limit 1)`,
      [parent.id],
    )
    expect(await submit(7)).toMatchObject({ active: false })
  })

  test.each<[object, number, string]>([
    [{ schoolName: undefined }, 400, 'School Name is required'],
    [{ schoolName: '  ' }, 400, 'School Name is required'],
    [{ schoolName: 7 }, 400, 'School Name is required'],
    [{ schoolName: 'x'.repeat(201) }, 400, 'String must contain at most 200 character(s)'],
    [{ about: null }, 400, 'About School is required'],
    [{ about: 'x'.repeat(4001) }, 400, 'String must contain at most 4000 character(s)'],
    [{ vesion: '' }, 400, 'School Vision is required'],
    [{ vesion: 'x'.repeat(2001) }, 400, 'String must contain at most 2000 character(s)'],
    [{ timeZone: 'Cairo' }, 400, 'Invalid time zone'],
    [{ timeZone: 'Africa/Nowhere' }, 400, 'Invalid time zone'],
    [{ timeZone: '+02:00' }, 400, 'Invalid time zone'],
    [{ schoolTypeId: 'general' }, 400, 'Invalid input'],
    [{ schoolTypeId: newId() }, 404, 'Not found'],
    [{ coinTypeId: newId() }, 400, "Unrecognized key(s) in object: 'coinTypeId'"],
  ])('not with %j', async (wrong, status, sentence) => {
    const body = { schoolName: 'Name', about: 'About', vesion: 'Vision', ...wrong }
    const before = await rowsOf('schools', 'user_roles', 'outbox')
    expect(await wire('api/School/AddSchool', body, { as: teacher })).toMatchObject({ status, text: sentence })
    expect(await rowsOf('schools', 'user_roles', 'outbox')).toEqual(before)
  })

  test('not without an account, nor without the key to it', async () => {
    expect(await wire('api/School/AddSchool', {})).toMatchObject({ status: 401, text: 'Please sign in' })
    await sql('delete from user_roles where user_id = $1', [world.formerParent.id])
    await expect(as(world.formerParent)(schoolSettings.add, fresh('Mine'))).rejects.toMatchObject(notAllowed)
  })
})

describe('the data of a school are edited', () => {
  test('in the fields that are sent', async () => {
    const changed = await as(manager)(schoolSettings.update, {
      id: nile.id,
      name: 'Nile Banks',
      timeZone: 'Asia/Dubai',
    })
    expect(changed).toMatchObject({ name: 'Nile Banks', about: nile.about, timeZone: 'Asia/Dubai', version: 2 })
    expect(changed.availableCoins).toEqual(expect.any(Number))
    expect(await as(manager)(schoolSettings.update, { id: nile.id, schoolTypeId: null })).toMatchObject({
      schoolTypeId: null,
      name: 'Nile Banks',
      version: 3,
    })
    expect(await as(manager)(schoolSettings.update, { id: nile.id, schoolTypeId: await typeId() })).toMatchObject({
      schoolTypeName: expect.any(String),
    })
    expect(await asVisitor(schools.get, { schoolId: nile.id })).toMatchObject({ name: 'Nile Banks' })
  })

  test('by a caller with the key alone, and the balance stays hidden from them', async () => {
    await giveKey(teacher, 'UpdateSchoolData', nile)
    const seen = await as(teacher)(schoolSettings.update, { id: nile.id, about: 'Another text' })
    expect(seen).toMatchObject({ about: 'Another text', availableCoins: null, adminId: manager.id })
  })

  test('when it is sent back as it was read', async () => {
    const read = (await wire('api/School/GetById', { schoolId: nile.id }, { as: deputy })).json()
    const answer = await wire('api/School/UpdateSchool', read, { as: deputy })
    expect([answer.status, answer.json()]).toEqual([200, read])
  })

  test('from the version it was read in: the second of two is refused, and sees the current row', async () => {
    const { version } = await as(manager)(schools.get, { schoolId: nile.id })
    const first = await as(deputy)(schoolSettings.update, { id: nile.id, vision: 'First', baseVersion: version })
    await expect(
      as(manager)(schoolSettings.update, { id: nile.id, vision: 'Second', baseVersion: version }),
    ).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: { id: nile.id, vesion: 'First', version: first.version },
    })
  })

  test('also while the school waits for approval', async () => {
    const changed = await as(pendingManager)(schoolSettings.update, { id: pending.id, about: 'Soon' })
    expect(changed).toMatchObject({ about: 'Soon', active: false })
  })

  test.each<[object, number, string]>([
    [{ schoolName: '' }, 400, 'School Name is required'],
    [{ about: null }, 400, 'About School is required'],
    [{ vesion: '' }, 400, 'School Vision is required'],
    [{ timeZone: null }, 400, 'Required'],
    [{ timeZone: 'Mars/Base' }, 400, 'Invalid time zone'],
    [{ schoolTypeId: newId() }, 404, 'Not found'],
    [{ id: delta.id }, 404, 'Not found'],
    [{ id: newId() }, 404, 'Not found'],
    [{ id: undefined }, 400, 'Required'],
  ])('not with %j', async (wrong, status, sentence) => {
    const before = await rowsOf('schools')
    const body = { id: nile.id, ...wrong }
    expect(await wire('api/School/UpdateSchool', body, { as: manager })).toMatchObject({ status, text: sentence })
    expect(await rowsOf('schools')).toEqual(before)
  })

  test('by nobody without the key there', async () => {
    await expect(as(otherManager)(schoolSettings.update, { id: nile.id, about: 'x' })).rejects.toMatchObject(notFound)
    for (const person of [parent, dual])
      await expect(
        as(world.idleTeacher)(schoolSettings.update, { id: nile.id, about: person.id }),
      ).rejects.toMatchObject(notAllowed)
  })
})
