import { beforeEach, describe, expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { dayRuleOperations } from '#contract/teaching/lessons/day-rules.ts'
import { lessonGaps } from '#contract/teaching/lessons/gaps.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { testApp } from '#test/harness/app.ts'
import { publishWeek } from '#test/harness/covering.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { world } from '#test/world/world.ts'

/** Sunday; the lessons begin at 8:00, 8:45, 9:30, 10:15 and 11:00. */
const day = '2026-11-15'
const { as, connection } = await testApp({ clock: { now: () => new Date(`${day}T12:00:00+02:00`) } })
const { sql } = tracesIn(connection)
const deliver = () => deliverAll(connection)
const { manager, teacher, mathsTeacher, parent, otherManager } = world
const { nile, class4a, omar, classmate } = world
await publishWeek(as, day)

beforeEach(async () => {
  for (const table of [
    'lesson_gaps',
    'lesson_marks',
    'lesson_sheets',
    'day_rules',
    'excuses',
    'hand_overs',
    'inbox_items',
  ])
    await sql(`delete from ${table}`)
  await sql(`delete from attendance_marks where date = '${day}'`)
  await as(manager)(dayRuleOperations.save, { gradeId: class4a.gradeId, fromDay: day, dayRule: 'first' })
})

type State = 'present' | 'absent' | 'late' | 'excused'

/** The states of Omar in the first lessons, in their order. */
async function taken(...states: State[]) {
  for (const [nth, state] of states.entries())
    await as(nth % 2 ? mathsTeacher : teacher)(lessonRegisters.save, {
      classRoomId: class4a.id,
      date: day,
      number: nth + 1,
      students: [{ studentId: omar.id, state }],
    })
}
const gaps = (state?: 'open' | 'settled') =>
  as(manager)(lessonGaps.list, { schoolId: nile.id, date: day, ...(state && { state }) })
const numbers = async (state?: 'open' | 'settled') =>
  (await gaps(state)).map(({ seenIn, number, until }) => [seenIn, number, until])
const ofOmar = { studentId: omar.id, date: day, number: 2 }

describe('a gap', () => {
  test.each<[State[], number[][]]>([
    [['present', 'absent', 'absent'], [[1, 2, 3]]],
    [
      ['late', 'absent', 'present', 'absent'],
      [
        [3, 4, 4],
        [1, 2, 2],
      ],
    ],
    [['absent', 'absent', 'present'], []],
    [['present', 'excused', 'absent'], []],
    [['present', 'late', 'present'], []],
  ])('lessons %j have the gaps %j', async (states, found) => {
    await taken(...states)
    expect(await numbers()).toEqual(found)
  })

  test('names the student, the class and the course, and when they left', async () => {
    await as(teacher)(lessonRegisters.save, {
      classRoomId: class4a.id,
      date: day,
      number: 1,
      students: [
        { studentId: omar.id, state: 'present', leftAt: '08:40' },
        { studentId: classmate.id, state: 'present' },
      ],
    })
    await as(mathsTeacher)(lessonRegisters.save, {
      classRoomId: class4a.id,
      date: day,
      number: 2,
      students: [
        { studentId: omar.id, state: 'absent' },
        { studentId: classmate.id, state: 'present' },
      ],
    })
    expect(await gaps('open')).toMatchObject([
      {
        studentId: omar.id,
        classRoomName: class4a.name,
        courseName: world.maths.name,
        leftAt: '08:40',
        outcome: null,
        version: 0,
      },
    ])
    expect((await as(manager)(desk.get, { schoolId: nile.id })).openGaps).toBe(1)
  })

  test('is none of a child with an excuse, and settled by the gate where the child was handed over', async () => {
    await taken('present', 'absent')
    await sql(
      `insert into hand_overs (school_id, id, student_id, day, act, to_name, made_by) values ($1, gen_random_uuid(), $2, $3, 'handedOver', 'الأم', $4)`,
      [nile.id, omar.id, day, manager.id],
    )
    expect(await numbers('open')).toEqual([])
    expect((await gaps('settled'))[0]!.handedOverAt).not.toBeNull()
    await as(manager)(excuses.enter, { studentId: omar.id, fromDay: day, excuseKind: 'illness' })
    expect(await numbers()).toEqual([])
    expect((await as(manager)(desk.get, { schoolId: nile.id })).openGaps).toBe(0)
  })

  test('is listed for who handles absence in some classes, if it is theirs', async () => {
    await taken('present', 'absent')
    const key = [permissionId('HandleAbsence'), nile.id]
    const give = (person: { id: string }) =>
      sql('insert into user_permissions (user_id, permission_id, school_id) values ($1, $2, $3)', [person.id, ...key])
    for (const person of [teacher, world.arabicTeacher]) await give(person)
    const listed = (person: { phone: string }) => as(person)(lessonGaps.list, { schoolId: nile.id, date: day })
    expect((await listed(teacher)).map(({ studentId }) => studentId)).toEqual([omar.id])
    expect(await listed(world.arabicTeacher)).toEqual([])
    await sql('delete from user_permissions where permission_id = $1 and school_id = $2', key)
  })

  test('is counted nowhere while no grade takes lessons', async () => {
    await sql('delete from day_rules')
    expect((await as(manager)(desk.get, { schoolId: nile.id })).openGaps).toBeNull()
  })
})

describe('settling', () => {
  const told = async () =>
    (await as(parent)(inbox.items, {})).filter(({ kind }) => kind === 'lessonMissed').map(({ on }) => on)

  test('says what came of it; parents are notified of truancy and of its taking back, and not of a child that was found', async () => {
    await taken('present', 'absent')
    expect(await as(manager)(lessonGaps.settle, { ...ofOmar, outcome: 'found', baseVersion: 0 })).toMatchObject({
      outcome: 'found',
      version: 1,
    })
    await deliver()
    expect(await told()).toEqual([])
    await as(manager)(lessonGaps.settle, { ...ofOmar, outcome: 'truant', baseVersion: 1 })
    await deliver()
    expect(await told()).toEqual([true])
    const own = await as(parent)(lessonRegisters.ofStudent, { studentId: omar.id, date: day })
    expect(own.map(({ outcome }) => outcome)).toEqual([null, 'truant'])
    expect(await numbers('open')).toEqual([])

    expect(await as(manager)(lessonGaps.settle, { ...ofOmar, baseVersion: 2 })).toMatchObject({
      outcome: null,
      settledByName: null,
      version: 3,
    })
    await deliver()
    expect(new Set(await told())).toEqual(new Set([true, false]))
    expect(await numbers('open')).toEqual([[1, 2, 2]])
  })

  test('from an older version, of no gap, and by others is refused', async () => {
    await taken('present', 'absent')
    await as(manager)(lessonGaps.settle, { ...ofOmar, outcome: 'sentHome', baseVersion: 0 })
    await expect(as(manager)(lessonGaps.settle, { ...ofOmar, outcome: 'found', baseVersion: 0 })).rejects.toMatchObject(
      {
        status: 409,
      },
    )
    await expect(as(manager)(lessonGaps.settle, { ...ofOmar, number: 3, outcome: 'found' })).rejects.toMatchObject(
      refused(409, 'The registers no longer show this gap'),
    )
    await expect(as(mathsTeacher)(lessonGaps.settle, { ...ofOmar, outcome: 'found' })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(lessonGaps.settle, { ...ofOmar, outcome: 'found' })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(lessonGaps.list, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  })
})
