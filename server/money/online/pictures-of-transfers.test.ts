import { beforeEach, expect, test } from 'vitest'
import { feesOnline } from '#contract/money/online/online.ts'
import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { daysFrom } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { newId } from '#server/db/ids.ts'
import { eraseFromFees } from '#server/run/operator/child-elsewhere.queries.ts'
import { childrenNamed } from '#server/run/operator/child-words.queries.ts'
import { eraseExpired } from '#server/run/start/housekeeping.ts'
import { retentionDays } from '#server/run/start/retention.ts'
import type { Person } from '#test/harness/app.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { refused } from '#test/harness/traces.ts'
import { plain } from '#test/pictures/files.ts'
import { sending } from '#test/pictures/sending.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, sql, app, connection, tokenOf, begin, plan, charge, family } = await feesOfNile()
const { upload, fetch } = sending(app)
const { parent, mother, unpaidParent, classmatesParent, manager, supervisor, otherManager, nile, delta, omar } = world

const sent = async (person: Person, id: string = nile.id) =>
  upload(await tokenOf(person), { type: '8', id, bytes: await plain('png', { width: 2600, height: 1300 }) })
const picture = async () => (await sent(parent)).json() as string
const tell = (imageUrl: string, more: object = {}, person: Person = parent) =>
  as(person)(feesOnline.tell, {
    clientOperationId: newId(),
    schoolId: nile.id,
    amount: '1000',
    day: today,
    reference: 'IPN-771',
    imageUrl,
    ...more,
  })
const seenBy = async (person: Person | null, url: string) =>
  (await fetch(person && (await tokenOf(person)), url)).statusCode
const stored = async () =>
  (await sql<{ url: string }>(`select '/media/' || name as url from media where kind = 'transfer'`)).map(
    ({ url }) => url,
  )
const notYours = refused(400, 'This picture is not yours to use')

beforeEach(async () => {
  await sql(`delete from media where kind = 'transfer'`)
  const { tuition } = await begin()
  await plan([{ itemId: tuition, amount: '3000', parts: [{ dueOn: today }] }])
  await charge()
  await family(omar)
})

test('the slip of a transfer is seen by who sent it and by who sees fees, and by nobody else', async () => {
  const url = await picture()
  expect(await tell(url)).toMatchObject({ imageUrl: url })
  expect((await as(manager)(feesOnlineOffice.told, { schoolId: nile.id }))[0]).toMatchObject({ imageUrl: url })
  for (const person of [parent, manager]) expect(await seenBy(person, url)).toBe(200)
  for (const person of [mother, classmatesParent, unpaidParent, supervisor, otherManager, null])
    expect(await seenBy(person, url)).toBe(404)
})

test('who does not pay any more sees it no more, and sends none', async () => {
  const url = await picture()
  await tell(url)
  const pays = (does: boolean) =>
    sql('update student_parents set pay_until = $1 where parent_id = $2', [
      does ? null : daysFrom(today, -1),
      parent.id,
    ])
  await pays(false)
  expect([await seenBy(parent, url), (await sent(parent)).statusCode, await seenBy(manager, url)]).toEqual([
    404, 404, 200,
  ])
  await pays(true)
  expect(await seenBy(parent, url)).toBe(200)
})

test('it is sent to a school in which one pays', async () => {
  expect((await sent(parent, delta.id)).statusCode).toBe(404)
  for (const person of [manager, supervisor]) expect((await sent(person)).statusCode).toBe(404)
})

test('it belongs to one report, by the person who sent it', async () => {
  const url = await picture()
  await expect(tell(url, {}, mother)).rejects.toMatchObject(notYours)
  await expect(tell(`/media/${'x'.repeat(43)}`)).rejects.toMatchObject(notYours)
  await tell(url)
  await expect(tell(url, { reference: 'IPN-772' })).rejects.toMatchObject(notYours)
})

test('it goes 180 days after the decision, and one that no report names on the next day', async () => {
  const [used, unused] = [await picture(), await picture()]
  const { id: toldId } = await tell(used)
  const nightly = async () => {
    await eraseExpired(connection, retentionDays)
    await sql(`update media set replaced_at = replaced_at - interval '25 hours' where kind = 'transfer'`)
    await eraseExpired(connection, retentionDays)
  }
  await nightly()
  expect(await stored()).toEqual([used])
  expect(await stored()).not.toContain(unused)
  await as(manager)(feesOnlineOffice.refuseTold, { schoolId: nile.id, toldId, reason: 'not on the statement' })
  await sql(`update told_transfers set decided_at = decided_at - interval '181 days'`)
  await nightly()
  expect(await stored()).toEqual([])
  expect((await as(manager)(feesOnlineOffice.told, { schoolId: nile.id }))[0]).toMatchObject({ imageUrl: null })
})

test('it goes with a child of the family that is erased; the report stays', async () => {
  const url = await picture()
  await tell(url)
  await withClient(connection, async (client) => {
    const [other] = await childrenNamed(client, world.unpaidStudent.id)
    await eraseFromFees(client, other!)
  })
  expect(await stored()).toEqual([url])
  await withClient(connection, async (client) => {
    const [child] = await childrenNamed(client, omar.id)
    await eraseFromFees(client, child!)
  })
  expect(await stored()).toEqual([])
  expect((await as(manager)(feesOnlineOffice.told, { schoolId: nile.id }))[0]).toMatchObject({
    imageUrl: null,
    reference: 'IPN-771',
  })
  expect(await sql('select from told_transfers where family_id is not null')).toHaveLength(1)
})
