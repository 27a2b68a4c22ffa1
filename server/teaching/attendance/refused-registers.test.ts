import { describe, expect, test } from 'vitest'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { wire, connection } = await testApp()
const { teacher, parent, class4a, class4b, class6b, class6c, closedClass, deltaClass1 } = world
const { classmate, laila, yassin, inactiveStudent } = world

const sql = sqlIn(connection)

const path = 'Attendance/SaveAttendance'
const date = today

const stored = () => sql('select from attendance_marks where date = $1', [date])

const onTheWire = (studentsAttenndaceList: unknown, more: object = {}) => ({
  classRoomId: class4a.id,
  date,
  studentsAttenndaceList,
  ...more,
})

describe('a register is refused, and nothing of it stored', () => {
  const good = { studentId: classmate.id, isAttend: true }
  const list = 'studentsAttenndaceList'

  test.each<[string, object, string]>([
    ['without a class', { classRoomId: undefined }, 'Required'],
    ['without a day', { date: undefined }, 'Required'],
    ['without a list', { [list]: undefined }, 'Required'],
    ['with an empty list', { [list]: [] }, 'Array must contain at least 1 element(s)'],
    ['with 501 students', { [list]: Array(501).fill(good) }, 'Array must contain at most 500 element(s)'],
    ['with a list that is none', { [list]: good }, 'Expected array, received object'],
    ['with a student that is none', { [list]: [good, null] }, 'Required'],
    [
      'with a student twice',
      { [list]: [good, { ...good, studentId: classmate.id.toUpperCase() }] },
      'A student is listed twice',
    ],
    [
      'with a student of another class',
      { [list]: [good, { studentId: laila.id, isAttend: true }] },
      'A student is not in this class',
    ],
    [
      'with a student of another school',
      { [list]: [good, { studentId: yassin.id, isAttend: true }] },
      'A student is not in this class',
    ],
    ['with nobody', { [list]: [good, { studentId: newId(), isAttend: true }] }, 'A student is not in this class'],
    ['with a state there is not', { [list]: [{ ...good, state: 'sleeping' }] }, 'Invalid enum value'],
    ['with a truth in words', { [list]: [{ ...good, isAttend: 'true' }] }, 'Expected boolean, received string'],
    [
      'with minutes before the hour',
      { [list]: [{ ...good, minutesLate: -1 }] },
      'Number must be greater than or equal to 0',
    ],
    [
      'with a lateness of days',
      { [list]: [{ ...good, minutesLate: 601 }] },
      'Number must be less than or equal to 600',
    ],
    [
      'with a note too long',
      { [list]: [{ ...good, note: 'ن'.repeat(501) }] },
      'String must contain at most 500 character(s)',
    ],
    [
      'with a note that no database stores',
      { [list]: [{ ...good, note: 'x\0' }] },
      'Character 2 of this text is not allowed; delete it or write the text again',
    ],
    ['with a key of its own in a mark', { [list]: [{ ...good, rate: 5 }] }, "Unrecognized key(s) in object: 'rate'"],
    ['with our name for the list', { students: [good] }, "Unrecognized key(s) in object: 'students'"],
    ['of tomorrow', { date: daysFrom(date, 1) }, 'This date cannot be used'],
    ['of 2099', { date: '2099-01-01' }, 'This date cannot be used'],
    ['of more than 400 days ago', { date: daysFrom(date, -401) }, 'This date cannot be used'],
    ['of no day', { date: '31/12/2026' }, 'Invalid date'],
    ['of an instant tomorrow', { date: `${daysFrom(date, 1)}T10:00:00Z` }, 'This date cannot be used'],
    ['with a base that is no version', { baseVersion: -1 }, 'Number must be greater than or equal to 0'],
    ['with an operation that is no id', { clientOperationId: 'once' }, 'Invalid input'],
  ])('%s', async (_, wrong, sentence) => {
    expect(await wire(path, onTheWire([good], wrong), { as: teacher })).toMatchObject({ status: 400, text: sentence })
    expect(await stored()).toEqual([])
    expect(
      await sql('select from attendance_sheets where date = $1 and class_room_id = $2', [date, class4a.id]),
    ).toEqual([])
  })

  test('of an inactive student, an inactive class or an inactive school', async () => {
    const inactive = {
      classRoomId: class4b.id,
      date,
      studentsAttenndaceList: [{ studentId: inactiveStudent.id, isAttend: true }],
    }
    expect(await wire(path, inactive, { as: teacher })).toMatchObject({
      status: 400,
      text: 'A student is not in this class',
    })

    await sql('update class_rooms set active = false where id = $1', [class4a.id])
    expect(await wire(path, onTheWire([good]), { as: teacher })).toMatchObject({
      status: 409,
      text: 'This class is not active',
    })
    await sql('update class_rooms set active = true where id = $1', [class4a.id])

    const closed = {
      classRoomId: closedClass.id,
      date,
      studentsAttenndaceList: [{ studentId: world.closedStudent.id, isAttend: true }],
    }
    expect(await wire(path, closed, { as: world.closedManager })).toMatchObject({
      status: 409,
      text: 'This school is not active',
    })
    expect(await stored()).toEqual([])
  })

  test('from a caller who may not take it', async () => {
    const answers = async (classRoomId: string, person?: { phone: string }) =>
      wire(path, onTheWire([good], { classRoomId }), person ? { as: person } : {})
    for (const person of [parent, world.registrar, world.admin, world.removedTeacher])
      expect(await answers(class4a.id, person)).toMatchObject({ status: 403, text: 'You are not allowed to do this' })
    for (const classRoomId of [class6b.id, class6c.id, deltaClass1.id, newId()])
      expect(await answers(classRoomId, teacher)).toMatchObject({ status: 404, text: 'Not found' })
    expect(await answers(class4a.id)).toMatchObject({ status: 401, text: 'Please sign in' })
    expect(await stored()).toEqual([])
  })
})
