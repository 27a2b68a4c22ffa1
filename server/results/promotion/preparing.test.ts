import { beforeEach, describe, expect, test } from 'vitest'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { promoting } from '#test/harness/promoting.ts'
import { notAllowed, notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, deputy, teacher, otherManager, nile, nileYear, nilePastYear, grade4, grade5, grade6 } = world
const { class4a, class5a, class5b, omar, laila, classmate } = world
const { sql, anew, start, planOf, rowsOf, allUp } = promoting(app)

beforeEach(anew)

describe('the next year is prepared', () => {
  test('as a draft with a copy of each active class, and grades that follow each other in their order', async () => {
    const draft = await start()
    expect(draft).toMatchObject({ state: 'draft', step: 1, toYearName: 'العام التالي', toYearExists: false })
    expect(draft.grades.map(({ gradeId, nextGradeId }) => [gradeId, nextGradeId])).toEqual([
      [grade4.id, grade5.id],
      [grade5.id, grade6.id],
      [grade6.id, null],
    ])
    expect(draft.newClasses.map(({ name }) => name)).toEqual(draft.fromClasses.map(({ name }) => name))
    expect(draft.newClasses).toHaveLength(6)
    await expect(start()).rejects.toMatchObject({ status: 409, message: 'The next year is being prepared already' })
    expect(await as(deputy)(promotions.list, { schoolId: nile.id })).toEqual([
      expect.objectContaining({ id: draft.id, state: 'draft' }),
    ])
    expect(await as(manager)(promotions.remove, { promotionId: draft.id })).toEqual({ done: true, changed: 1 })
  })

  test('by people with all three keys, in their own school', async () => {
    const { id: promotionId } = await start()
    await expect(start({}, teacher)).rejects.toMatchObject(notAllowed)
    await expect(as(teacher)(promotions.get, { promotionId })).rejects.toMatchObject(notAllowed)
    for (const operation of [promotions.get, promotions.plan, promotions.undo, promotions.remove])
      await expect(as(otherManager)(operation, { promotionId })).rejects.toMatchObject(notFound)
  })

  test('into a year that is not completed, and not into itself', async () => {
    await expect(start({ toYearName: undefined, toYearId: nilePastYear.id })).rejects.toMatchObject({
      status: 409,
      message: 'A completed year cannot be changed',
    })
    await expect(start({ toYearName: undefined, toYearId: nileYear.id })).rejects.toMatchObject({ status: 400 })
    await expect(start({ fromYearId: nilePastYear.id })).rejects.toMatchObject({ status: 409 })
  })

  test('grades that come back to their beginning are refused', async () => {
    const { id: promotionId } = await start()
    const circle = [{ gradeId: grade6.id, nextGradeId: grade4.id }]
    await expect(as(manager)(promotions.setOptions, { promotionId, grades: circle })).rejects.toMatchObject({
      status: 400,
      message: 'These grades follow each other in a circle',
    })
    const { grades } = await as(manager)(promotions.setOptions, {
      promotionId,
      grades: [{ gradeId: grade5.id, nextGradeId: null }],
    })
    expect(grades.find(({ gradeId }) => gradeId === grade5.id)!.nextGradeId).toBeNull()
  })

  test('two classes of one name in one grade are refused, and a version that somebody else changed', async () => {
    const { id: promotionId, newClasses, version } = await start()
    const again = [...newClasses, { ...newClasses[0]!, id: undefined }]
    await expect(as(manager)(promotions.setOptions, { promotionId, newClasses: again })).rejects.toMatchObject({
      status: 409,
      message: 'A class with this name already exists',
    })
    const split = [...newClasses, { ...newClasses[0]!, id: undefined, name: 'فصل 4د' }]
    const changed = await as(manager)(promotions.setOptions, { promotionId, newClasses: split, baseVersion: version })
    expect(changed.newClasses).toHaveLength(7)
    await expect(
      as(deputy)(promotions.setOptions, { promotionId, placement: 'balanced', baseVersion: version }),
    ).rejects.toMatchObject({ status: 409 })
  })
})

describe('students are decided of', () => {
  test('all of a filter at once, and one by one, with a class by id, by name, or as the way of placing says', async () => {
    const { id: promotionId, newClasses } = await start()
    expect(await planOf(promotionId)).toMatchObject({ undecided: 118, up: 0, hindrance: expect.any(String) })
    expect(await allUp(promotionId)).toMatchObject({ undecided: 0, repeat: 0, wait: 0, problems: 0, hindrance: null })
    const copyOf = (id: string) => newClasses.find(({ fromClassId }) => fromClassId === id)!
    await as(manager)(promotions.decide, {
      promotionId,
      items: [
        { studentId: omar.id, decision: 'repeat' },
        { code: laila.code, toClassName: 'فصل 6ب' },
      ],
    })
    const byHand = await rowsOf(promotionId, { classRoomId: class4a.id, text: omar.code })
    expect(byHand).toMatchObject([{ decision: 'repeat', toClassId: copyOf(class4a.id).id, byHand: true }])
    expect(await rowsOf(promotionId, { text: laila.code })).toMatchObject([{ decision: 'up', toClassName: 'فصل 6ب' }])
    await as(manager)(promotions.decide, { promotionId, items: [{ studentId: omar.id }] })
    expect(await rowsOf(promotionId, { show: 'undecided' })).toMatchObject([{ studentId: omar.id }])
  })

  test('not twice in a list, not into a class of another grade or the other sex, nobody who is not there', async () => {
    const { id: promotionId, newClasses } = await start()
    const copyOf = (id: string) => newClasses.find(({ fromClassId }) => fromClassId === id)!.id
    const refused = (items: object[]) =>
      expect(as(manager)(promotions.decide, { promotionId, items: items as [] })).rejects
    await refused([{ studentId: omar.id }, { code: omar.code }]).toMatchObject({
      message: 'A student is listed twice',
      errors: { 'items[1].code': ['A student is listed twice'] },
    })
    await refused([{ studentId: omar.id, toClassId: copyOf(world.class6a.id) }]).toMatchObject({
      message: 'This class is of another grade',
    })
    await refused([{ studentId: omar.id, toClassId: copyOf(class5a.id) }]).toMatchObject({
      message: 'This class is for students of the other sex',
    })
    await refused([{ code: 'ST9999999999' }]).toMatchObject({
      errors: { 'items[0].code': ['No student of the old year has this code'] },
    })
    await refused([{ code: omar.code, toClassName: 'لا فصل' }]).toMatchObject({
      errors: { 'items[0].toClassName': ['No class of the next year has this name'] },
    })
    await refused([{ studentId: world.deltaStudent.id }]).toMatchObject(notFound)
  })

  test('by the last closed result: passed moves up, failed repeats, a second round waits, and others are to be decided', async () => {
    const { id: promotionId } = await start()
    await sql(`insert into school_calendars (school_id) values ($1) on conflict do nothing`, [nile.id])
    const [term] = await sql(
      `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
       values ($1, gen_random_uuid(), $2, 'الفصل الثاني', 9, $3, $3) returning id`,
      [nile.id, nileYear.id, today],
    )
    const [closing] = await sql(
      `insert into term_closings (school_id, id, term_id, grade_id, issue, closed_by)
       values ($1, gen_random_uuid(), $2, $3, 1000, $4) returning id`,
      [nile.id, term.id, grade4.id, manager.id],
    )
    const ofClass = await sql(`select id from students where class_room_id = $1 and active order by code`, [class4a.id])
    for (const [nth, [passed, second]] of [
      [true, false],
      [false, false],
      [null, true],
    ].entries())
      await sql(
        `insert into term_results (school_id, closing_id, student_id, class_room_id, parts, percent, passed, needs_second_round)
         values ($1, $2, $3, $4, '[]', 70, $5, $6)`,
        [nile.id, closing.id, ofClass[nth].id, class4a.id, passed, second],
      )
    expect(await planOf(promotionId)).toMatchObject({ up: 1, repeat: 1, wait: 1, undecided: 115 })
    const [row] = await rowsOf(promotionId, { show: 'wait' })
    expect(row).toMatchObject({ result: 'secondRound', percent: 70, decision: 'wait', toClassId: null })
    const studentId = String(ofClass[0].id)
    await as(manager)(promotions.decide, { promotionId, items: [{ studentId, decision: 'repeat' }] })
    expect(await rowsOf(promotionId, { show: 'changed' })).toMatchObject([{ studentId, decision: 'repeat' }])
    await as(manager)(promotions.decide, { promotionId, items: [{ studentId }] })
    await sql(
      `update term_closings set reopened_at = now(), reopened_by = closed_by, reopen_reason = 'خطأ' where id = $1`,
      [closing.id],
    )
    expect(await planOf(promotionId)).toMatchObject({ up: 0, undecided: 118 })
  })
})

describe('the plan', () => {
  test('has the same hash each time, another one with other facts, and is refused when somebody else changed these', async () => {
    const { id: promotionId } = await start()
    await allUp(promotionId)
    const first = await planOf(promotionId)
    expect(await planOf(promotionId, deputy)).toEqual(first)
    await sql(`update students set first_name = first_name || 'ا' where id = $1`, [omar.id])
    await expect(as(manager)(promotions.do, { promotionId, plan: first.plan })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: { promotionId, plan: expect.not.stringContaining(first.plan) },
    })
  })

  test('names classes that would be too full, and is not done so', async () => {
    const { id: promotionId, newClasses } = await start()
    const small = newClasses.map((one) => (one.fromClassId === class5b.id ? { ...one, maxOfStudents: 5 } : one))
    await as(manager)(promotions.setOptions, { promotionId, newClasses: small })
    const { classes, hindrance, plan } = await allUp(promotionId)
    expect(hindrance).toBe('A class of the next year would be too full')
    expect(classes.find(({ name }) => name === 'فصل 5ب')).toMatchObject({ maxOfStudents: 5, over: expect.any(Number) })
    await expect(as(manager)(promotions.do, { promotionId, plan })).rejects.toMatchObject({ message: hindrance })
  })

  test('copies no terms and no days of the calendar that the next year has already', async () => {
    const schoolId = nile.id
    const [{ last }] = await sql(
      'select max(end_date)::text as last from school_year_months where school_id = $1 and school_year_id = $2',
      [schoolId, nileYear.id],
    )
    const term = { name: 'الفصل الأول', startDate: daysFrom(today, -20), endDate: today }
    await as(manager)(calendarSettings.terms, { schoolId, yearId: nileYear.id, terms: [term] })
    const holiday = (name: string, day: string) => ({ kind: 'holiday' as const, name, fromDay: day, toDay: day })
    const ofThisYear = ['عيد العلم', 'عيد المعلم'].map((name) => holiday(name, today))
    await as(manager)(calendar.saveDays, { schoolId, items: ofThisYear })
    const next = await as(manager)(years.add, { schoolId, name: 'العام القادم', active: false })
    const { id: promotionId } = await start({ toYearName: undefined, toYearId: next.id })
    const before = await planOf(promotionId)
    expect(before.terms).toBe(1)

    await sql(
      `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
       values ($1, gen_random_uuid(), $2, 'فصل', 1, $3, $3)`,
      [schoolId, next.id, daysFrom(last, 60)],
    )
    await as(manager)(calendar.saveDays, { schoolId, items: [holiday('عيد العلم', daysFrom(last, 60))] })
    expect(await planOf(promotionId)).toMatchObject({ terms: 0, calendarDays: before.calendarDays - 1 })
  })

  test('counts a coin of everybody who stays, but those whose seat runs on after the year', async () => {
    const { id: promotionId } = await start()
    const { coins } = await allUp(promotionId)
    expect(coins).toBeGreaterThan(1)
    const longer = await as(manager)(years.add, { schoolId: nile.id, name: 'عام أطول', active: false })
    const month = { name: 'الأول', startDate: today, endDate: daysFrom(today, 700) }
    await as(manager)(months.add, { yearId: longer.id, ...month })
    await sql('update seats set school_year_id = $2, charged_on = $3 where student_id = $1', [
      omar.id,
      longer.id,
      today,
    ])
    expect((await planOf(promotionId)).coins).toBe(coins - 1)
  })

  test('counts no coin of who has a seat of the next year already', async () => {
    const next = await as(manager)(years.add, { schoolId: nile.id, name: 'العام الآتي', active: false })
    const { id: promotionId } = await start({ toYearName: undefined, toYearId: next.id })
    const { coins } = await allUp(promotionId)
    const hasSeat = async (refundedOn: string | null) => {
      await sql('delete from seats where student_id = $1 and school_year_id = $2', [classmate.id, next.id])
      await sql(
        `insert into seats (school_id, id, student_id, school_year_id, charged_on, refunded_on)
         values ($1, gen_random_uuid(), $2, $3, $4, $5)`,
        [nile.id, classmate.id, next.id, today, refundedOn],
      )
      return (await planOf(promotionId)).coins
    }
    expect(await hasSeat(null)).toBe(coins - 1)
    expect(await hasSeat(today)).toBe(coins)
  })
})
