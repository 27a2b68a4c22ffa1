import { beforeAll, describe, expect, test } from 'vitest'
import { contacts } from '#contract/platform/contacts/contacts.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, wire, connection } = await testApp()
const { manager, teacher, parent, otherManager, pendingManager } = world
const { nile, delta, pending } = world
const { sql, audited, rowsOf } = tracesIn(connection)

const taken = refused(409, 'This contact already exists')
const noLink = refused(400, 'This link is not allowed')

const types: Record<string, string> = {}
const contact = (value: string, more: object = {}) => ({
  schoolId: nile.id,
  contactTypeId: types.phone!,
  value,
  ...more,
})
const add = (value: string, more: object = {}) => as(manager)(contacts.add, contact(value, more))

beforeAll(async () => {
  for (const { id, name } of await sql('select id, name from school_contact_types')) types[name] = id
})

describe('a contact is added', () => {
  test('and everybody sees it, under both names of the wire', async () => {
    const body = { schoolId: nile.id, contactTypeId: types['e-mail'], schoolContactValue: ' hello@nile.example ' }
    const answer = (await wire('SchoolContact/AddContact', body, { as: manager })).json()
    expect(answer).toEqual({
      id: expect.any(String),
      schoolId: nile.id,
      contactTypeId: types['e-mail'],
      schoolContactTypeId: types['e-mail'],
      schoolContactValue: 'hello@nile.example',
      value: 'hello@nile.example',
      typeName: 'e-mail',
      typeIcon: null,
      typeDescription: null,
      version: 1,
    })
    const rows = await asVisitor(schools.contacts, { schoolId: nile.id })
    expect(rows.map(({ value }) => value)).toContain('hello@nile.example')
  })

  test('whatever it contains, as long as no link in it leads astray', async () => {
    for (const value of [
      'https://nile.example/a?b=c',
      'HTTP://nile.example',
      'tel:0200001001',
      'mailto:a@nile.example',
      '١٢ شارع النيل: الدور ٢',
      '8:00',
      'Office: third floor',
    ])
      expect(await add(value)).toMatchObject({ value })
  })

  test.each([
    'javascript:alert(1)',
    ' JavaScript: alert(1)',
    'data:text/html,<script>alert(1)</script>',
    'vbscript:x',
    'file:///etc/passwd',
    'ftp://nile.example',
    '//evil.example',
    '/\\evil.example',
    'https:evil.example\\@nile.example',
    'http://a b',
    'https:evil.example',
  ])('not as the link %s', async (value) => {
    const before = await rowsOf('school_contacts')
    await expect(add(value)).rejects.toMatchObject({ ...noLink, errors: { value: [noLink.message] } })
    expect(await rowsOf('school_contacts')).toEqual(before)
  })

  test('once of its type and value in a school', async () => {
    await add('02 0000 7777')
    const before = await rowsOf('school_contacts')
    await expect(add('02 0000 7777')).rejects.toMatchObject(taken)
    expect(await rowsOf('school_contacts')).toEqual(before)
    await add('02 0000 7777', { contactTypeId: types.fax })
    await as(otherManager)(contacts.add, contact('02 0000 7777', { schoolId: delta.id }))
  })

  test('in a school that waits for approval', async () => {
    const first = await as(pendingManager)(contacts.add, contact('088 000 0000', { schoolId: pending.id }))
    expect(first).toMatchObject({ schoolId: pending.id })
  })

  test.each<[object, number, string]>([
    [{ value: undefined }, 400, 'Required'],
    [{ value: ' ' }, 400, 'String must contain at least 1 character(s)'],
    [{ value: 'x'.repeat(301) }, 400, 'String must contain at most 300 character(s)'],
    [{ value: 'a\0b' }, 400, 'Character 2 of this text is not allowed; delete it or write the text again'],
    [{ schoolContactTypeId: undefined }, 400, 'Required'],
    [{ schoolContactTypeId: 'phone' }, 400, 'Invalid input'],
    [{ schoolContactTypeId: newId() }, 404, 'Not found'],
    [{ schoolId: delta.id }, 404, 'Not found'],
  ])('not with %j', async (wrong, status, sentence) => {
    const body = { schoolId: nile.id, schoolContactTypeId: types.phone, value: '02 1', ...wrong }
    const before = await rowsOf('school_contacts')
    expect(await wire('SchoolContact/AddContact', body, { as: manager })).toMatchObject({ status, text: sentence })
    expect(await rowsOf('school_contacts')).toEqual(before)
  })

  test('by nobody without the key', async () => {
    for (const person of [teacher, parent])
      await expect(as(person)(contacts.add, contact('mine'))).rejects.toMatchObject(notAllowed)
  })

  test('until there are 50, however many are added at once', async () => {
    const room = 50 - (await asVisitor(schools.contacts, { schoolId: delta.id })).length
    const at = (n: number) => as(otherManager)(contacts.add, contact(`number ${n}`, { schoolId: delta.id }))
    for (let n = 0; n < room - 2; n++) await at(n)
    const outcomes = await Promise.allSettled([100, 101, 102, 103, 104].map(at))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(2)
    for (const outcome of outcomes)
      if (outcome.status === 'rejected')
        expect(outcome.reason).toMatchObject(refused(409, 'A school has at most 50 contacts'))
    expect(await asVisitor(schools.contacts, { schoolId: delta.id })).toHaveLength(50)
  })
})

describe('a contact is edited', () => {
  test('in its value, its type, or both', async () => {
    const { id } = await add('to be edited')
    expect(await as(manager)(contacts.update, { id, value: 'edited' })).toMatchObject({ typeName: 'phone', version: 2 })
    expect(await as(manager)(contacts.update, { id, contactTypeId: types.address! })).toMatchObject({
      value: 'edited',
      typeName: 'address',
      version: 3,
    })
  })

  test('when it is sent back as it was read, with both names of each field', async () => {
    const { id } = await add('sent back')
    const rows = (await wire('SchoolContact/GetSchoolContacts', { schoolId: nile.id })).json() as { id: string }[]
    const row = rows.find((one) => one.id === id)!
    const answer = await wire('SchoolContact/UpdateContact', row, { as: manager })
    expect([answer.status, answer.json()]).toEqual([200, row])
  })

  test('from the version it was read in', async () => {
    const { id, version } = await add('edited by two')
    const first = await as(manager)(contacts.update, { id, value: 'by the first', baseVersion: version })
    await expect(
      as(manager)(contacts.update, { id, value: 'by the second', baseVersion: version }),
    ).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: { id, schoolContactValue: first.value, value: first.value, version: 2 },
    })
  })

  test('not into what adding would refuse, nor into another school', async () => {
    const [{ id }, other] = [await add('keeps'), await add('taken')]
    const before = await rowsOf('school_contacts')
    await expect(as(manager)(contacts.update, { id, value: other.value })).rejects.toMatchObject(taken)
    await expect(as(manager)(contacts.update, { id, value: 'javascript:1' })).rejects.toMatchObject(noLink)
    await expect(as(manager)(contacts.update, { id, contactTypeId: newId() })).rejects.toMatchObject(notFound)
    await expect(as(manager)(contacts.update, { id, schoolId: delta.id })).rejects.toMatchObject(
      refused(400, 'Invalid input'),
    )
    expect(await wire('SchoolContact/UpdateContact', { id, value: null }, { as: manager })).toMatchObject({
      status: 400,
      text: 'Required',
    })
    await expect(as(otherManager)(contacts.update, { id, value: 'mine' })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(contacts.update, { id, value: 'mine' })).rejects.toMatchObject(notAllowed)
    expect(await rowsOf('school_contacts')).toEqual(before)
  })
})

describe('a contact put in by mistake is removed', () => {
  test('out of every answer, and its value can be used again; the row and its remover are kept', async () => {
    const { id } = await add('a mistake')
    expect(await as(manager)(contacts.remove, { contactId: id })).toEqual({ done: true, changed: 1 })
    const rows = await asVisitor(schools.contacts, { schoolId: nile.id })
    expect(rows.map((row) => row.id)).not.toContain(id)
    await expect(as(manager)(contacts.remove, { contactId: id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(contacts.update, { id, value: 'back' })).rejects.toMatchObject(notFound)
    expect(await add('a mistake')).toMatchObject({ version: 1 })

    expect(
      await sql('select value, removed_by, removed_at is null as still from school_contacts where id = $1', [id]),
    ).toEqual([{ value: 'a mistake', removed_by: manager.id, still: false }])
    expect(await audited(contacts.remove)).toEqual([
      { person_id: manager.id, school_id: nile.id, target_kind: 'contact', target_id: id },
    ])
  })

  test('by a caller who may edit the contacts of that school', async () => {
    const { id } = await add('stays')
    await expect(as(otherManager)(contacts.remove, { contactId: id })).rejects.toMatchObject(notFound)
    await expect(as(teacher)(contacts.remove, { contactId: id })).rejects.toMatchObject(notAllowed)
    expect(await wire('SchoolContact/RemoveContact', {}, { as: manager })).toMatchObject({
      status: 400,
      text: 'Required',
    })
    expect(await audited(contacts.remove)).toHaveLength(1)
  })
})
