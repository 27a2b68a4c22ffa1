import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { parent, mother, supervisor, manager, parentOfThree, unpaidParent, classmatesParent, nile } = world
const { omar, laila, classmate, unpaidStudent, class4a } = world

const sql = sqlIn(connection)
const deliver = () => deliverAll(connection)

const itemsOf = (person: { phone: string }, input: { unread?: boolean; studentId?: string } = {}) =>
  as(person)(inbox.items, input)
const kindsOf = async (person: { phone: string }) => (await itemsOf(person)).map(({ kind }) => kind)
const unreadOf = async (person: { phone: string }) => (await as(person)(inbox.unread, {})).unread

/** Saves a register of class 4A with a mark for one student. */
const mark = async (studentId: string, state: 'present' | 'absent' | 'late' | null) =>
  as(supervisor)(attendance.save, { classRoomId: class4a.id, date: today, students: [{ studentId, state }] })

/** Puts an event into the outbox as the product does. */
const published = (event: string, schoolId: string | null, payload: object, actorId: string = newId()) =>
  sql('insert into outbox (event, school_id, actor_id, payload) values ($1, $2, $3, $4)', [
    event,
    schoolId,
    actorId,
    JSON.stringify(payload),
  ])

describe('what happened to a child', () => {
  test('is in the inbox of both parents in its present state, and in nobody else’s', async () => {
    await mark(omar.id, 'present')
    await mark(omar.id, 'absent')
    await deliver()

    const [item, ...others] = await itemsOf(parent)
    expect(others).toEqual([])
    expect(item).toEqual({
      id: expect.any(String),
      kind: 'attendance',
      topic: 'attendance',
      at: expect.any(String),
      read: false,
      schoolId: nile.id,
      schoolName: nile.name,
      studentId: omar.id,
      firstName: omar.firstName,
      classRoomId: null,
      workId: null,
      count: 1,
      courseName: null,
      paperKind: null,
      personName: null,
      roleName: null,
      givenByName: null,
      termName: null,
      conductName: null,
      number: null,
      covers: null,
      date: today,
      state: 'absent',
      on: null,
      link: { to: 'child', id: omar.id, tab: 'attendance' },
    })
    expect(await itemsOf(mother)).toEqual([{ ...item, id: expect.any(String) }])
    for (const person of [supervisor, manager, classmatesParent, parentOfThree])
      expect(await itemsOf(person)).toEqual([])

    await mark(omar.id, 'present')
    expect((await itemsOf(parent))[0]).toMatchObject({ state: 'present' })
    await mark(omar.id, null)
    expect(await itemsOf(parent)).toEqual([])
    expect(await unreadOf(parent)).toBe(0)
    await mark(omar.id, 'absent')
  })

  test('is a separate item for each child, and one item for several works of one call', async () => {
    const [exam, ...more] = await sql(
      `select exam_id as id from student_exams r join exams e on e.school_id = r.school_id and e.id = r.exam_id and e.removed_at is null
       where student_id = $1 and r.removed_at is null limit 2`,
      [omar.id],
    )
    expect(more).toHaveLength(1)
    const set = [exam, ...more].map(({ id }) => ({ workId: id, studentIds: [omar.id, classmate.id] }))
    await published('exam', nile.id, { set })
    await deliver()
    expect((await itemsOf(parent))[0]).toMatchObject({ kind: 'exam', firstName: 'عمر', count: 2, workId: null })
    expect((await itemsOf(classmatesParent))[0]).toMatchObject({ kind: 'exam', firstName: 'نادين', count: 2 })

    await sql('update exams set removed_at = now(), removed_by = $2 where id = $1', [exam.id, manager.id])
    expect((await itemsOf(parent))[0]).toMatchObject({ kind: 'exam', count: 1, workId: more[0].id })
    await sql('update exams set removed_at = null, removed_by = null where id = $1', [exam.id])
  })

  test('is a note for as long as the note is there', async () => {
    const note = await as(supervisor)(notes.add, {
      classRoomId: class4a.id,
      studentId: omar.id,
      date: today,
      notes: 'Read aloud beautifully',
    })
    await deliver()
    const [item] = await itemsOf(mother)
    expect(item).toMatchObject({ kind: 'note', workId: note.id, link: { to: 'child', id: omar.id, tab: 'notes' } })
    expect(JSON.stringify(item)).not.toContain('beautifully')
    await as(supervisor)(notes.remove, { noteId: note.id })
    expect(await kindsOf(mother)).not.toContain('note')
  })

  test('is not sent to a parent whose seat is not paid, nor to one whose link has ended', async () => {
    await published('class changed', nile.id, { classRoomId: class4a.id, studentIds: [unpaidStudent.id, classmate.id] })
    await deliver()
    expect(await itemsOf(unpaidParent)).toEqual([])
    expect(await kindsOf(world.formerParent)).toEqual([])
    expect(await kindsOf(classmatesParent)).toContain('classChanged')
  })

  test('is gone with the link, the student and the school, from the next call on', async () => {
    const before = (await itemsOf(mother)).length
    expect(before).toBeGreaterThan(0)
    const hide = async (change: string, back: string, id: string) => {
      await sql(change, [id])
      expect(await itemsOf(mother)).toEqual([])
      expect(await unreadOf(mother)).toBe(0)
      await sql(back, [id])
      expect(await itemsOf(mother)).toHaveLength(before)
    }
    await hide(
      'update student_parents set ended_at = now(), ended_by = consent_by where parent_id = $1',
      'update student_parents set ended_at = null, ended_by = null where parent_id = $1',
      mother.id,
    )
    await hide(
      'update students set active = false where id = $1',
      'update students set active = true where id = $1',
      omar.id,
    )
    await hide(
      'update schools set active = false where id = $1',
      'update schools set active = true where id = $1',
      nile.id,
    )
  })

  test('is read up to the end of the seat', async () => {
    await sql(`update students set is_paid = false, seat_ended_on = $2::date - 1 where id = $1`, [omar.id, today])
    expect(await kindsOf(parent)).not.toContain('attendance')
    await sql(`update students set seat_ended_on = $2 where id = $1`, [omar.id, today])
    expect(await kindsOf(parent)).toContain('attendance')
    await sql('update students set is_paid = true, seat_ended_on = null where id = $1', [omar.id])
  })
})

describe('reading', () => {
  test('is remembered: of the items named, or of everything up to one', async () => {
    const call = as(parent)
    await published('class changed', nile.id, { classRoomId: class4a.id, studentIds: [laila.id] })
    await deliver()
    const [newest, second, ...rest] = await itemsOf(parent)
    const all = rest.length + 2
    expect(await unreadOf(parent)).toBe(all)
    expect(await call(inbox.markRead, { ids: [second!.id, newId()] })).toEqual({ changed: 1, unread: all - 1 })
    expect(await call(inbox.markRead, { ids: [second!.id] })).toEqual({ changed: 0, unread: all - 1 })
    expect((await itemsOf(parent, { unread: true })).map(({ id }) => id)).not.toContain(second!.id)

    expect(newest!.studentId).toBe(laila.id)
    expect(await call(inbox.markRead, { upTo: newest!.id, studentId: omar.id })).toMatchObject({ unread: 1 })
    expect(await itemsOf(parent, { unread: true })).toEqual([newest])
    expect(await call(inbox.markRead, { upTo: newest!.id })).toEqual({ changed: 1, unread: 0 })
    expect(await itemsOf(parent, { unread: false })).toHaveLength(all)
  })

  test('is each person’s own', async () => {
    const [foreign] = await itemsOf(mother)
    expect(await as(parent)(inbox.markRead, { ids: [foreign!.id] })).toMatchObject({ changed: 0 })
    expect(await as(parent)(inbox.markRead, { upTo: foreign!.id })).toMatchObject({ changed: 0 })
    expect((await itemsOf(mother))[0]).toEqual(foreign)
  })

  test('and the number of new ones are published to the open screens of that person', async () => {
    const received: string[] = []
    await withClient(connection, async (client) => {
      client.on('notification', ({ payload = '' }) => received.push(payload))
      await client.query('listen live')
      await published('class changed', nile.id, { classRoomId: class4a.id, studentIds: [laila.id] })
      await deliver()
      const change = { topic: 'inbox', id: parent.id, studentId: null, version: 0 }
      await expect.poll(() => received.map((row) => JSON.parse(row))).toEqual([change])
      const [newest] = await itemsOf(parent)
      await as(parent)(inbox.markRead, { ids: [newest!.id] })
      await expect.poll(() => received.map((row) => JSON.parse(row))).toEqual([change, change])
    })
  })

  test('names the items or the last of them, and not both', async () => {
    const path = 'Inbox/MarkRead'
    expect(await wire(path, {}, { as: parent })).toMatchObject({ status: 400, text: 'Required' })
    expect(await wire(path, { ids: [newId()], upTo: newId() }, { as: parent })).toMatchObject({
      status: 400,
      text: 'Invalid input',
    })
    expect(await wire(path, { ids: [] }, { as: parent })).toMatchObject({ status: 400 })
    expect(await wire(path, { ids: [newId()] })).toMatchObject({ status: 401, text: 'Please sign in' })
  })

  test('comes a page at a time, by child and by topic', async () => {
    const call = as(parent)
    const whole = await itemsOf(parent)
    expect(await call.listed(inbox.items, { pageSize: 1, pageNumber: 2 })).toEqual({
      rows: [whole[1]],
      total: whole.length,
    })
    expect((await itemsOf(parent, { studentId: laila.id })).map(({ kind }) => kind)).toEqual([
      'classChanged',
      'classChanged',
    ])
    expect(await itemsOf(parent, { studentId: classmate.id })).toEqual([])
    const exams = await call(inbox.items, { topic: 'exams' })
    expect(new Set(exams.map(({ kind }) => kind))).toEqual(new Set(['exam']))
  })
})

describe('a link to a child', () => {
  test('goes to the new parent and those linked already, its end to the former alone, without the name', async () => {
    const links = [{ studentId: omar.id, parentId: mother.id }]
    await published('parent link', nile.id, { links, linked: true })
    await deliver()
    expect((await itemsOf(mother))[0]).toMatchObject({ kind: 'parentLink', on: true, firstName: 'عمر' })
    expect((await itemsOf(parent))[0]).toMatchObject({ kind: 'otherParent', firstName: 'عمر' })

    await sql('update student_parents set ended_at = now(), ended_by = $2 where parent_id = $1', [
      mother.id,
      manager.id,
    ])
    await published('parent link', nile.id, { links, linked: false })
    await deliver()
    const left = await itemsOf(mother)
    expect(left).toMatchObject([
      { kind: 'parentLink', on: false, studentId: null, firstName: null, link: { to: 'children', id: null } },
    ])
    expect((await itemsOf(parent))[0]).toMatchObject({ kind: 'otherParent' })
  })
})
