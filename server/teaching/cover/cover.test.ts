import { beforeEach, expect, test } from 'vitest'
import { cover } from '#contract/teaching/cover/cover.ts'
import { ownCovers } from '#contract/teaching/cover/own-covers.ts'
import type { CoverPlan } from '#contract/teaching/cover/cover-shapes.ts'
import type { Refused } from '#contract/language/caller.ts'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

/** Sunday, 15 November 2026, before the day of the tests, so that sessions last: at half past seven in the morning in Cairo. */
const day = '2026-11-15'
const at = (time: string) => Date.parse(`${day}T${time}:00+02:00`)
let moment = at('07:30')
const { as, connection } = await testApp({ clock: { now: () => new Date(moment) } })
const { sql, giveKey } = tracesIn(connection)
const { manager, registrar, teacher, mathsTeacher, scienceTeacher, arabicTeacher, dual, idleTeacher } = world
const { otherManager, deltaTeacher, nile } = world
const schoolId = nile.id

await publishWeek(as, day)
await giveKey(registrar, 'ManageCover', nile)

beforeEach(async () => {
  moment = at('07:30')
  for (const table of ['cover_notes', 'covers', 'staff_absences', 'cover_rules', 'cover_teachers', 'cover_standby'])
    await sql(`delete from ${table}`)
})

type Plan = OutputOf<typeof cover.propose>
type Assigned = InputOf<typeof cover.assign>['covers']

const dayOf = (on = day, person = manager) => as(person)(cover.day, { schoolId, day: on })
const propose = (on = day) => as(manager)(cover.propose, { schoolId, day: on })
const tell = (person: { id: string }, more: object = {}) =>
  as(manager)(cover.tell, { schoolId, teacherId: person.id, absenceKind: 'illness', fromDay: day, ...more })
const assign = (hash: string, covers: Assigned, on = day) =>
  as(manager)(cover.assign, { schoolId, day: on, hash, covers })
const takeAll = ({ hash, lessons, day: on }: Plan) =>
  assign(
    hash,
    lessons.map(({ lessonId, way, teacherId }) => ({ lessonId, way, teacherId })),
    on,
  )
const ownOf = (person: { phone: string }) => as(person)(ownCovers.get, { schoolId })
const namesOf = async (on = day) =>
  (await dayOf(on)).lessons.map(({ number, classNames, cover: one }) => [
    number,
    classNames[0],
    one?.teacherName ?? null,
  ])

test('the lessons of absent teachers are proposed by the rule, taken together, and given back with their counts', async () => {
  await tell(teacher)
  await tell(dual)
  const { lessons, absences, numbers } = await dayOf()
  expect(lessons.map(({ number, absentId, time }) => [number, absentId, time])).toEqual(
    expect.arrayContaining([
      [1, teacher.id, 'ahead'],
      [1, dual.id, 'ahead'],
      [2, teacher.id, 'ahead'],
    ]),
  )
  expect(lessons).toHaveLength(3)
  expect(absences.map(({ absenceKind, isWaiting }) => [absenceKind, isWaiting])).toEqual([
    ['illness', false],
    ['illness', false],
  ])
  expect(numbers).toEqual([1, 2, 3, 4, 5])

  const plan = await propose()
  const [first] = plan.lessons
  // At number 1 only teachers of Arabic and English are free; both are below their load and have covered nobody.
  expect(
    first!.candidates
      .filter(({ onSite }) => onSite)
      .map(({ teacherId }) => teacherId)
      .sort(),
  ).toEqual([arabicTeacher.id, world.englishTeacher.id].sort())
  // Who has no lesson today comes last, and is never proposed.
  expect(first!.candidates.at(-1)).toMatchObject({ onSite: false })
  expect(plan.lessons.every(({ way, teacherId }) => way === 'cover' && teacherId !== null)).toBe(true)
  expect(new Set(plan.lessons.slice(0, 2).map(({ teacherId }) => teacherId)).size).toBe(2)

  expect(await takeAll(plan)).toEqual({ done: true, changed: 3 })
  expect((await propose()).lessons).toEqual([])
  const counted = (await propose(daysFrom(day, 1))).teachers
  expect(counted).toEqual([])
  await tell(teacher, { fromDay: daysFrom(day, 1) })
  const tomorrow = await propose(daysFrom(day, 1))
  expect(tomorrow.teachers.reduce((sum, { month }) => sum + month, 0)).toBe(3)

  expect(await as(manager)(cover.undo, { schoolId, day })).toEqual({ done: true, changed: 3 })
  expect((await propose(daysFrom(day, 1))).teachers.every(({ month, year }) => month === 0 && year === 0)).toBe(true)
  expect((await propose()).lessons).toEqual(plan.lessons)
})

test('the same facts have the same hash; when they change, the new plan comes with the refusal', async () => {
  await tell(teacher)
  const plan = await propose()
  expect(await propose()).toEqual(plan)
  expect((await as(registrar)(cover.propose, { schoolId, day })).hash).toBe(plan.hash)
  await tell(dual)
  const problem: Refused = await takeAll(plan).then(
    () => null,
    (thrown) => thrown,
  )
  expect(problem).toMatchObject(refused(409, 'Something has changed meanwhile; look at the new proposals'))
  const now = await propose()
  expect(problem.current).toMatchObject({ hash: now.hash, lessons: now.lessons } satisfies Partial<CoverPlanOf>)
  expect(now.hash).not.toBe(plan.hash)
})

type CoverPlanOf = OutputOf<typeof cover.propose> & { of?: typeof CoverPlan }

test('two people who give the same lessons away at once give each lesson once', async () => {
  await tell(teacher)
  const plan = await propose()
  const both = await Promise.allSettled([takeAll(plan), takeAll(plan)])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  expect(await sql(`select count(*)::integer as n from covers where state = 'given'`)).toEqual([{ n: 2 }])
})

test('whoever chooses otherwise says why from the third on, and nobody is given what they cannot take', async () => {
  await tell(teacher)
  const plan = await propose()
  const [first, second] = plan.lessons
  const lessonId = first!.lessonId
  const give = (teacherId: string, reason?: string) =>
    assign(plan.hash, [{ lessonId, way: 'cover', teacherId, ...(reason && { reason }) }])
  await expect(give(mathsTeacher.id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/ teaches فصل 4ب then$/),
  })
  await expect(give(teacher.id)).rejects.toMatchObject({
    status: 409,
    message: expect.stringMatching(/ is absent then$/),
  })
  await expect(give(deltaTeacher.id)).rejects.toMatchObject(notFound)
  await expect(give(first!.candidates[2]!.teacherId)).rejects.toMatchObject(
    refused(400, 'Say why somebody else takes this lesson'),
  )
  await expect(assign(plan.hash, [{ lessonId, way: 'cover' }])).rejects.toMatchObject({ status: 400 })
  await expect(
    assign(
      plan.hash,
      [first!, first!].map(() => ({ lessonId, way: 'study' as const })),
    ),
  ).rejects.toMatchObject(refused(400, 'A lesson is listed twice'))
  await give(first!.candidates[2]!.teacherId, 'تسكن قرب المدرسة')
  const next = await propose()
  await assign(next.hash, [{ lessonId: second!.lessonId, way: 'study' }])
  const ways = (await dayOf()).lessons.map(({ cover: one }) => [one?.way, one?.teacherId === null, one?.reason])
  expect(ways).toEqual([
    ['cover', false, 'تسكن قرب المدرسة'],
    ['study', true, null],
  ])
})

test('a class ends early only by the last lessons of its day, and has them again when a later one takes place', async () => {
  await tell(mathsTeacher, { numbers: [1, 5] })
  const plan = await propose()
  const [first, last] = plan.lessons
  expect([first!.endsEarly, last!.endsEarly]).toEqual([false, true])
  const early = (...ids: string[]) => ids.map((lessonId) => ({ lessonId, way: 'moved' as const }))
  const onlyLast = refused(409, 'A class ends early only by the last lessons of its day')
  await expect(assign(plan.hash, early(first!.lessonId))).rejects.toMatchObject(onlyLast)
  await expect(assign(plan.hash, early(first!.lessonId, last!.lessonId))).rejects.toMatchObject(onlyLast)
  expect(await sql('select id from covers')).toEqual([])

  await tell(scienceTeacher, { numbers: [4] })
  const { hash, lessons } = await propose()
  const fourth = lessons[1]!
  expect(fourth.endsEarly).toBe(false)
  await expect(assign(hash, early(fourth.lessonId))).rejects.toMatchObject(onlyLast)
  await assign(hash, early(fourth.lessonId, last!.lessonId))
  expect(await as(manager)(cover.undo, { schoolId, day, lessonIds: [last!.lessonId] })).toMatchObject({ changed: 2 })
  await assign((await propose()).hash, early(last!.lessonId))
  expect((await propose()).lessons.find(({ lessonId }) => lessonId === fourth.lessonId)!.endsEarly).toBe(true)
})

test('a cover ends at the most a day and in a row that the school allows', async () => {
  await sql(`insert into cover_rules (school_id, id, a_day, in_row) values ($1, gen_random_uuid(), 1, 20)`, [schoolId])
  await tell(teacher)
  await tell(mathsTeacher)
  const taken = (await propose()).lessons.map(({ teacherId }) => teacherId).filter(Boolean)
  expect(new Set(taken).size).toBe(taken.length)
  await sql('update cover_rules set in_row = 1')
  const { lessons } = await propose()
  const on = await dayOf()
  const numberOf = new Map(on.lessons.map(({ lessonId, number }) => [lessonId, number]))
  const arabicAlone = lessons.filter(({ candidates }) =>
    candidates.some(({ teacherId }) => teacherId === arabicTeacher.id),
  )
  // He teaches in the numbers 2, 3 and 5.
  expect(arabicAlone.map(({ lessonId }) => numberOf.get(lessonId))).toEqual([])
})

test('nobody free is said with the least bad way, a reserve comes first, and who is exempt is never asked', async () => {
  await sql(`insert into cover_standby (school_id, teacher_id, weekday, number) values ($1, $2, 0, 1)`, [
    schoolId,
    idleTeacher.id,
  ])
  await tell(teacher)
  expect((await propose()).lessons[0]).toMatchObject({ way: 'cover', teacherId: idleTeacher.id })
  await sql(
    `insert into cover_teachers (school_id, teacher_id, exempt) select $1, teacher_id, true from school_teachers where school_id = $1`,
    [schoolId],
  )
  const { lessons } = await propose()
  expect(lessons.map(({ way, teacherId, candidates }) => [way, teacherId, candidates.length])).toEqual([
    ['study', null, 0],
    ['study', null, 0],
  ])
})

test('a covering person who is absent too gives their covers back, first in the list', async () => {
  await tell(teacher)
  await takeAll(await propose())
  const [, second] = (await dayOf()).lessons
  const covering = { id: second!.cover!.teacherId! }
  await tell(covering)
  const { lessons } = await dayOf()
  expect(lessons[0]).toMatchObject({ lessonId: second!.lessonId, cover: null })
  expect((await propose()).lessons[0]!.lessonId).toBe(second!.lessonId)
  expect((await propose()).lessons[0]!.teacherId).not.toBe(covering.id)
})

test('a teacher who is there after all frees the others, and a removed absence can be brought back', async () => {
  const { id } = await tell(teacher)
  await takeAll(await propose())
  expect(await as(manager)(cover.removeAbsence, { schoolId, absenceId: id, removed: true })).toEqual({
    done: true,
    changed: 1,
  })
  expect(await namesOf()).toEqual([])
  expect(await sql(`select distinct state from covers`)).toEqual([{ state: 'undone' }])
  await as(manager)(cover.removeAbsence, { schoolId, absenceId: id, removed: false })
  expect((await dayOf()).lessons).toHaveLength(2)
  await expect(as(manager)(cover.removeAbsence, { schoolId, absenceId: id, removed: false })).rejects.toMatchObject(
    notFound,
  )
})

test('an absence that is told late leaves what has begun, with the time until which nobody was there', async () => {
  moment = at('08:20')
  await tell(teacher)
  const plan = await propose()
  expect(plan.lessons).toHaveLength(2)
  await takeAll(plan)
  const [first, second] = (await dayOf()).lessons
  expect([first!.time, first!.cover!.withoutUntil, second!.time, second!.cover!.withoutUntil]).toEqual([
    'now',
    '08:20',
    'ahead',
    null,
  ])
  await expect(as(manager)(cover.undo, { schoolId, day, lessonIds: [first!.lessonId] })).rejects.toMatchObject(
    refused(409, 'This lesson has begun'),
  )
  moment = at('08:50')
  await tell(dual)
  expect((await dayOf()).lessons.find(({ absentId }) => absentId === dual.id)).toMatchObject({
    time: 'over',
    cover: null,
  })
  expect((await propose()).lessons).toEqual([])
})

test('parts of a day open only their lessons, and what cannot be is refused', async () => {
  await tell(mathsTeacher, { numbers: [1, 5] })
  expect((await dayOf()).lessons.map(({ number }) => number)).toEqual([1, 5])
  await tell(scienceTeacher, { fromTime: '10:00', toTime: '10:30' })
  expect((await dayOf()).lessons.map(({ number }) => number)).toEqual([1, 3, 4, 5])
  for (const [more, sentence] of [
    [{ toDay: daysFrom(day, 200) }, 'An absence lasts at most 200 days'],
    [{ toDay: daysFrom(day, -1) }, 'The last day is before the first one'],
    [{ fromDay: '2025-01-01' }, 'This date cannot be used'],
    [{ toDay: daysFrom(day, 1), numbers: [1] }, 'A part of a day is of one day'],
    [{ numbers: [1], fromTime: '08:00' }, 'Choose numbers or a time'],
    [{ fromTime: '09:00', toTime: '08:00' }, 'Invalid time'],
  ] as const)
    await expect(tell(teacher, more)).rejects.toMatchObject(refused(400, sentence))
  await expect(tell(deltaTeacher)).rejects.toMatchObject(notFound)
  const { hash } = await propose('2026-11-20')
  const lessonId = (await dayOf()).lessons[0]!.lessonId
  const study = [{ lessonId, way: 'study' as const }]
  await expect(assign(hash, study, '2026-11-20')).rejects.toMatchObject(
    refused(409, 'There are no lessons on this day'),
  )
  await expect(assign(hash, study, '2026-11-14')).rejects.toMatchObject(refused(409, 'This day is over'))
  expect((await dayOf('2026-11-13')).hasTimetable).toBe(false)
})

test('a teacher tells of their own absence, which opens lessons when it is taken over', async () => {
  const told = await as(teacher)(ownCovers.tellOwn, { schoolId, absenceKind: 'leave', fromDay: day })
  expect(told).toMatchObject({ teacherId: teacher.id, isWaiting: true, absenceKind: 'leave' })
  const before = await dayOf()
  expect([before.lessons, before.absences.map(({ isWaiting }) => isWaiting)]).toEqual([[], [true]])
  await tell(teacher, { absenceId: told.id, numbers: [2] })
  expect((await dayOf()).lessons.map(({ number }) => number)).toEqual([2])
  await expect(tell(mathsTeacher, { absenceId: told.id })).rejects.toMatchObject(notFound)
  expect((await ownOf(teacher)).left.map(({ number }) => number)).toEqual([2])
})

test('why somebody is absent is read only with the key for it', async () => {
  await tell(teacher)
  expect((await dayOf(day, registrar)).absences[0]!.absenceKind).toBeNull()
  await expect(dayOf(day, teacher)).rejects.toMatchObject(notAllowed)
  await expect(dayOf(day, otherManager)).rejects.toMatchObject(notFound)
})

test('who covers reads it with the note of the absent teacher, and declines until half an hour before', async () => {
  await tell(teacher)
  await takeAll(await propose())
  const [first, second] = (await dayOf()).lessons
  const person = [arabicTeacher, world.englishTeacher, scienceTeacher].find(
    ({ id }) => id === second!.cover!.teacherId,
  )!
  const note = { schoolId, day, lessonId: second!.lessonId }
  await as(teacher)(ownCovers.writeNote, { ...note, text: 'صفحة 12' })
  const own = (await ownOf(person)).covers.find(({ lessonId }) => lessonId === second!.lessonId)!
  expect(own).toMatchObject({ note: 'صفحة 12', number: 2, isOpen: false, may: { decline: true, accept: false } })
  // Its register is not open yet, so nothing can be written back.
  await expect(as(person)(ownCovers.writeNote, { ...note, text: 'تم' })).rejects.toMatchObject(notFound)
  await expect(as(dual)(ownCovers.writeNote, { ...note, text: 'تم' })).rejects.toMatchObject(notFound)
  moment = at('08:16')
  await expect(as(person)(ownCovers.decline, { schoolId, coverId: own.id, answer: 'عندي موعد' })).rejects.toMatchObject(
    refused(409, 'A cover can be declined or accepted until 30 minutes before the lesson'),
  )
  moment = at('08:15')
  await expect(as(dual)(ownCovers.decline, { schoolId, coverId: own.id, answer: 'عندي موعد' })).rejects.toMatchObject(
    notFound,
  )
  await as(person)(ownCovers.decline, { schoolId, coverId: own.id, answer: 'عندي موعد' })
  const after = (await dayOf()).lessons.find(({ lessonId }) => lessonId === second!.lessonId)!
  expect(after).toMatchObject({
    cover: null,
    declined: [{ teacherId: person.id, answer: 'عندي موعد' }],
    note: 'صفحة 12',
  })
  expect((await propose()).lessons.map(({ lessonId }) => lessonId)).toEqual([second!.lessonId])
  expect((await propose()).lessons[0]!.candidates.some(({ teacherId }) => teacherId === person.id)).toBe(false)
  expect(first!.cover).not.toBeNull()
})

test('where the school asks first, a cover counts when its teacher agrees', async () => {
  await sql(`insert into cover_rules (school_id, id, consent) values ($1, gen_random_uuid(), true)`, [schoolId])
  await tell(teacher)
  await takeAll(await propose())
  const [first, second] = (await dayOf()).lessons
  expect(first!.cover!.coverState).toBe('asked')
  const person = [arabicTeacher, world.englishTeacher, scienceTeacher].find(
    ({ id }) => id === second!.cover!.teacherId,
  )!
  const { covers } = await ownOf(person)
  const asked = covers.find(({ lessonId }) => lessonId === second!.lessonId)!
  expect(asked.may.accept).toBe(true)
  await as(person)(ownCovers.accept, { schoolId, coverId: asked.id })
  expect((await dayOf()).lessons[1]!.cover!.coverState).toBe('given')
})
