import { beforeEach, describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, teacher, scienceTeacher, parent, mother, classmatesParent, otherManager, formerParent } =
  world
const { nile, omar, laila, classmate, class4a, class5a } = world
const schoolId = nile.id

type Person = { phone: string }
const evening = {
  schoolId,
  title: 'لقاء أولياء الأمور',
  day: daysFrom(today, 7),
  fromTime: '17:00',
  toTime: '18:00',
  minutes: 10,
  gap: 2,
  classRoomIds: [] as string[],
  closeHours: 2,
  teachers: [{ teacherId: teacher.id, room: '12' }, { teacherId: supervisor.id }],
}
const save = (more: object = {}) => as(manager)(meetings.save, { ...evening, ...more })
const open = (roundId: string, isOpen = true) => as(manager)(meetings.open, { schoolId, roundId, open: isOpen })
async function opened(more: object = {}) {
  const { id } = await save(more)
  await open(id)
  return id
}
const free = async (roundId: string, person: Person = parent) =>
  (await as(person)(ownMeetings.free, {})).find(({ id }) => id === roundId)
const meet = (starts: string, studentId = omar.id, teacherId = teacher.id) => ({ studentId, teacherId, starts })
const book = (roundId: string, all: ReturnType<typeof meet>[], person: Person = parent) =>
  as(person)(ownMeetings.book, { roundId, meetings: all })
const own = async (roundId: string, person: Person = teacher) =>
  (await as(person)(ownMeetings.day, { schoolId })).find(({ id }) => id === roundId)!
const itemsOf = async (person: Person) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {}))
    .filter(({ link }) => link.to === 'meetings')
    .map(({ kind, on, date, studentId }) => ({ kind, on, date, studentId }))
}
const taken = refused(409, 'This time has just been taken; choose another one')
const twice = refused(409, 'The family would be in two places at once; choose another time')

beforeEach(async () => {
  for (const table of [
    'meeting_bookings',
    'meeting_wishes',
    'meeting_teachers',
    'meeting_rounds',
    'inbox_items',
    'outbox',
  ])
    await sql(`delete from ${table}`)
})

describe('a family', () => {
  test('sees the teachers of its children once the evening is open, and books them in one call', async () => {
    const { id } = await save({ breakFrom: '17:24', breakTo: '17:40' })
    expect(await free(id)).toBeUndefined()
    await open(id)
    const seen = (await free(id))!
    expect(seen).toMatchObject({ isOpen: true, schoolName: nile.name, minutes: 10, gap: 2 })
    expect(seen.free.find(({ teacherId }) => teacherId === teacher.id)!.starts).toEqual(['17:00', '17:12', '17:40'])
    const pairs = seen.meetings.map(({ studentId, teacherId }) => `${studentId} ${teacherId}`)
    expect(pairs).toContain(`${omar.id} ${teacher.id}`)
    expect(pairs).toContain(`${omar.id} ${supervisor.id}`)

    const plan = [meet('17:12'), meet('17:00', omar.id, supervisor.id)]
    expect(await book(id, plan)).toEqual({ done: true, changed: 2 })
    expect(await book(id, plan)).toEqual({ done: true, changed: 0 })
    const both = (await free(id, mother))!.meetings.filter(({ starts }) => starts !== null)
    expect(both.map(({ starts, bookedByName }) => [starts, bookedByName])).toEqual(
      expect.arrayContaining([['17:12', expect.stringContaining('كريم')]]),
    )
    expect((await free(id))!.free.find(({ teacherId }) => teacherId === teacher.id)!.starts).toEqual(['17:00', '17:40'])
    // The other family sees that the time is taken, and not by whom.
    const others = await free(id, classmatesParent)
    expect(others!.free.find(({ teacherId }) => teacherId === teacher.id)!.starts).toEqual(['17:00', '17:40'])
    expect(JSON.stringify(others)).not.toContain(omar.id)
  })

  test('notifies the other parent of what one books and cancels, once until it is read, and not who did it', async () => {
    const id = await opened()
    const news = async (person: Person) => (await itemsOf(person)).filter(({ kind }) => kind === 'meetingChanged')
    const changed = (on: boolean) => ({ kind: 'meetingChanged', on, date: evening.day, studentId: omar.id })
    await book(id, [meet('17:00'), meet('17:12', omar.id, supervisor.id)])
    expect(await news(mother)).toEqual([changed(true)])
    await book(id, [meet('17:00')])
    await book(id, [meet('17:24')])
    expect(await news(mother)).toEqual([changed(true)])
    const [first] = (await free(id))!.meetings.filter(({ starts }) => starts === '17:24')
    await as(parent)(ownMeetings.cancel, { studentId: omar.id, bookingId: first!.bookingId! })
    expect(await news(mother)).toEqual([changed(false), changed(true)])
    for (const person of [parent, classmatesParent]) expect(await news(person)).toEqual([])
  })

  test('changes a time, swaps two, and cancels, and what it gave back is free at once', async () => {
    const id = await opened()
    await book(id, [meet('17:00'), meet('17:12', omar.id, supervisor.id)])
    await book(id, [meet('17:12'), meet('17:00', omar.id, supervisor.id)], mother)
    const [first] = (await free(id))!.meetings.filter(({ teacherId }) => teacherId === teacher.id)
    expect(first!.starts).toBe('17:12')
    const cancel = (person: Person) =>
      as(person)(ownMeetings.cancel, { studentId: omar.id, bookingId: first!.bookingId! })
    await expect(cancel(classmatesParent)).rejects.toMatchObject(notFound)
    expect(await cancel(parent)).toEqual({ done: true, changed: 1 })
    await expect(cancel(parent)).rejects.toMatchObject(notFound)
    await book(id, [meet('17:12', classmate.id)], classmatesParent)
    const kept = await sql(`select was ->> 'starts' as starts from former_values where table_name = 'meeting_bookings'`)
    expect(kept.map(({ starts }) => starts)).toContain('17:12:00')
  })

  test('is never in two places at once, also by the other parent and at two evenings', async () => {
    const [id, other] = [await opened(), await opened({ fromTime: '17:05', teachers: [{ teacherId: supervisor.id }] })]
    await expect(book(id, [meet('17:00'), meet('17:00', omar.id, supervisor.id)])).rejects.toMatchObject(twice)
    expect((await free(id))!.meetings.every(({ bookingId }) => bookingId === null)).toBe(true)
    await book(id, [meet('17:00')])
    await expect(book(id, [meet('17:00', omar.id, supervisor.id)], mother)).rejects.toMatchObject(twice)
    await expect(book(other, [meet('17:05', omar.id, supervisor.id)])).rejects.toMatchObject(twice)
    expect(await book(other, [meet('17:17', omar.id, supervisor.id)])).toMatchObject({ changed: 1 })
  })

  test('books for its own children with their teachers, while it is open, in the order of the school', async () => {
    const { id } = await save({ classRoomIds: [class4a.id], allFrom: daysFrom(today, 3) })
    const closed = refused(409, 'This evening cannot be booked any more')
    await expect(book(id, [meet('17:00')])).rejects.toMatchObject(closed)
    await open(id)
    const early = refused(409, 'Until then only parents whom the teacher asks for can book')
    await expect(book(id, [meet('17:00')])).rejects.toMatchObject(early)
    await as(teacher)(ownMeetings.ask, { schoolId, roundId: id, studentId: omar.id, asked: true })
    expect((await free(id))!.meetings[0]).toMatchObject({ teacherId: teacher.id, isAsked: true, isOpen: true })
    await expect(book(id, [meet('17:00'), meet('17:12', omar.id, supervisor.id)])).rejects.toMatchObject(early)
    await book(id, [meet('17:00')])
    await expect(book(id, [meet('17:12', classmate.id)])).rejects.toMatchObject(notFound)
    await expect(book(id, [meet('17:12', laila.id)])).rejects.toMatchObject(notFound)
    await expect(book(id, [meet('17:12')], formerParent)).rejects.toMatchObject(notFound)
    await expect(book(id, [meet('17:13')])).rejects.toMatchObject(taken)
    await expect(book(id, [meet('17:24'), meet('17:36')])).rejects.toMatchObject({ status: 400 })
    await sql('update meeting_rounds set close_hours = 72, day = $1', [daysFrom(today, 2)])
    await expect(book(id, [meet('17:12')])).rejects.toMatchObject(closed)
    expect((await free(id))!.isOpen).toBe(false)
  })
})

describe('at once', () => {
  test('exactly one of two families gets a time, however often they try', async () => {
    const id = await opened({ toTime: '20:00' })
    for (const { starts } of (await own(id)).times.slice(0, 6)) {
      const all = await Promise.allSettled([
        book(id, [meet(starts)]),
        book(id, [meet(starts, classmate.id)], classmatesParent),
      ])
      expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
      expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: taken })
    }
  })

  test('both parents of a child book different teachers at the same time, and one is refused', async () => {
    const id = await opened()
    const all = await Promise.allSettled([
      book(id, [meet('17:00')]),
      book(id, [meet('17:00', omar.id, supervisor.id)], mother),
    ])
    expect(all.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(all.find(({ status }) => status === 'rejected')).toMatchObject({ reason: twice })
  })

  test('two families that want the times of each other are both answered', async () => {
    const id = await opened()
    await book(id, [meet('17:00'), meet('17:24', omar.id, supervisor.id)])
    await book(id, [meet('17:12', classmate.id), meet('17:36', classmate.id, supervisor.id)], classmatesParent)
    const all = await Promise.allSettled([
      book(id, [meet('17:12'), meet('17:36', omar.id, supervisor.id)]),
      book(id, [meet('17:00', classmate.id), meet('17:24', classmate.id, supervisor.id)], classmatesParent),
    ])
    for (const one of all) if (one.status === 'rejected') expect(one.reason).toMatchObject(taken)
    const rows = await sql('select starts, teacher_id from meeting_bookings')
    expect(new Set(rows.map(({ starts, teacher_id }) => starts + teacher_id)).size).toBe(4)
  })
})

describe('a teacher', () => {
  test('sees who comes, says who came, and closes times that nobody booked', async () => {
    const id = await opened()
    await book(id, [meet('17:12')])
    const trim = (closed: string[]) => as(teacher)(ownMeetings.trim, { schoolId, roundId: id, closed })
    await expect(trim(['17:12'])).rejects.toMatchObject(refused(409, 'A family has booked one of these times'))
    await trim(['17:00', '17:48'])
    const { times, room } = await own(id)
    expect(room).toBe('12')
    expect(times.map(({ starts, isClosed, studentId }) => [starts, isClosed, studentId])).toEqual([
      ['17:00', true, null],
      ['17:12', false, omar.id],
      ['17:24', false, null],
      ['17:36', false, null],
      ['17:48', true, null],
    ])
    await expect(book(id, [meet('17:00')])).rejects.toMatchObject(taken)
    const settle = (person: Person) =>
      as(person)(ownMeetings.settle, { schoolId, roundId: id, bookingId: times[1]!.bookingId!, outcome: 'held' })
    await expect(settle(teacher)).rejects.toMatchObject(refused(409, 'This evening is still ahead'))
    await sql('update meeting_rounds set day = $1', [today])
    await expect(settle(supervisor)).rejects.toMatchObject(notFound)
    await settle(teacher)
    expect((await own(id)).times[1]).toMatchObject({ outcome: 'held' })
  })

  test('asks for parents of their own classes, who are notified once the evening is open', async () => {
    const { id } = await save()
    const ask = (studentId: string, asked = true) =>
      as(teacher)(ownMeetings.ask, { schoolId, roundId: id, studentId, asked })
    expect((await own(id)).students.map(({ studentId }) => studentId)).toContain(omar.id)
    await ask(omar.id)
    await ask(omar.id)
    expect(await itemsOf(parent)).toEqual([])
    await open(id)
    const date = evening.day
    expect(await itemsOf(parent)).toEqual(
      expect.arrayContaining([
        { kind: 'meetingsOpen', on: null, date, studentId: null },
        { kind: 'meetingAsked', on: null, date, studentId: omar.id },
      ]),
    )
    expect(await itemsOf(teacher)).toEqual([{ kind: 'meetingsOpen', on: null, date, studentId: null }])
    await open(id, false)
    expect(await itemsOf(parent)).toEqual([])
    const stranger = as(scienceTeacher)(ownMeetings.ask, { schoolId, roundId: id, studentId: omar.id, asked: true })
    await expect(stranger).rejects.toMatchObject(notFound)
  })
})

describe('the office', () => {
  test('books for a family and cancels, and a teacher who is ill frees all, and the parents are notified', async () => {
    const id = await opened()
    const bookFor = (starts: string, teacherId = teacher.id) =>
      as(manager)(meetings.bookFor, { schoolId, roundId: id, studentId: omar.id, teacherId, starts })
    await bookFor('17:00')
    await expect(bookFor('17:00', supervisor.id)).rejects.toMatchObject(twice)
    const stranger = as(manager)(meetings.bookFor, {
      schoolId,
      roundId: id,
      studentId: laila.id,
      teacherId: teacher.id,
      starts: '17:12',
    })
    await expect(stranger).rejects.toMatchObject(refused(409, 'This teacher does not teach the student'))
    const board = await as(manager)(meetings.board, { schoolId, roundId: id, teacherId: teacher.id })
    expect(board).toHaveLength(5)
    expect(board[0]).toMatchObject({ starts: '17:00', studentId: omar.id, room: '12', isClosed: false })
    const changed = (on: boolean) => ({ kind: 'meetingChanged', on, date: evening.day, studentId: omar.id })
    expect(await itemsOf(parent)).toContainEqual(changed(true))
    await as(manager)(meetings.cancelFor, { schoolId, roundId: id, bookingId: board[0]!.bookingId! })
    expect(await itemsOf(mother)).toContainEqual(changed(false))

    await bookFor('17:00')
    const { version } = (await as(manager)(meetings.rounds, { schoolId }))[0]!
    const others = [{ teacherId: supervisor.id }]
    const kept = await save({ roundId: id, teachers: others, baseVersion: version })
    expect(kept.teachers.map(({ teacherId, booked }) => [teacherId, booked])).toEqual([[supervisor.id, 0]])
    await expect(save({ roundId: id, baseVersion: version })).rejects.toMatchObject({ status: 409 })
    expect((await free(id))!.meetings.some(({ bookingId }) => bookingId !== null)).toBe(false)
  })

  test('cannot make an evening whose times, classes or teachers cannot be', async () => {
    for (const wrong of [
      { day: daysFrom(today, -1) },
      { toTime: '17:05' },
      { breakFrom: '17:20' },
      { breakFrom: '17:30', breakTo: '18:30' },
      { allFrom: daysFrom(today, 8) },
      { teachers: [...evening.teachers, ...evening.teachers] },
      { minutes: 4 },
    ])
      await expect(save(wrong)).rejects.toMatchObject({ status: 400 })
    await expect(save({ teachers: [{ teacherId: parent.id }] })).rejects.toMatchObject(notFound)
    await expect(save({ classRoomIds: [world.deltaClass1.id] })).rejects.toMatchObject(notFound)
    expect(await as(manager)(meetings.rounds, { schoolId })).toEqual([])
  })

  test('is the only one to make evenings and to read who comes', async () => {
    const id = await opened({ classRoomIds: [class4a.id, class5a.id] })
    for (const person of [supervisor, teacher, parent]) {
      await expect(as(person)(meetings.save, evening)).rejects.toMatchObject(notAllowed)
      await expect(as(person)(meetings.board, { schoolId, roundId: id })).rejects.toMatchObject(notAllowed)
    }
    await expect(as(otherManager)(meetings.board, { schoolId, roundId: id })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(ownMeetings.day, { schoolId })).rejects.toMatchObject(notFound)
    await expect(as(parent)(ownMeetings.day, { schoolId })).rejects.toMatchObject(notAllowed)
  })
})
