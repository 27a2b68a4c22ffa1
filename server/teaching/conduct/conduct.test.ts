import { beforeEach, describe, expect, test } from 'vitest'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, secondSupervisor, parent, mother, otherManager, classmatesParent } = world
const { nile, omar, laila } = world
const schoolId = nile.id

const breach = { kindName: 'إزعاج', isMerit: false, level: 2, points: 2.5, measures: ['تنبيه'], parentsSee: false }
const merit = { kindName: 'ساعد زميلًا', isMerit: true, points: 0.75, measures: [], parentsSee: true }
const save = (more: object = {}) =>
  as(manager)(conductKinds.save, { schoolId, fullMark: 10, startsAt: 8, kinds: [breach, merit], ...more })
const kindsNow = async () => (await as(manager)(conductKinds.get, { schoolId })).kinds
const record = async (named: string, more: object = {}, person: { phone: string } = supervisor) => {
  const { id: kindId } = (await kindsNow()).find(({ kindName }) => kindName === named)!
  return as(person)(conduct.record, { studentId: omar.id, kindId, day: today, ...more })
}
const decide = (recordId: string, publish: boolean, more: object = {}) =>
  as(manager)(conduct.decide, { studentId: omar.id, recordId, publish, ...more })
const ofOmar = (person: { phone: string }) => as(person)(conduct.ofStudent, { studentId: omar.id })
const markOf = async (person: { phone: string } = parent) =>
  (await as(person)(conduct.marks, { studentId: omar.id })).map(({ mark, fullMark }) => [mark, fullMark])

beforeEach(async () => {
  for (const table of ['conduct_records', 'conduct_kinds', 'conduct_settings']) await sql(`delete from ${table}`)
  await save()
})

describe('a kind of conduct', () => {
  test('is the school’s own, and presets have a source and stay out until they are saved', async () => {
    const presets = await as(manager)(conductKinds.presets, { schoolId })
    expect(presets.map(({ kinds }) => kinds.length)).toEqual([4, 6])
    for (const { kinds, collectedIn } of presets) {
      expect(collectedIn).toBe(2026)
      expect(kinds.every(({ source }) => (source ?? '').length > 0)).toBe(true)
    }
    expect((await kindsNow()).map(({ kindName }) => kindName)).toEqual([breach.kindName, merit.kindName])
  })

  test('keeps its version unless it differs, and leaves the list without its records', async () => {
    const [first, second] = await kindsNow()
    const { id } = await record(breach.kindName)
    const { version: _, ...kept } = first!
    const { version: __, ...other } = second!
    const changed = await save({ kinds: [{ ...kept, points: 3 }, other] })
    expect(changed.kinds.map(({ version }) => version)).toEqual([2, 1])
    await expect(save({ kinds: [other, other] })).rejects.toMatchObject(refused(400, 'Invalid input'))
    await save({ kinds: [other] })
    expect(await kindsNow()).toHaveLength(1)
    expect(await ofOmar(manager)).toMatchObject([{ id, kindName: breach.kindName, points: 2.5, level: 2 }])
  })

  test.each([
    ['a merit with a level', { kinds: [{ ...merit, level: 1 }] }, 400, 'Only a breach has a level'],
    ['a start above the full mark', { startsAt: 11 }, 400, 'A term begins with no more than the full mark'],
    ['a start without a mark', { fullMark: null }, 400, 'A term begins with no more than the full mark'],
    ['a change of somebody else meanwhile', { baseVersion: 7 }, 409, 'Somebody else changed this meanwhile'],
  ])('%s is refused', async (_, more, status, sentence) => {
    await expect(save(more)).rejects.toMatchObject(refused(status, sentence))
  })

  test('is set by people with the key', async () => {
    await expect(as(supervisor)(conductKinds.save, { schoolId, kinds: [] })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(conductKinds.get, { schoolId })).rejects.toMatchObject(notFound)
    await expect(as(parent)(conductKinds.get, { schoolId })).rejects.toMatchObject(notAllowed)
  })
})

describe('a record', () => {
  test('of a breach waits for a decision, and parents read it once it is published', async () => {
    const { id } = await record(breach.kindName, { details: 'كلام أثناء الشرح' })
    expect(await ofOmar(parent)).toEqual([])
    expect(await markOf()).toEqual([[8, 10]])
    expect(await as(manager)(conduct.list, { schoolId, state: 'waiting' })).toMatchObject([{ id, measure: null }])
    await decide(id, false, { measure: 'تنبيه' })
    expect(await ofOmar(parent)).toEqual([])
    const published = await decide(id, true)
    expect(published).toMatchObject({ measure: 'تنبيه', publishedByName: expect.any(String) })
    expect(await ofOmar(mother)).toEqual([published])
    expect(await markOf()).toEqual([[5.5, 10]])
    await expect(decide(id, true)).rejects.toMatchObject(refused(409, 'This record was published or withdrawn already'))
  })

  test('is decided by two people only if the second has read what the first decided', async () => {
    const { id, version } = await record(breach.kindName)
    const first = await decide(id, false, { measure: 'تنبيه', baseVersion: version })
    await expect(decide(id, false, { measure: 'فصل', baseVersion: version })).rejects.toMatchObject({
      ...refused(409, 'Somebody else changed this meanwhile'),
      current: { id, measure: 'تنبيه', version: first.version },
    })
    expect(await decide(id, true, { baseVersion: first.version })).toMatchObject({ measure: 'تنبيه' })
  })

  test('of a merit is read at once where its kind says so, and its parents are notified', async () => {
    await record(merit.kindName, { details: 'حمل حقيبة زميل مريض' })
    await deliverAll(connection)
    expect(await ofOmar(parent)).toHaveLength(1)
    expect(await markOf()).toEqual([[8.75, 10]])
    const [newest] = await as(parent)(inbox.items, {})
    expect(newest).toMatchObject({ kind: 'conductRecorded', topic: 'notes', link: { to: 'child', id: omar.id } })
    expect(newest).toMatchObject({ conductName: merit.kindName, date: today, count: 1, courseName: null })
    expect(JSON.stringify(newest)).not.toContain('حقيبة')
    expect((await as(classmatesParent)(inbox.items, {})).map(({ kind }) => kind)).not.toContain('conductRecorded')
  })

  test('is withdrawn with a reason, stays, and counts no more', async () => {
    const { id } = await record(merit.kindName)
    const withdrawn = { studentId: omar.id, recordId: id, reason: 'طالب آخر' }
    await as(manager)(conduct.withdraw, withdrawn)
    expect(await ofOmar(parent)).toMatchObject([{ id, withdrawnReason: 'طالب آخر' }])
    expect(await markOf()).toEqual([[8, 10]])
    await expect(as(manager)(conduct.withdraw, withdrawn)).rejects.toMatchObject(
      refused(409, 'This record was withdrawn already'),
    )
  })

  test('is of a day that was, and of a kind of the school', async () => {
    for (const day of [daysFrom(today, 1), daysFrom(today, -401)])
      await expect(record(breach.kindName, { day })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    await expect(record(breach.kindName, { kindId: omar.id })).rejects.toMatchObject(notFound)
  })

  test('is made within reach, and decided with the key', async () => {
    await expect(record(breach.kindName, { studentId: laila.id }, secondSupervisor)).resolves.toBeDefined()
    await expect(record(breach.kindName, { studentId: omar.id }, secondSupervisor)).rejects.toMatchObject(notFound)
    await expect(record(breach.kindName, {}, parent)).rejects.toMatchObject(notAllowed)
    const { id } = await record(breach.kindName)
    const decision = { studentId: omar.id, recordId: id, publish: true }
    await expect(as(supervisor)(conduct.decide, decision)).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(conduct.decide, decision)).rejects.toMatchObject(notFound)
    await expect(ofOmar(classmatesParent)).rejects.toMatchObject(notFound)
    expect(await as(secondSupervisor)(conduct.list, { schoolId })).not.toContainEqual(expect.objectContaining({ id }))
  })

  test('of a day after the seat of a child has ended is nothing that its parents read', async () => {
    const yesterday = daysFrom(today, -1)
    for (const day of [today, yesterday]) await record(merit.kindName, { day })
    expect(await ofOmar(parent)).toHaveLength(2)
    await sql('update students set is_paid = false, seat_ended_on = $1 where id = $2', [yesterday, omar.id])
    expect(await ofOmar(parent)).toMatchObject([{ day: yesterday }])
    expect(await ofOmar(supervisor)).toHaveLength(2)
    await sql('update students set is_paid = true, seat_ended_on = null where id = $1', [omar.id])
  })

  test('has a note of a counsellor that only people with that key write and read', async () => {
    const counsellorNote = 'ظروف في البيت'
    await expect(record(merit.kindName, { counsellorNote })).rejects.toMatchObject(
      refused(403, 'Only counsellors write their notes'),
    )
    await record(merit.kindName, { counsellorNote }, manager)
    const notes = await Promise.all([manager, supervisor, parent].map(async (who) => (await ofOmar(who))[0]))
    expect(notes.map((one) => one!.counsellorNote)).toEqual([counsellorNote, null, null])
  })
})

test('a supervisor who is a parent reads of their child in another class what parents read', async () => {
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), $1, $2, $3, (select id from relation_types limit 1), $3`,
    [schoolId, laila.id, supervisor.id],
  )
  const [kind] = await kindsNow()
  const { id: recordId } = await as(manager)(conduct.record, { studentId: laila.id, kindId: kind!.id, day: today })
  const read = async (person: { phone: string }) =>
    (await as(person)(conduct.ofStudent, { studentId: laila.id })).map(({ id }) => id)
  expect(await read(secondSupervisor)).toEqual([recordId])
  expect(await read(supervisor)).toEqual([])
  await as(manager)(conduct.decide, { studentId: laila.id, recordId, publish: true })
  expect(await read(supervisor)).toEqual([recordId])
})

test('the mark of conduct never leaves its bounds, and a school without one has none', async () => {
  await save({
    kinds: [
      { ...breach, points: 100, parentsSee: true },
      { ...merit, points: 100 },
    ],
  })
  await record(merit.kindName)
  expect(await markOf()).toEqual([[10, 10]])
  for (const _ of [1, 2]) await record(breach.kindName)
  expect(await markOf(manager)).toEqual([[0, 10]])
  await save({ fullMark: null, startsAt: null })
  expect(await markOf()).toEqual([])
})
