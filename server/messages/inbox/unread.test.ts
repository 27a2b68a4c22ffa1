import { beforeAll, describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { postWriting } from '#contract/messages/posts/posts.ts'
import { newId } from '#server/db/ids.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, insert, setWork } = byHandIn(connection)
const { parent, manager, supervisor, nile, omar, classmate } = world

const item = (kind: string, more: object = {}) => ({
  id: newId(),
  person_id: parent.id,
  occasion: newId(),
  kind,
  at_school_id: nile.id,
  student_id: omar.id,
  ...more,
})

const counts = async (of: string) => {
  const rows = await sql(`select student_id, unread from (${of}) counted order by student_id`)
  return rows.map(({ student_id, unread }) => [student_id, unread])
}
const byKind = () => counts(`select student_id, unread from unread_of('${parent.id}')`)
const byView = () =>
  counts(
    `select student_id, count(*)::integer as unread from inbox_seen where person_id = '${parent.id}' and read_at is null
     group by student_id`,
  )
const inAll = async () => (await as(parent)(inbox.unread, {})).unread

/** The unread items about Omar, after checking that both ways of counting and the product give the same. */
async function unreadOfOmar() {
  expect(await byKind()).toEqual(await byView())
  const [row] = (await byKind()) as [string, number][]
  expect(await inAll()).toBe(row?.[1] ?? 0)
  return row?.[1] ?? 0
}

describe('what is unread is what the inbox shows of it', () => {
  beforeAll(() => sql('delete from inbox_items'))

  test.each(['homework', 'exam', 'activity'] as const)('%s and its result', async (kind) => {
    const table = { homework: 'homework', exam: 'exams', activity: 'activities' }[kind]
    const before = await unreadOfOmar()
    const works = [await setWork(kind, today), await setWork(kind, daysFrom(today, -1))]
    await insert('inbox_items', item(kind, { subject_ids: works }))
    await insert('inbox_items', item(`${kind}Result`, { subject_ids: works }))
    expect(await unreadOfOmar()).toBe(before + 1)

    const taken = kind === 'homework' ? 'is_delivered' : 'is_attend'
    await sql(`update student_${table} set ${taken} = false where ${kind}_id = $1`, [works[0]])
    expect(await unreadOfOmar()).toBe(before + 2)

    const ofOthers = await setWork(kind, today, { student: classmate })
    await insert('inbox_items', item(kind, { subject_ids: [ofOthers] }))
    expect(await unreadOfOmar()).toBe(before + 2)

    await sql(`update ${table} set removed_at = now(), removed_by = $2 where id = any($1)`, [works, manager.id])
    expect(await unreadOfOmar()).toBe(before)
  })

  test('a note and a day of attendance', async () => {
    const before = await unreadOfOmar()
    const note = newId()
    const of = {
      school_id: nile.id,
      class_room_id: omar.classRoomId,
      student_id: omar.id,
      supervisor_id: supervisor.id,
    }
    await insert('student_notes', { id: note, ...of, date: today, notes: 'Read aloud beautifully' })
    const [mark] = await sql(
      `select to_char(date, 'YYYY-MM-DD') as date, class_room_id from attendance_marks where student_id = $1 limit 1`,
      [omar.id],
    )
    await insert('inbox_items', item('note', { subject_ids: [note] }))
    await insert('inbox_items', item('attendance', { subject_ids: [mark.class_room_id], day: mark.date }))
    await insert('inbox_items', item('attendance', { subject_ids: [newId()], day: mark.date }))
    expect(await unreadOfOmar()).toBe(before + 2)
  })

  test('an announcement, until it is taken back', async () => {
    const before = await inAll()
    const { id } = await as(manager)(postWriting.add, {
      schoolId: nile.id,
      title: 'Meeting of parents',
      body: 'On Sunday at six.',
      audience: [{ kind: 'class', targetId: omar.classRoomId }],
    })
    await insert('inbox_items', item('post', { subject_ids: [id], student_id: null }))
    expect(await byKind()).toEqual(await byView())
    expect(await inAll()).toBe(before + 1)

    await as(manager)(postWriting.takeBack, { postId: id })
    expect(await byKind()).toEqual(await byView())
    expect(await inAll()).toBe(before)
  })

  test('beside other kinds, of a child who left, and after the link ended', async () => {
    await insert('inbox_items', item('homework', { subject_ids: [await setWork('homework', today)] }))
    const before = await unreadOfOmar()
    expect(before).toBeGreaterThan(0)

    await sql('update students set is_paid = false, seat_ended_on = $2 where id = $1', [omar.id, daysFrom(today, -400)])
    expect(await unreadOfOmar()).toBe(0)
    await sql('update students set is_paid = true, seat_ended_on = null where id = $1', [omar.id])

    const ended = 'update student_parents set ended_at = now(), ended_by = $2 where student_id = $1 and parent_id = $3'
    await sql(ended, [omar.id, manager.id, parent.id])
    expect(await unreadOfOmar()).toBe(0)
    await sql('update student_parents set ended_at = null, ended_by = null where student_id = $1 and parent_id = $2', [
      omar.id,
      parent.id,
    ])

    await insert('inbox_items', item('otherParent'))
    expect(await unreadOfOmar()).toBe(before + 1)
    await sql('update schools set active = false where id = $1', [nile.id])
    expect(await byKind()).toEqual(await byView())
    await sql('update schools set active = true where id = $1', [nile.id])
  })

  test('no further than a hundred', async () => {
    const work = await setWork('homework', today)
    for (let n = 0; n < 120; n++) await insert('inbox_items', item('homework', { subject_ids: [work] }))
    await sql(`delete from inbox_items where kind = 'otherParent'`)
    expect(await inAll()).toBe(100)
  })
})
