import { expect, test } from 'vitest'
import type { OutputOf } from '#contract/language/operation.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { home } from '#contract/overviews/home/home.ts'
import type { queuedKinds } from '#contract/overviews/waiting/queue.ts'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { withClient } from '#server/db/client.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { testApp } from '#test/harness/app.ts'
import { byHandIn } from '#test/harness/by-hand.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { today as day } from '#test/world/clock.ts'
import { insertOneOfWaiting } from '#test/world/one-of-waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = byHandIn(connection)
const { giveKey } = tracesIn(connection)
const {
  manager,
  deputy,
  supervisor,
  teacher,
  idleTeacher,
  otherManager,
  parent,
  registrar,
  nile,
  delta,
  omar,
  class4a,
} = world

type Kind = (typeof queuedKinds)[number]
type Item = OutputOf<typeof waiting.list>[number]

const bySchool = { schoolId: nile.id }
const queueOf = async (person: { phone: string }, more: { kind?: Kind; decided?: boolean; pageNumber?: number } = {}) =>
  (await as(person).listed(waiting.list, { ...bySchool, pageSize: 100, ...more })).rows as Item[]
const oneOf = async (kind: Kind) => (await queueOf(manager, { kind }))[0]!
const ids = (rows: readonly { id: string }[]) => rows.map(({ id }) => id).sort()

await withClient(connection, insertOneOfWaiting)

test('the queue lists what each kind lists, kind after kind, and the home counts the same', async () => {
  const rows = await queueOf(manager)
  const { listed } = as(manager)
  const all = { ...bySchool, pageSize: 200 }
  const lists = {
    excuses: (await listed(excuses.waiting, all)).rows,
    letters: (await listed(absenceRules.steps, { ...all, state: 'open' })).rows,
    conduct: (await listed(conduct.list, { ...all, state: 'waiting' })).rows,
    payments: (await listed(paymentRequests.list, { ...bySchool, approved: undefined })).rows.filter(
      ({ approved }) => approved === null,
    ),
    staffInvitations: (await listed(staffInvitations.list, bySchool)).rows,
  }
  for (const [kind, own] of Object.entries(lists)) {
    expect(own.length, kind).toBeGreaterThan(0)
    expect(ids(rows.filter((one) => one.kind === kind)), kind).toEqual(ids(own))
  }
  const kinds = [...new Set(rows.map(({ kind }) => kind))]
  expect(kinds).toEqual([
    'excuses',
    'letters',
    'conduct',
    'numbers',
    'imports',
    'nextYear',
    'payments',
    'staffInvitations',
  ])
  const counts = kinds.map((kind) => ({ kind, count: rows.filter((one) => one.kind === kind).length }))
  const counted = await as(manager)(waiting.counts, bySchool)
  expect(counted.filter(({ kind }) => kind !== 'invitations' && kind !== 'marks')).toEqual(counts)
  expect((await as(manager)(home.school, bySchool)).waiting).toEqual(counted)
  for (const kind of kinds) {
    const moments = rows.filter((one) => one.kind === kind).map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted())
  }
})

test('a page of the queue goes on where the one before ended', async () => {
  const all = ids(await queueOf(manager))
  const pages = []
  for (let pageNumber = 1; pages.length < all.length; pageNumber++) {
    const { rows, total } = await as(manager).listed(waiting.list, { ...bySchool, pageNumber, pageSize: 3 })
    expect(total).toBe(all.length)
    pages.push(...(rows as Item[]))
  }
  expect(ids(pages)).toEqual(all)
})

test('each row has what is needed beside it', async () => {
  const { excuse } = await oneOf('excuses')
  await as(supervisor)(attendance.save, {
    classRoomId: class4a.id,
    date: day,
    students: [{ studentId: omar.id, state: 'absent' }],
  })
  await sql('update excuses set from_day = $2, to_day = $2 where id = $1', [excuse!.id, day])
  const { excuse: seen } = await oneOf('excuses')
  expect(seen).toMatchObject({ studentId: omar.id, days: [{ date: day, state: 'absent' }], absentDays: 1 })
  expect(seen!.absentThisYear).toBeGreaterThan(0)
  expect((await oneOf('letters')).step).toMatchObject({ studentId: omar.id })
  expect((await oneOf('conduct')).conduct).toMatchObject({ studentId: omar.id, counsellorNote: null })
  expect((await oneOf('numbers')).numberChange).toMatchObject({ newNumber: '01000000995', may: { withdraw: true } })
  expect((await oneOf('imports')).draft).toMatchObject({ fileName: 'فصل ٤أ.xlsx', rows: 20, problems: 2 })
  expect((await oneOf('nextYear')).promotion).toMatchObject({ toYearName: '2027/2028' })
  expect((await oneOf('payments')).payment).toMatchObject({ may: { approve: false, reject: false } })
  expect((await queueOf(manager, { kind: 'staffInvitations' })).at(-1)!.invitation).toMatchObject({
    teacherName: 'معلم جديد',
  })
})

test('a person sees the kinds of their keys, about students within their reach, and marks only with their key', async () => {
  await expect(queueOf(idleTeacher)).rejects.toMatchObject(notAllowed)
  await expect(queueOf(parent)).rejects.toMatchObject(notAllowed)
  await expect(queueOf(otherManager)).rejects.toMatchObject(notFound)
  await expect(as(manager)(waiting.counts, { schoolId: delta.id })).rejects.toMatchObject(notFound)

  await giveKey(idleTeacher, 'DecideExcuses', nile)
  expect(await queueOf(idleTeacher)).toEqual([])
  await giveKey(supervisor, 'DecideExcuses', nile)
  const seen = await queueOf(supervisor)
  expect(new Set(seen.map(({ kind }) => kind))).toEqual(new Set(['excuses']))
  expect(seen.every(({ excuse }) => excuse!.classRoomId === class4a.id)).toBe(true)
  expect(await queueOf(supervisor, { kind: 'payments' })).toEqual([])

  await giveKey(registrar, 'DecideExcuses', nile)
  const [{ excuse }] = (await queueOf(registrar, { kind: 'excuses' })) as [Item]
  expect(excuse).toMatchObject({ studentId: omar.id, days: [], absentThisYear: null })
})

test('what is decided leaves the queue, stands among the decided ones with who and when, and comes back by an undo', async () => {
  const { excuse } = await oneOf('excuses')
  const ofExcuse = { studentId: excuse!.studentId, excuseId: excuse!.id }
  await as(deputy)(excuses.decide, { ...ofExcuse, accept: true })
  expect(ids(await queueOf(manager))).not.toContain(excuse!.id)
  const [latest] = await queueOf(manager, { decided: true })
  expect(latest).toMatchObject({ kind: 'excuses', excuse: { id: excuse!.id, accepted: true } })
  expect(latest!.excuse!.decidedByName).toContain('إيمان')
  await as(manager)(excuses.undo, ofExcuse)
  expect(ids(await queueOf(manager))).toContain(excuse!.id)

  const { step } = await oneOf('letters')
  const ofStep = { studentId: step!.studentId, stepId: step!.id }
  await as(deputy)(absenceRules.handle, { ...ofStep, note: 'سُلّم الإنذار' })
  expect(await queueOf(manager, { kind: 'letters' })).toEqual([])
  expect((await queueOf(manager, { kind: 'letters', decided: true }))[0]!.step).toMatchObject({
    id: step!.id,
    handledNote: 'سُلّم الإنذار',
  })
  expect(await as(manager)(absenceRules.reopen, ofStep)).toMatchObject({ handledAt: null, handledNote: null })
  expect(ids(await queueOf(manager, { kind: 'letters' }))).toEqual([step!.id])
  await expect(as(manager)(absenceRules.reopen, ofStep)).rejects.toMatchObject({ status: 409 })
  await expect(as(idleTeacher)(absenceRules.reopen, ofStep)).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(absenceRules.reopen, ofStep)).rejects.toMatchObject(notFound)
})

test('a record that is kept from the parents waits no more, and can still be published', async () => {
  const { conduct: record } = await oneOf('conduct')
  const named = { studentId: record!.studentId, recordId: record!.id }
  const kept = await as(deputy)(conduct.decide, { ...named, publish: false, measure: 'تنبيه' })
  expect(kept).toMatchObject({ publishedAt: null, keptByName: expect.stringContaining('إيمان') as string })
  expect(ids(await queueOf(manager))).not.toContain(record!.id)
  expect(ids(await as(manager)(conduct.list, { ...bySchool, state: 'kept' }))).toContain(record!.id)
  expect(ids(await as(manager)(conduct.list, { ...bySchool, state: 'waiting' }))).not.toContain(record!.id)
  expect((await queueOf(manager, { decided: true }))[0]!.conduct).toMatchObject({ id: record!.id, measure: 'تنبيه' })
  const published = await as(deputy)(conduct.decide, { ...named, publish: true })
  expect(published).toMatchObject({ keptAt: null, keptByName: null })
  expect(published.publishedAt).not.toBeNull()
})

test('what was decided longer ago than the queue goes back is not listed', async () => {
  const { excuse } = await oneOf('excuses')
  await as(deputy)(excuses.decide, { studentId: excuse!.studentId, excuseId: excuse!.id, accept: true })
  await sql(`update excuses set decided_at = decided_at - interval '31 days' where id = $1`, [excuse!.id])
  expect(ids(await queueOf(manager, { decided: true, kind: 'excuses' }))).not.toContain(excuse!.id)
})

test('teachers with whom marks wait are reminded once a day, by name, and only they', async () => {
  const owing = async (person: { phone: string }) => (await as(person).listed(waiting.teachersOwing, bySchool)).rows
  const before = await owing(manager)
  expect(before.length).toBeGreaterThan(1)
  const marks = (await as(manager)(waiting.counts, bySchool)).find(({ kind }) => kind === 'marks')!.count
  expect(before.every(({ works, remindedAt }) => works > 0 && works <= marks && remindedAt === null)).toBe(true)
  expect(before.reduce((sum, { works }) => sum + works, 0)).toBeGreaterThanOrEqual(marks)

  const first = before[0]!.teacherId
  const one = { ...bySchool, teacherIds: [first] }
  expect(await as(deputy)(waiting.remindTeachers, one)).toMatchObject({ changed: 1 })
  await expect(as(manager)(waiting.remindTeachers, one)).rejects.toMatchObject({ status: 409 })
  expect(await as(manager)(waiting.remindTeachers, bySchool)).toMatchObject({ changed: before.length - 1 })
  await expect(as(manager)(waiting.remindTeachers, bySchool)).rejects.toMatchObject({ status: 409 })
  const after = await owing(manager)
  expect(after.find(({ teacherId }) => teacherId === first)!.remindedByName).toContain('إيمان')

  await deliverAll(connection)
  for (const { teacherId } of before) {
    const items = await sql(
      `select kind, subject_ids from inbox_items where person_id = $1 and kind = 'marksMissing'`,
      [teacherId],
    )
    expect(items).toEqual([{ kind: 'marksMissing', subject_ids: [teacherId === first ? deputy.id : manager.id] }])
  }
  const [item] = await as(teacher)(inbox.items, { topic: 'duties' })
  expect(item).toMatchObject({ kind: 'marksMissing', schoolId: nile.id, link: { to: 'home' } })
  expect(item!.personName).toBeTruthy()

  await expect(as(manager)(waiting.remindTeachers, { ...bySchool, teacherIds: [parent.id] })).rejects.toMatchObject(
    notFound,
  )
  await expect(as(otherManager)(waiting.remindTeachers, bySchool)).rejects.toMatchObject(notFound)
  await expect(owing(registrar)).rejects.toMatchObject(notAllowed)
  await expect(owing(teacher)).rejects.toMatchObject(notAllowed)
})
