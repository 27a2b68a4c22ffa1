import { beforeEach, describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { mayBeAtOnce, proposedFields, recordProposals } from '#contract/people/official-records/proposals.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey, rowsOf } = tracesIn(connection)
const { manager, supervisor, teacher, parent, mother, formerParent, otherManager, deltaParent } = world
const { nile, omar, laila, classmate } = world
const studentId = omar.id

type Person = typeof parent
const ask = (field: (typeof proposedFields)[number], value: string, more: object = {}, person: Person = parent) =>
  as(person)(recordProposals.ask, { studentId, field, value, ...more })
const decide = (proposalId: string, accept = true, more: object = {}) =>
  as(manager)(recordProposals.decide, { studentId, proposalId, accept, ...more })
const undo = (proposalId: string) => as(manager)(recordProposals.undo, { studentId, proposalId })
const record = (person = manager) => as(person)(officialRecords.get, { studentId })
const list = (person = manager) => as(person)(recordProposals.ofStudent, { studentId })
const queue = async (more: object = {}) =>
  (await as(manager)(waiting.list, { schoolId: nile.id, kind: 'proposals', ...more })).map(({ proposal }) => proposal)
const allow = (field: (typeof proposedFields)[number], way: 'off' | 'asks' | 'atOnce') =>
  as(manager)(recordProposals.saveSettings, { schoolId: nile.id, ways: [{ field, way }] })

beforeEach(async () => {
  for (const table of ['record_proposals', 'record_confirmations', 'proposal_settings'])
    await sql(`delete from ${table}`)
  await sql('delete from official_records where student_id = $1', [studentId])
})

describe('a proposal of a parent', () => {
  test('waits in the queue beside what the record says, and changes nothing before somebody decides', async () => {
    await as(manager)(officialRecords.update, { id: studentId, address: '12 شارع النصر' })
    const before = await record()
    const asked = await ask('address', '5 شارع البحر', { note: 'انتقلنا' })
    expect(asked).toMatchObject({ field: 'address', value: '5 شارع البحر', was: null, present: null, accepted: null })
    expect(await queue()).toMatchObject([
      {
        id: asked.id,
        was: '12 شارع النصر',
        present: '12 شارع النصر',
        value: '5 شارع البحر',
        note: 'انتقلنا',
        askedByRelation: 'father',
        others: [],
      },
    ])
    expect(await record()).toEqual(before)
    expect(await decide(asked.id)).toMatchObject({ accepted: true, present: '5 شارع البحر', was: '12 شارع النصر' })
    expect(await record()).toEqual({ ...before, address: '5 شارع البحر', version: before.version + 1 })
    expect([await queue(), (await queue({ decided: true })).map((one) => one?.id)]).toEqual([[], [asked.id]])
  })

  test('of random values never changes a record before it is decided', async () => {
    await as(manager)(officialRecords.update, { id: studentId, birthPlace: 'طنطا' })
    const before = await rowsOf('official_records', 'students', 'guardians', 'student_health')
    const letters = Array.from('ابتثجحخدذرزسشصضطظعغفقكلمنهوي 0123456789٠١٢٣abc-/.\'"\\<>😀')
    let seed = 7
    const random = (below: number) => (seed = (seed * 48_271) % 2_147_483_647) % below
    for (let nth = 0; nth < (process.env.PROOF === 'on' ? 10_000 : 300); nth++) {
      const value = Array.from({ length: 1 + random(40) }, () => letters[random(letters.length)]).join('')
      await ask(proposedFields[random(proposedFields.length)]!, value, { numberKind: 'egypt' }).catch(
        ({ status }: { status: number }) => expect(status).toBe(400),
      )
    }
    expect(await rowsOf('official_records', 'students', 'guardians', 'student_health')).toEqual(before)
  })

  test('is one for a field: the later takes the place of the earlier; what another parent proposes stands beside it', async () => {
    await ask('birthPlace', 'القاهرة')
    const second = await ask('birthPlace', 'طنطا')
    const other = await ask('birthPlace', 'المنصورة', {}, mother)
    expect((await queue()).map((one) => [one?.id, one?.others.map(({ value }) => value)])).toEqual([
      [second.id, ['المنصورة']],
      [other.id, ['طنطا']],
    ])
  })

  test('is read by the parent who made it, and not by the other', async () => {
    const { id } = await ask('address', '5 شارع البحر')
    expect((await list(parent)).map((one) => one.id)).toEqual([id])
    expect(await list(mother)).toEqual([])
    await deliverAll(connection)
    await decide(id, false, { reason: 'نحتاج صورة من العقد' })
    await deliverAll(connection)
    const newest = async (person: Person) => (await as(person)(inbox.items, {}))[0]
    expect(await newest(parent)).toMatchObject({
      kind: 'proposalDecided',
      on: false,
      link: { to: 'child', id: studentId, tab: 'record' },
    })
    expect((await as(mother)(inbox.items, {})).map(({ kind }) => kind)).not.toContain('proposalDecided')
    expect(await list(parent)).toMatchObject([{ accepted: false, reason: 'نحتاج صورة من العقد' }])
  })

  test('is taken back by the parent who made it until it is decided', async () => {
    const { id } = await ask('birthPlace', 'طنطا')
    const takeBack = (person: Person) => as(person)(recordProposals.takeBack, { studentId, proposalId: id })
    await expect(takeBack(mother)).rejects.toMatchObject(notFound)
    await takeBack(parent)
    await expect(takeBack(parent)).rejects.toMatchObject(notFound)
    await expect(decide(id)).rejects.toMatchObject(notFound)
    expect([await queue(), await list(parent)]).toEqual([[], []])
  })

  test.each([
    ['officialName', 'ع', {}, 'String must contain at least 2 character(s)'],
    ['latinFirst', 'عمر', {}, 'Write this name in Latin letters, as in the passport'],
    ['birthDate', '2017-02-30', {}, 'Invalid date'],
    ['birthDate', '2999-01-01', {}, 'This date cannot be used'],
    ['sex', 'boy', {}, 'Invalid enum value'],
    ['nationality', 'Egypt', {}, 'Invalid enum value'],
    ['nationalNumber', '31703150112357', {}, 'Choose the kind of the number'],
    ['nationalNumber', '3170315011235', { numberKind: 'egypt' }, 'This is not a number of this kind'],
  ] as const)('for %s is refused as “%s”', async (field, value, more, sentence) => {
    await expect(ask(field, value, more)).rejects.toMatchObject(refused(400, sentence))
    expect(await queue()).toEqual([])
  })

  test('of a number that another student has says nothing to the parent, and names the other to who decides', async () => {
    await sql('delete from official_records where student_id = $1', [classmate.id])
    await as(manager)(officialRecords.update, {
      id: classmate.id,
      numberKind: 'passport',
      nationalNumber: 'A7654321',
    })
    const { id } = await ask('nationalNumber', 'a7654321', { numberKind: 'passport' })
    await expect(decide(id)).rejects.toMatchObject({
      status: 409,
      message: expect.stringContaining('This number is already in the record of'),
    })
    expect((await record()).nationalNumber).toBeNull()
    expect(await queue()).toHaveLength(1)
  })

  test('of a birth date changes the date of the student', async () => {
    const { birthDate } = await as(manager)(studentRecords.get, { studentId })
    const { id } = await ask('birthDate', '2016-05-04')
    await decide(id)
    expect((await as(manager)(studentRecords.get, { studentId })).birthDate).toBe('2016-05-04')
    await undo(id)
    expect((await as(manager)(studentRecords.get, { studentId })).birthDate).toBe(birthDate)
  })
})

describe('a decision', () => {
  test('is made once, with a word if it refuses, and names both people in what the record said before', async () => {
    await as(manager)(officialRecords.update, { id: studentId, birthPlace: 'القاهرة' })
    const { id } = await ask('birthPlace', 'طنطا')
    await expect(decide(id, false)).rejects.toMatchObject(refused(400, 'Required'))
    await decide(id)
    await expect(decide(id)).rejects.toMatchObject(refused(409, 'This request has already been decided'))
    const [proposal] = await sql(
      'select asked_by, decided_by, former_value as was, value from record_proposals where id = $1',
      [id],
    )
    expect(proposal).toEqual({ asked_by: parent.id, decided_by: manager.id, was: 'القاهرة', value: 'طنطا' })
  })

  test('is undone: the record says what it said, and the proposal waits again', async () => {
    await as(manager)(officialRecords.update, { id: studentId, numberKind: 'passport', nationalNumber: 'B1234567' })
    const { id } = await ask('nationalNumber', 'c 765-4321', { numberKind: 'passport' })
    await decide(id)
    expect((await record()).nationalNumber).toBe('C7654321')
    expect(await undo(id)).toMatchObject({ accepted: null, present: 'B1234567' })
    expect(await record()).toMatchObject({ numberKind: 'passport', nationalNumber: 'B1234567' })
    await expect(undo(id)).rejects.toMatchObject(refused(409, 'There is no decision to take back'))
  })

  test('is not undone once the record was changed again, or the parent proposes something else', async () => {
    const { id } = await ask('birthPlace', 'طنطا')
    await decide(id)
    await as(manager)(officialRecords.update, { id: studentId, birthPlace: 'أسوان' })
    await expect(undo(id)).rejects.toMatchObject(refused(409, 'The record was changed since then; correct it there'))
    await as(manager)(officialRecords.update, { id: studentId, birthPlace: 'طنطا' })
    await ask('birthPlace', 'المنيا')
    await expect(undo(id)).rejects.toMatchObject(refused(409, 'The same parent has proposed something else since then'))
  })
})

describe('a school', () => {
  test('says which fields parents propose, and which are taken at once', async () => {
    const { ways } = await as(parent)(recordProposals.settings, { schoolId: nile.id })
    expect(ways).toEqual(proposedFields.map((field) => ({ field, way: 'asks' })))
    await allow('birthPlace', 'off')
    await expect(ask('birthPlace', 'طنطا')).rejects.toMatchObject(
      refused(409, 'The school does not take proposals for this field'),
    )
    for (const field of proposedFields.filter((one) => !mayBeAtOnce.includes(one)))
      await expect(allow(field, 'atOnce')).rejects.toMatchObject(refused(400, 'This field is never taken at once'))
    const stale = { schoolId: nile.id, baseVersion: 1, ways: [{ field: 'address' as const, way: 'off' as const }] }
    await expect(as(manager)(recordProposals.saveSettings, stale)).rejects.toMatchObject({ status: 409 })
  })

  test('takes an address at once if it wants, sees it among what was decided, and undoes it', async () => {
    await as(manager)(officialRecords.update, { id: studentId, address: '12 شارع النصر' })
    const before = await record()
    await allow('address', 'atOnce')
    const asked = await ask('address', '5 شارع البحر')
    expect(asked).toMatchObject({ atOnce: true, accepted: true })
    expect((await record()).address).toBe('5 شارع البحر')
    expect(await queue()).toEqual([])
    expect((await queue({ decided: true })).map((one) => [one?.id, one?.was])).toEqual([[asked.id, '12 شارع النصر']])
    expect(await undo(asked.id)).toMatchObject({ accepted: false, present: '12 شارع النصر' })
    expect(await record()).toEqual({ ...before, version: before.version + 2 })
    await expect(undo(asked.id)).rejects.toMatchObject(refused(409, 'There is no decision to take back'))
    const [former] = await sql(
      `select was ->> 'address' as address from former_values where table_name = 'official_records' and was ->> 'student_id' = $1
       order by id desc limit 1`,
      [studentId],
    )
    expect(former).toEqual({ address: '5 شارع البحر' })
  })
})

test('a parent confirms once for all children, and reads when', async () => {
  const children = [omar.id, laila.id]
  await as(parent)(recordProposals.confirm, { studentIds: children })
  await as(parent)(recordProposals.confirm, { studentIds: children })
  expect(await as(parent)(recordProposals.confirmed, { studentId })).toEqual({ confirmedOn: today })
  expect(await as(mother)(recordProposals.confirmed, { studentId })).toEqual({ confirmedOn: null })
  await expect(as(parent)(recordProposals.confirm, { studentIds: [classmate.id] })).rejects.toMatchObject(notFound)
})

test('proposals are closed to strangers, to former parents and to people without the key', async () => {
  const { id } = await ask('birthPlace', 'طنطا')
  for (const stranger of [formerParent, deltaParent, teacher, otherManager])
    await expect(ask('birthPlace', 'أسوان', {}, stranger)).rejects.toMatchObject(notFound)
  await expect(ask('birthPlace', 'أسوان', { studentId: classmate.id })).rejects.toMatchObject(notFound)
  for (const stranger of [deltaParent, otherManager]) await expect(list(stranger)).rejects.toMatchObject(notFound)
  await expect(list(formerParent)).rejects.toMatchObject({ status: expect.any(Number) })
  const by = (person: Person) => as(person)(recordProposals.decide, { studentId, proposalId: id, accept: true })
  await expect(by(supervisor)).rejects.toMatchObject(notAllowed)
  await expect(by(parent)).rejects.toMatchObject({ status: expect.any(Number) })
  await expect(by(otherManager)).rejects.toMatchObject(notFound)
  await giveKey(supervisor, 'EditStudentRecord', nile)
  expect(await by(supervisor)).toMatchObject({ accepted: true })
})

test('a parent who does not see the child neither proposes, confirms nor reads what they proposed', async () => {
  const { id } = await ask('birthPlace', 'طنطا')
  const see = (until: string) =>
    sql(
      `update student_parents set see_until = ${until} where student_id = $1 and parent_id = $2 and ended_at is null`,
      [studentId, parent.id],
    )
  await see('see_from')
  for (const call of [
    () => ask('birthPlace', 'أسوان'),
    () => list(parent),
    () => as(parent)(recordProposals.takeBack, { studentId, proposalId: id }),
    () => as(parent)(recordProposals.confirm, { studentIds: [studentId] }),
    () => as(parent)(recordProposals.confirmed, { studentId }),
    () => as(parent)(healthAlerts.ofChild, { studentId }),
    () => as(parent)(emergencyContacts.own, { studentId }),
  ])
    await expect(call()).rejects.toMatchObject({
      status: expect.toSatisfy((status) => status === 404 || status === 403),
    })
  await see('null')
})

test('what is missing in records is listed, with when parents confirmed them', async () => {
  await as(manager)(officialRecords.update, { id: studentId, nationality: 'EG', address: '12 شارع النصر' })
  await as(parent)(recordProposals.confirm, { studentIds: [studentId] })
  const of = async (missing?: 'nationality' | 'confirmation') => {
    const rows = await as(manager)(recordLists.missing, { schoolId: nile.id, ...(missing && { missing }) })
    return rows.find((row) => row.studentId === studentId)
  }
  expect(await of()).toMatchObject({
    noNationality: false,
    noAddress: false,
    noEmergencyContact: true,
    noConfirmation: false,
    confirmedOn: today,
  })
  expect([await of('nationality'), await of('confirmation')]).toEqual([undefined, undefined])
  await expect(as(supervisor)(recordLists.missing, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(recordLists.missing, { schoolId: nile.id })).rejects.toMatchObject(notFound)
})
