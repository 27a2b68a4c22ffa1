import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { studentMerges } from '#contract/people/student-merges/student-merges.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { withClient } from '#server/db/client.ts'
import { notifyOfPromotions } from './promotion-notices.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { promoting } from '#test/harness/promoting.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { manager, deputy, teacher, nile, nileYear } = world
const { class4a, class5a, omar, laila, classmate } = world
const { sql, work, anew, start, planOf, rowsOf, allUp, settled, done, undone, dump } = promoting(app)
work({ atOnce: 20 })

beforeEach(anew)

describe('a promotion', () => {
  test('is done as a whole, undone until nothing of it is left but journals, and done again', async () => {
    const before = await dump()
    const draft = await start()
    await allUp(draft.id)
    await as(manager)(promotions.decide, { promotionId: draft.id, items: [{ studentId: omar.id, decision: 'wait' }] })
    const afterStart = await dump()
    expect({ ...afterStart, grades: before.grades }).toEqual(before)
    const plan = await planOf(draft.id)
    const after = await done(draft.id)
    expect(after).toMatchObject({ state: 'done', reason: null, moved: plan.up, left: plan.leave, toYearExists: true })
    const open = await sql(
      `select st.id from students st left join student_classes h on h.school_id = st.school_id and h.student_id = st.id and h.to_day is null
       where st.school_id = $1 and st.active group by st.id having count(h.id) <> 1 or max(h.class_room_id::text) <> max(st.class_room_id::text)`,
      [nile.id],
    )
    expect(open).toEqual([])
    const [inClass] = await sql(`select class_room_id from students where id = $1`, [omar.id])
    expect(inClass.class_room_id).toBe(class4a.id)
    expect(await rowsOf(draft.id, { show: 'leave' })).toHaveLength(plan.leave)
    expect(
      await sql(`select from student_leavings where school_id = $1 and left_on = $2`, [nile.id, today]),
    ).toHaveLength(plan.leave)

    expect(await undone(draft.id)).toMatchObject({ state: 'undone', reason: null, kept: 0 })
    expect(await dump()).toEqual(afterStart)

    const again = await start()
    await allUp(again.id)
    expect(await done(again.id)).toMatchObject({ state: 'done', moved: plan.up + 1 })
    await undone(again.id)
    expect(await dump()).toEqual(afterStart)
  })

  test('is undone but for students with new records, who are named', async () => {
    const draft = await start()
    await allUp(draft.id)
    await done(draft.id)
    const [{ class_room_id: newClass }] = await sql(`select class_room_id from students where id = $1`, [omar.id])
    await as(manager)(attendance.save, {
      classRoomId: newClass,
      date: today,
      students: [{ studentId: omar.id, state: 'present' }],
    })
    await expect(as(manager)(promotions.undo, { promotionId: draft.id })).rejects.toMatchObject({
      status: 409,
      message: 'Later changes stand in the way for some students',
    })
    expect(await rowsOf(draft.id, { show: 'hindering' })).toEqual([
      expect.objectContaining({ studentId: omar.id, problem: 'This student already has records in the new class' }),
    ])
    expect(await undone(draft.id, true)).toMatchObject({ state: 'undone', kept: 1 })
    const [{ class_room_id: kept }] = await sql(`select class_room_id from students where id = $1`, [omar.id])
    expect(kept).toBe(newClass)
    const [{ class_room_id: back }] = await sql(`select class_room_id from students where id = $1`, [laila.id])
    expect(back).toBe(class5a.id)
  })

  test('is not undone into a class that would be over its capacity', async () => {
    const draft = await start()
    await allUp(draft.id)
    await done(draft.id)
    const [{ many, most }] = await sql(
      `select count(*)::integer as many, (select max_of_students from class_rooms where school_id = $3 and id = $2) as most
       from promotion_students where school_id = $3 and promotion_id = $1 and from_class_id = $2 and outcome in ('moved', 'left')`,
      [draft.id, class5a.id, nile.id],
    )
    const hindering = async (places: number) => {
      await sql('update class_rooms set max_of_students = $2 where id = $1', [class5a.id, places])
      return (await rowsOf(draft.id, { show: 'hindering' })).map(({ problem }) => problem)
    }
    expect(many).toBeGreaterThan(1)
    expect(await hindering(many - 1)).toEqual(Array.from({ length: many }, () => 'The class of before is full by now'))
    await expect(as(manager)(promotions.undo, { promotionId: draft.id })).rejects.toMatchObject({ status: 409 })
    expect(await hindering(many)).toEqual([])
    expect(await undone(draft.id)).toMatchObject({ state: 'undone', kept: 0 })
    await hindering(most)
  })

  test('of two managers at once is done once', async () => {
    const { id: promotionId } = await start()
    const { plan } = await allUp(promotionId)
    const both = await Promise.allSettled(
      [manager, deputy].map((person) => as(person)(promotions.do, { promotionId, plan })),
    )
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await settled(promotionId)).toMatchObject({ state: 'done' })
    await expect(as(manager)(promotions.plan, { promotionId })).rejects.toMatchObject({ status: 409 })
    await undone(promotionId)
  })

  test('comes back as a draft when the facts changed before the worker came, or the person may do it no more', async () => {
    const { id: promotionId } = await start()
    const { plan } = await allUp(promotionId)
    await sql(
      `update promotions set state = 'waiting', plan_hash = $2 || 'other', started_by = made_by where id = $1`,
      [promotionId, plan],
    )
    expect(await settled(promotionId)).toMatchObject({
      state: 'draft',
      reason: 'Somebody else changed this meanwhile',
      moved: 0,
    })
    await sql(`update promotions set state = 'waiting', plan_hash = $2, started_by = $3 where id = $1`, [
      promotionId,
      plan,
      teacher.id,
    ])
    expect(await settled(promotionId)).toMatchObject({
      state: 'draft',
      reason: 'The person who started this may no longer do it',
    })
  })

  test('leaves students who wait for a second round, and these move alone later', async () => {
    const draft = await start()
    await allUp(draft.id)
    await as(manager)(promotions.decide, {
      promotionId: draft.id,
      items: [{ studentId: classmate.id, decision: 'wait' }],
    })
    await done(draft.id)
    const later = await start({ toYearName: undefined, toYearId: draft.toYearId })
    expect(later).toMatchObject({ toYearExists: true, newClasses: [] })
    expect(await allUp(later.id)).toMatchObject({ students: 1, up: 1, months: 0, hindrance: null })
    expect(await done(later.id)).toMatchObject({ state: 'done', moved: 1, left: 0 })
    expect(await undone(later.id)).toMatchObject({ state: 'undone' })
    expect(await undone(draft.id)).toMatchObject({ state: 'undone', kept: 0 })
  })

  test('closes the classes of the old year with that year, and reopening it opens them again', async () => {
    const draft = await start()
    await allUp(draft.id)
    await done(draft.id)
    const active = () =>
      sql(`select count(*)::integer as many from class_rooms where school_year_id = $1 and active`, [nileYear.id])
    expect(await active()).toEqual([{ many: 6 }])
    await as(manager)(years.complete, { schoolYearId: nileYear.id })
    expect(await active()).toEqual([{ many: 0 }])
    await expect(as(manager)(promotions.undo, { promotionId: draft.id })).rejects.toMatchObject({
      message: 'Reopen the old year first',
    })
    await as(manager)(years.reopen, { schoolYearId: nileYear.id })
    expect(await active()).toEqual([{ many: 6 }])
    await undone(draft.id)
  })

  test('leaves the class of a student who waits for a second round open with that year', async () => {
    const draft = await start()
    await allUp(draft.id)
    await as(manager)(promotions.decide, {
      promotionId: draft.id,
      items: [{ studentId: classmate.id, decision: 'wait' }],
    })
    await done(draft.id)
    await as(manager)(years.complete, { schoolYearId: nileYear.id })
    expect(await sql('select id from class_rooms where school_year_id = $1 and active', [nileYear.id])).toEqual([
      { id: class4a.id },
    ])
    await as(manager)(years.reopen, { schoolYearId: nileYear.id })
    await undone(draft.id)
  })

  test('is not undone once the old year was completed while the worker waited', async () => {
    const draft = await start()
    await allUp(draft.id)
    await done(draft.id)
    const complete = `update school_years set active = false, completed = true where id = '${nileYear.id}'`
    await withClient(connection, async (client) => {
      await client.query(`begin; select from schools where id = '${nile.id}' for no key update`)
      await as(manager)(promotions.undo, { promotionId: draft.id })
      await expect.poll(() => sql(whoWaits)).toHaveLength(1)
      await client.query(`${complete}; commit`)
    })
    expect(await settled(draft.id)).toMatchObject({ state: 'done', reason: 'Reopen the old year first' })
    await sql('update school_years set completed = false, active = true where id = $1', [nileYear.id])
    await undone(draft.id)
  })

  test('lets parents know of the new class on the day that was chosen, and at once without one', async () => {
    const draft = await start()
    await allUp(draft.id)
    const later = daysFrom(today, 3)
    await as(manager)(promotions.setOptions, { promotionId: draft.id, notifyOn: later })
    const before = await notices()
    const { moved, notified } = await done(draft.id)
    expect(notified).toBe(false)
    expect(await notices()).toEqual(before)
    expect(await notifyOfPromotions(connection, clock.now())).toBe(0)
    expect(await notifyOfPromotions(connection, new Date(`${later}T12:00:00Z`))).toBe(1)
    expect(await notices()).toEqual({ events: before.events + 4, students: before.students + moved })
    await undone(draft.id)
  })

  test('is undone but for a student who left by it and was merged with another since', async () => {
    const draft = await start()
    await allUp(draft.id)
    await as(manager)(promotions.decide, {
      promotionId: draft.id,
      items: [{ studentId: classmate.id, decision: 'leave' }],
    })
    await done(draft.id)
    const two = { studentId: laila.id, otherId: classmate.id }
    const { id: mergeId } = await as(manager)(studentMerges.merge, { ...two, marks: [] })
    expect(await rowsOf(draft.id, { show: 'hindering' })).toEqual([
      expect.objectContaining({ studentId: classmate.id, problem: 'This student was merged with another' }),
    ])
    await as(manager)(studentMerges.undo, { studentId: laila.id, mergeId })
    expect(await rowsOf(draft.id, { show: 'hindering' })).toEqual([])

    await as(manager)(studentMerges.merge, { ...two, marks: [] })
    expect(await undone(draft.id, true)).toMatchObject({ state: 'undone', reason: null, kept: 1 })
  })

  const notices = async () =>
    (
      await sql<{ events: number; students: number }>(
        `select count(*)::integer as events, coalesce(sum(jsonb_array_length(payload -> 'studentIds')), 0)::integer as students
         from outbox where event = 'class changed'`,
      )
    )[0]!
})
