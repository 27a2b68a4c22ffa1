import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { users } from '#contract/platform/identity/users.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { rows } from '#test/harness/registering.ts'
import { world } from '#test/world/world.ts'

const { as, connection, wire } = await testApp()
const { admin, manager, deputy, otherManager, teacher, parent, mother, classmatesParent, newcomer, nile } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const names = { userName: 'a name', firstName: 'اسم', lastName: 'آخر' }
const profile = { ...names, birthDay: '1990-05-01' }

describe('the profile', () => {
  test('is saved whole and read back', async () => {
    const whole = {
      ...profile,
      middleName: 'أوسط',
      address: '١٢ شارع النيل\nالدور الثالث',
      city: 'القاهرة',
      region: 'المعادي',
      country: 'مصر',
      email: 'someone@example.org',
      latinName: "Abd El Aziz O'Hara-Nour",
    }
    const saved = await as(newcomer)(users.update, whole)
    expect(saved).toEqual({ ...whole, id: newcomer.id, phoneNumber: newcomer.phone, imageUrl: null, version: 2 })
    expect(await as(newcomer)(users.get, { userId: newcomer.id })).toEqual(saved)
    expect((await as(newcomer)(identity.me, {})).user).toMatchObject(names)
  })

  test('keeps what is left out, and empties what is sent empty', async () => {
    const before = await as(newcomer)(users.get, { userId: newcomer.id })
    const after = await as(newcomer)(users.update, { ...profile, city: '', email: null })
    expect(after).toEqual({ ...before, city: null, email: null, version: before.version! + 1 })
    expect(await as(newcomer)(users.update, profile)).toEqual(after)
  })

  test('takes an instant for the birthday as the day it is in Cairo', async () => {
    const saved = await as(newcomer)(users.update, { ...profile, birthDay: '1990-04-30T22:00:00.000Z' })
    expect(saved.birthDay).toBe('1990-05-01')
  })

  test.each<[object, string]>([
    [{ userName: undefined }, 'Required'],
    [{ userName: '' }, 'Required'],
    [{ firstName: '' }, 'Required'],
    [{ lastName: ' ' }, 'Required'],
    [{ firstName: '\u3164' }, 'A name needs at least one visible character'],
    [{ birthDay: undefined }, 'Required'],
    [{ birthDay: '2999-01-01' }, 'Invalid date'],
    [{ birthDay: '1900-01-01' }, 'Invalid date'],
    [{ birthDay: '1990-02-30' }, 'Invalid date'],
    [{ email: 'not an address' }, 'Invalid email format'],
    [{ address: 'x'.repeat(501) }, 'String must contain at most 500 character(s)'],
    [{ firstName: 'ب\u202ead' }, 'Character 2 of this text is not allowed; delete it or write the text again'],
    [{ latinName: 'محمد' }, 'Write this name in Latin letters, as in the passport'],
    [{ latinName: 'Omar 2' }, 'Write this name in Latin letters, as in the passport'],
    [{ imageUrl: 'https://elsewhere.example/a.png' }, 'This picture is not yours to use'],
    [{ imageUrl: '/media/a-picture-there-is-not-at-all' }, 'This picture is not yours to use'],
  ])('with %j is refused: %s', async (change, sentence) => {
    const answer = await wire(users.update.path, { ...profile, ...change }, { as: newcomer })
    expect([answer.status, answer.text]).toEqual([400, sentence])
  })

  test('changed elsewhere in the meantime is shown and not overwritten', async () => {
    const { version } = await as(parent)(users.update, { ...profile, city: 'طنطا' })
    await as(parent)(users.update, { ...profile, city: 'أسيوط', baseVersion: version })
    await expect(as(parent)(users.update, { ...profile, city: 'قنا', baseVersion: version })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: { id: parent.id, city: 'أسيوط', middelName: 'ماهر', version: version! + 1 },
    })
    expect((await as(parent)(users.get, { userId: parent.id })).city).toBe('أسيوط')
  })

  test('takes a picture issued for its owner, keeps it, and drops it', async () => {
    const name = 'a-picture-of-omars-own-mother'
    const media = `insert into media (name, kind, user_id, content, uploaded_by, replaced_at) values ($1, 'user', $2, '', $2, $3)`
    await sql(media, [name, mother.id, null])
    await sql(media, [`${name}-before`, mother.id, clock.now()])
    const imageUrl = `/media/${name}`
    expect((await as(mother)(users.update, { ...profile, imageUrl })).imageUrl).toBe(imageUrl)
    await sql('update media set replaced_at = now() where name = $1', [name])
    expect((await as(mother)(users.update, { ...profile, imageUrl })).imageUrl).toBe(imageUrl)
    expect((await as(mother)(users.update, profile)).imageUrl).toBe(imageUrl)
    const older = await wire(users.update.path, { ...profile, imageUrl: `${imageUrl}-before` }, { as: mother })
    expect([older.status, older.text]).toEqual([400, 'This picture is not yours to use'])
    expect((await as(mother)(users.update, { ...profile, imageUrl: '' })).imageUrl).toBe(null)
  })
})

describe('another person', () => {
  test('is the names and the picture to people who meet them, and nobody to all others', async () => {
    const shown = await as(teacher)(users.get, { userId: parent.id })
    const { id, firstName, middleName, lastName, imageUrl, ...hidden } = shown
    expect({ id, firstName, middleName, lastName, imageUrl }).toMatchObject({ id: parent.id, middleName: 'ماهر' })
    expect(new Set(Object.values(hidden))).toEqual(new Set([null]))
    for (const stranger of [newcomer, otherManager, classmatesParent])
      expect(await wire(users.get.path, { userId: parent.id }, { as: stranger })).toMatchObject({
        status: 404,
        text: 'Not found',
      })
    expect((await as(admin)(users.get, { userId: parent.id })).id).toBe(parent.id)
  })

  test('is no longer met once the link has ended', async () => {
    expect((await as(manager)(users.get, { userId: classmatesParent.id })).id).toBe(classmatesParent.id)
    await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [
      classmatesParent.id,
      manager.id,
    ])
    expect((await wire(users.get.path, { userId: classmatesParent.id }, { as: manager })).status).toBe(404)
  })

  test('is met through a role in the school while the role is active', async () => {
    const role = '01950000-0000-7000-8000-0000000000aa'
    await sql(`insert into roles (id, name, type) values ($1, 'Visitor', 1)`, [role])
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [newcomer.id, role, nile.id])
    expect((await as(manager)(users.get, { userId: newcomer.id })).id).toBe(newcomer.id)
    await sql('update roles set active = false where id = $1', [role])
    expect((await wire(users.get.path, { userId: newcomer.id }, { as: manager })).status).toBe(404)
  })
})

describe('looking somebody up by phone', () => {
  const lookUp = (phoneNumber: string, person: { phone: string }, on = wire) =>
    on(users.byPhone.path, { phoneNumber }, { as: person })

  test('finds the one account of the whole number, in any digits', async () => {
    const found = { id: teacher.id, firstName: 'منى', lastName: 'الحلواني', imageUrl: null }
    for (const phone of [teacher.phone, '٠١٠٠٠٠٠٠٠٠٤', '+20 100 000 0004'])
      expect((await lookUp(phone, manager)).json()).toEqual(found)
    for (const phone of [`${teacher.phone}0`, '01099999999']) expect((await lookUp(phone, manager)).json()).toBe(null)
    expect(await lookUp(teacher.phone.slice(0, 10), manager)).toMatchObject({ text: 'Phone Number is required' })
  })

  test('is done thirty times a minute by one person', async () => {
    const { wire: limited } = await testApp({ connection, lookUps: {} })
    const statuses = []
    for (let n = 0; n < 31; n++) statuses.push((await lookUp(teacher.phone, admin, limited)).status)
    expect(statuses).toEqual([...Array<number>(30).fill(200), 429])
    expect(Number((await lookUp(teacher.phone, admin, limited)).headers['retry-after'])).toBeGreaterThan(50)
    expect((await lookUp(teacher.phone, manager, limited)).status).toBe(200)
  })

  test('is done so often a day in a school, by all its people together', async () => {
    const { wire: limited } = await testApp({ connection, lookUps: { schoolDay: 4 } })
    await sql(`delete from rate_limits where key like 'look-ups%'`)
    const statuses = []
    for (const person of [manager, deputy, manager, deputy, manager])
      statuses.push((await lookUp(teacher.phone, person, limited)).status)
    expect(statuses).toEqual([200, 200, 200, 200, 429])
    expect((await lookUp(teacher.phone, otherManager, limited)).status).toBe(200)
  })
})
