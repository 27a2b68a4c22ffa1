import { afterAll, expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { listeningTab } from '#test/harness/listening-tab.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { app, as, connection, tokenOf } = await testApp({ live: { every: 100, perPerson: 9 } })
const { sql } = tracesIn(connection)
const { manager, otherManager, deputy, supervisor, teacher, parent, nile, class4a, omar } = world
const address = await app.listen({ port: 0 })

const open: { leave: () => void }[] = []
afterAll(() => open.forEach((tab) => tab.leave()))

async function inboxOf(person: { phone: string; id: string }) {
  const tab = await listeningTab(address, await tokenOf(person), { inbox: person.id })
  open.push(tab)
  return { signalled: (times: number) => tab.received(times), change: changeOf(person) }
}
const changeOf = ({ id }: { id: string }) => ({ topic: 'inbox', id, studentId: null, version: 0 })

test('an excuse that is decided is signalled to everybody who might have decided it, and to nobody of another school', async () => {
  const asked = { studentId: omar.id, excuseKind: 'illness' as const, fromDay: today }
  const inboxes = await Promise.all([manager, deputy].map(inboxOf))
  const elsewhere = await inboxOf(otherManager)
  for (const [nth, accept] of [false, true].entries()) {
    const { id: excuseId } = await as(parent)(excuses.ask, asked)
    await as(manager)(excuses.decide, { studentId: omar.id, excuseId, accept, ...(!accept && { reason: 'لا' }) })
    for (const { signalled, change } of inboxes)
      expect(await signalled(nth + 1)).toEqual(Array.from({ length: nth + 1 }, () => change))
  }
  // Signals arrive in the order of sending, so this one arrives after theirs.
  const ownSignal = { ...elsewhere.change, version: 7 }
  await sql("select pg_notify('live', $1)", [JSON.stringify(ownSignal)])
  expect(await elsewhere.signalled(1)).toEqual([ownSignal])
})

test('the first register of the day is signalled to who supervises and teaches the class', async () => {
  await sql('delete from attendance_marks where school_id = $1 and class_room_id = $2', [nile.id, class4a.id])
  const inboxes = await Promise.all([supervisor, teacher].map(inboxOf))
  const save = (state: 'present' | 'late') =>
    as(manager)(attendance.save, { classRoomId: class4a.id, date: today, students: [{ studentId: omar.id, state }] })
  await save('present')
  for (const { signalled, change } of inboxes) expect(await signalled(1)).toEqual([change])
  // At this point the request behind the item is gone.
  await save('late')
  for (const { signalled } of inboxes) expect(await signalled(1)).toHaveLength(1)
})
