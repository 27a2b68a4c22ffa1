import { beforeEach, expect, test } from 'vitest'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { daysFrom } from '#server/base/days.ts'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { retentionDays } from '#server/run/start/retention.ts'
import { type Person, testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { app, as, connection, tokenOf } = await testApp()
const { upload, fetch } = sending(app)
const { sql } = tracesIn(connection)
const { parent, mother, classmatesParent, manager, supervisor, secondSupervisor, otherManager, omar, laila } = world

const sent = async (person: Person, id: string = omar.id) =>
  upload(await tokenOf(person), { type: '7', id, bytes: await plain('png', { width: 2600, height: 1300 }) })
const picture = async () => (await sent(parent)).json() as string
const ask = (imageUrl: string, more: object = {}, person: Person = parent) =>
  as(person)(excuses.ask, {
    studentId: omar.id,
    fromDay: daysFrom(today, -1),
    excuseKind: 'illness',
    imageUrl,
    ...more,
  })
const seenBy = async (person: Person | null, url: string) =>
  (await fetch(person && (await tokenOf(person)), url)).statusCode

beforeEach(() => sql('delete from excuses'))

test('a picture of an excuse is seen by the parents and by who decides, and by nobody else', async () => {
  const url = await picture()
  const { imageUrl } = await ask(url)
  expect(imageUrl).toBe(url)
  for (const person of [parent, mother, manager]) expect(await seenBy(person, url)).toBe(200)
  // A supervisor of the class without the key, a supervisor of another class, other parents and schools, and a visitor.
  for (const person of [supervisor, secondSupervisor, classmatesParent, otherManager, null])
    expect(await seenBy(person, url)).toBe(404)
})

test('it is sent for a child of one’s own', async () => {
  for (const person of [classmatesParent, manager]) expect((await sent(person)).statusCode).toBe(404)
})

test('it belongs to one excuse of that child, by the person who sent it', async () => {
  const notYours = refused(400, 'This picture is not yours to use')
  const url = await picture()
  await expect(ask(url, {}, mother)).rejects.toMatchObject(notYours)
  await expect(ask(url, { studentId: laila.id })).rejects.toMatchObject(notYours)
  await ask(url)
  await expect(ask(url, { fromDay: today })).rejects.toMatchObject(notYours)
})

test('it is erased after its time, and one that was never used on the next day', async () => {
  const [used, unused] = [await picture(), await picture()]
  const { id } = await ask(used)
  const names = () => sql(`select '/media/' || name as url from media where kind = 'excuse' order by created_at`)
  const nightly = async () => {
    await eraseExpired(connection, retentionDays)
    await sql(`update media set replaced_at = replaced_at - interval '25 hours' where kind = 'excuse'`)
    await eraseExpired(connection, retentionDays)
  }
  await nightly()
  expect((await names()).map(({ url }) => url)).toContain(used)
  expect((await names()).map(({ url }) => url)).not.toContain(unused)
  await as(manager)(excuses.decide, { studentId: omar.id, excuseId: id, accept: true })
  await sql(`update excuses set decided_at = decided_at - interval '181 days'`)
  await nightly()
  expect((await names()).map(({ url }) => url)).not.toContain(used)
  expect((await as(parent)(excuses.ofStudent, { studentId: omar.id }))[0]).toMatchObject({ id, imageUrl: null })
})

test('that staff looked at it is written down as a read of the child, and of parents nothing', async () => {
  const url = await picture()
  await ask(url)
  await sql('alter table audit_lines disable trigger append_only')
  await sql(`delete from audit_lines where outcome = 'read'`)
  for (const person of [parent, mother, manager]) expect(await seenBy(person, url)).toBe(200)
  const read = () =>
    sql(`select person_id, target_kind, target_id from audit_lines where operation like 'media%' and outcome = 'read'`)
  await expect.poll(read).toEqual([{ person_id: manager.id, target_kind: 'student', target_id: omar.id }])
})
