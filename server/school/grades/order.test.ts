import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, closedManager, closed, nile, deltaGrade1 } = world

const add = (name: string) => as(closedManager)(grades.add, { schoolId: closed.id, name })
const inClosed = async () => (await as(closedManager)(grades.list, { schoolId: closed.id })).map(({ name }) => name)
const emptied = () =>
  sql('delete from grades where school_id = $1 and id not in (select grade_id from class_rooms)', [closed.id])

describe('grades are in their natural order to begin with', () => {
  test.each([
    [
      [
        'Third grade',
        'First grade',
        'Second grade',
        'KG2',
        'KG1',
        'Grade 10',
        'Grade 9',
        'First secondary',
        'Second preparatory',
      ],
    ],
    [
      [
        'الصف الثالث',
        'الصف الأول',
        'الصف الثاني',
        'الصف العاشر',
        'روضة أولى',
        'الصف الأول الإعدادي',
        'الصف الأول الثانوي',
        'الصف ٧',
      ],
    ],
  ])('however they came: %j', async (names) => {
    await emptied()
    const kept = await inClosed()
    for (const name of names) if (!kept.includes(name)) await add(name)
    const wanted = names[0]!.startsWith('T')
      ? [
          'KG1',
          'KG2',
          'First grade',
          'Second grade',
          'Third grade',
          'Grade 9',
          'Grade 10',
          'Second preparatory',
          'First secondary',
        ]
      : [
          'روضة أولى',
          'الصف الأول',
          'الصف الثاني',
          'الصف الثالث',
          'الصف ٧',
          'الصف العاشر',
          'الصف الأول الإعدادي',
          'الصف الأول الثانوي',
        ]
    expect((await inClosed()).filter((name) => wanted.includes(name))).toEqual(wanted)
  })
})

describe('the order of grades', () => {
  const list = () => as(manager)(grades.list, { schoolId: nile.id })
  const send = (items: { id: string; baseVersion?: number }[]) =>
    as(manager)(grades.setOrder, { schoolId: nile.id, items })
  const seen = (rows: { id: string; version: number }[]) =>
    rows.map(({ id, version }) => ({ id, baseVersion: version }))

  test('is set by callers who may change them, and followed by classes and the choices of their form', async () => {
    const wanted = (await list()).toReversed()
    expect((await send(seen(wanted))).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    expect((await list()).map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))
    const { schoolGrades } = await as(manager)(classSettings.formData, { schoolId: nile.id })
    expect(schoolGrades.map(({ id }) => id)).toEqual(wanted.map(({ id }) => id))

    const order = new Map(wanted.map(({ id }, place) => [id, place]))
    const rooms = await as(manager)(classes.list, { schoolId: nile.id })
    const places = rooms.map(({ gradeId }) => order.get(gradeId)!)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(new Set(places).size).toBeGreaterThan(1)

    const placeOf = new Map(rooms.map(({ id, gradeId }) => [id, order.get(gradeId)!]))
    const [taughtBy] = await sql(
      `select teacher_id as id from class_teacher_courses where school_id = $1 group by teacher_id
       order by count(distinct class_room_id) desc limit 1`,
      [nile.id],
    )
    const [{ date }] = await sql(
      `select to_char(date, 'YYYY-MM-DD') as date from attendance_sheets where school_id = $1
       group by date order by count(*) desc limit 1`,
      [nile.id],
    )
    const call = as(manager)
    const lists = {
      exams: (await call(exams.formData, { schoolId: nile.id })).classRooms.map(({ id }) => id),
      teaching: (await call(classTeaching.formData, { schoolId: nile.id })).classRooms.map(({ id }) => id),
      taught: (await call(classTeaching.list, { teacherId: taughtBy.id })).map(({ classRoomId }) => classRoomId),
      registers: (await call(attendance.sheets, { schoolId: nile.id, dateFrom: date, dateTo: date })).map(
        ({ classRoomId }) => classRoomId,
      ),
    }
    for (const [name, ids] of Object.entries(lists)) {
      const found = ids.map((id) => placeOf.get(id)!)
      expect(new Set(found).size, name).toBeGreaterThan(1)
      expect(found, name).toEqual(found.toSorted((a, b) => a - b))
    }
    await expect(as(teacher)(grades.setOrder, { schoolId: nile.id, items: seen(wanted) })).rejects.toMatchObject(
      notAllowed,
    )
  })

  test('is refused from an older version, with one missing, twice or from elsewhere; nothing is moved', async () => {
    const rows = await list()
    const stale = refused(409, 'Somebody else changed this meanwhile')
    const items = seen(rows)
    await expect(send(items.slice(1))).rejects.toMatchObject(stale)
    await expect(send([...items.slice(1), { id: items[0]!.id, baseVersion: 999 }])).rejects.toMatchObject(stale)
    await expect(send([...items.slice(1), { id: deltaGrade1.id }])).rejects.toMatchObject(stale)
    await expect(send([...items, items[0]!])).rejects.toMatchObject(refused(400, 'A grade is listed twice'))
    await expect(
      as(manager)(grades.setOrder, { schoolId: closed.id, items: [{ id: items[0]!.id }] }),
    ).rejects.toMatchObject(notFound)
    expect(await wire('Grade/SetOrder', { schoolId: nile.id, items: [] }, { as: manager })).toMatchObject({
      status: 400,
    })
    expect(await list()).toEqual(rows)
  })

  test('changes the version of those alone whose place is another one', async () => {
    const [first, second, ...others] = await list()
    const after = await send(seen([second!, first!, ...others]))
    expect(after.map(({ version }) => version)).toEqual([
      second!.version + 1,
      first!.version + 1,
      ...others.map(({ version }) => version),
    ])
  })
})
