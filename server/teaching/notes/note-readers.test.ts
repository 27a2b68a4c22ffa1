import { expect, test } from 'vitest'
import { notes } from '#contract/teaching/notes/notes.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, parentInBoth, mother, classmatesParent, otherManager } = world
const { class4a, omar, nile } = world

const write = () =>
  as(supervisor)(notes.add, { classRoomId: class4a.id, studentId: omar.id, date: today, notes: 'قرأ بطلاقة' })
const asSeenBy = async (person: { phone: string }, noteId: string) =>
  (await as(person)(notes.list, { studentId: omar.id })).find(({ id }) => id === noteId)

test('a note says which parents have read it and since when, and to one parent nothing of the other', async () => {
  const { id } = await write()
  expect(await asSeenBy(manager, id)).toMatchObject({ readAt: null, readBy: [] })
  expect(await as(parent)(notes.markRead, { noteIds: [id] })).toMatchObject({ changed: 1 })
  expect(await as(parent)(notes.markRead, { noteIds: [id] })).toMatchObject({ changed: 0 })

  const seen = await asSeenBy(supervisor, id)
  expect(seen).toMatchObject({ readBy: [`${parent.firstName} ${parent.lastName}`] })
  expect(seen?.readAt).not.toBeNull()
  expect(await asSeenBy(parent, id)).toMatchObject({ readAt: seen?.readAt })
  expect(await asSeenBy(mother, id)).toMatchObject({ readAt: null, readBy: [] })
  await as(mother)(notes.markRead, { noteIds: [id] })
  expect((await asSeenBy(supervisor, id))?.readBy).toHaveLength(2)
})

test('a parent whose children are in several schools sees nothing of the other parents either', async () => {
  await sql(
    `insert into student_parents (id, school_id, student_id, parent_id, relation_id, consent_by)
     select gen_random_uuid(), $1, $2, $3, (select id from relation_types limit 1), $4`,
    [nile.id, omar.id, parentInBoth.id, manager.id],
  )
  const { id } = await write()
  await as(parent)(notes.markRead, { noteIds: [id] })
  const listed = await as(parentInBoth)(notes.list, { notes: 'قرأ بطلاقة' })
  expect(listed.find((one) => one.id === id)).toMatchObject({ readAt: null, readBy: [] })
})

test('nobody but its parents reads a note, however often it is said', async () => {
  const { id } = await write()
  for (const person of [manager, supervisor, classmatesParent, otherManager])
    expect(await as(person)(notes.markRead, { noteIds: [id] })).toMatchObject({ changed: 0 })
  expect(await asSeenBy(manager, id)).toMatchObject({ readAt: null })
})

test('one for several students is read by each family for itself', async () => {
  const done = await as(manager)(notes.addToSeveral, {
    schoolId: nile.id,
    studentIds: [omar.id, world.classmate.id],
    date: today,
    notes: 'أحضروا كراسة الرسم غدًا',
  })
  expect(done).toMatchObject({ changed: 2 })
  const [own] = await as(parent)(notes.list, { studentId: omar.id, notes: 'كراسة الرسم' })
  await as(parent)(notes.markRead, { noteIds: [own!.id] })
  const written = await as(manager)(notes.list, { classRoomId: class4a.id, notes: 'كراسة الرسم' })
  const read = written.map(({ studentId, readAt }) => [studentId, readAt !== null])
  expect(read).toContainEqual([omar.id, true])
  expect(read).toContainEqual([world.classmate.id, false])
})
