import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { students } from '#contract/people/students/students.ts'
import { daysFrom, weekDayOf } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { today } from '#test/world/clock.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, asVisitor, wire, app, connection } = await testApp()
const { manager, teacher, parent, supervisor, dual, otherManager, deltaTeacher } = world
const { nile, delta, class4a, class4b, class5a, deltaClass1, omar, laila, classmate, yassin } = world

const sql = sqlIn(connection)

const save = 'Attendance/SaveAttendance'
const mark = (studentId: string, more: object = {}) => ({ studentId, isAttend: true, ...more })
const register = (studentsAttenndaceList: object[], more: object = {}) => ({
  classRoomId: class4a.id,
  date: today,
  studentsAttenndaceList,
  ...more,
})
/** Everything attendance ever stored, as one number. */
const allMarks = async () =>
  (await sql(`select md5(string_agg(m::text, '' order by id)) as sum, count(*) from attendance_marks m`))[0]

describe('case 1: a parent cannot mark their own child present', () => {
  test('in the child’s class, in another, or with the id of the teacher, and each try leaves a line', async () => {
    const before = await allMarks()
    for (const [classRoomId, studentId] of [
      [class4a.id, omar.id],
      [class5a.id, laila.id],
      [class4b.id, classmate.id],
    ] as const) {
      const sent = register([mark(studentId)], { classRoomId, supervisorId: supervisor.id })
      const { status, headers } = await wire(save, sent, { as: parent })
      expect(status).toBe(403)
      expect(
        await sql('select outcome, person_id from audit_lines where request_id = $1', [headers['x-request-id']]),
      ).toEqual([{ outcome: '403', person_id: parent.id }])
    }
    expect(await allMarks()).toEqual(before)
  })

  test('even where the parent is a teacher in another school, whose child is here', async () => {
    const before = await allMarks()
    const sent = register([mark(yassin.id)], { classRoomId: deltaClass1.id })
    expect(await wire(save, sent, { as: dual })).toMatchObject({ status: 404, text: 'Not found' })
    expect(await allMarks()).toEqual(before)
  })
})

describe('case 2: the staff of one school read nothing of another', () => {
  const oddIds = () => [deltaClass1.id, newId()]

  test('a foreign id is answered with the very bytes of one that does not exist', async () => {
    for (const person of [manager, teacher, supervisor]) {
      const reads: [string, (id: string) => object][] = [
        ['ClassRoom/GetClassById', (classRoomId) => ({ classRoomId })],
        ['Student/GetClassRoomStudents', (classRoomId) => ({ classRoomId })],
        ['Attendance/GetStudentsAttendences', (classRoomId) => ({ classRoomId })],
        ['Attendance/GetSheets', (classRoomId) => ({ classRoomId })],
        [save, (classRoomId) => register([mark(yassin.id)], { classRoomId })],
      ]
      for (const [path, body] of reads) {
        const [foreign, unknown] = await Promise.all(oddIds().map((id) => wire(path, body(id), { as: person })))
        expect([path, foreign!.status, foreign!.text]).toEqual([path, 404, 'Not found'])
        expect([unknown!.status, unknown!.text]).toEqual([foreign!.status, foreign!.text])
        const names = (answer: typeof foreign) => Object.keys(answer!.headers).toSorted()
        expect(names(unknown)).toEqual(names(foreign))
      }
    }
  })

  test('naming one’s own school beside a foreign class or student opens nothing', async () => {
    const mixed = [
      ['Student/GetClassRoomStudents', { classRoomId: deltaClass1.id, schoolId: nile.id }],
      ['Attendance/GetStudentsAttendences', { classRoomId: class4a.id, studentId: yassin.id }],
      ['Attendance/GetStudentsAttendences', { classRoomId: deltaClass1.id, studentId: omar.id }],
      ['Attendance/GetSheets', { classRoomId: deltaClass1.id, schoolId: nile.id }],
    ] as const
    for (const [path, body] of mixed) expect(await wire(path, body, { as: manager })).toMatchObject({ status: 404 })
  })

  test('lists hold rows of one’s own school alone', async () => {
    const rolls = await as(otherManager)(students.ofClass, { classRoomId: deltaClass1.id })
    expect(new Set(rolls.map(({ schoolId }) => schoolId))).toEqual(new Set([delta.id]))
    for (const person of [otherManager, deltaTeacher]) {
      const { text } = await wire('Attendance/GetSheets', { schoolId: delta.id, pageSize: 200 }, { as: person })
      for (const { id } of [class4a, class4b, class5a]) expect(text).not.toContain(id)
    }
  })
})

describe('case 11: nothing is smuggled in among the marks of a class', () => {
  test.each<[string, object[], object]>([
    ['a student of another class', [mark(omar.id), mark(laila.id)], {}],
    ['a student of another school', [mark(omar.id), mark(yassin.id)], {}],
    ['a student twice', [mark(omar.id), mark(omar.id, { isAttend: false })], {}],
    ['a student twice in another case', [mark(omar.id), mark(omar.id.toUpperCase())], {}],
    ['somebody there is not', [mark(omar.id), mark(newId())], {}],
    ['the parent of a student', [mark(omar.id), mark(parent.id)], {}],
    ['the year 2099', [mark(omar.id)], { date: '2099-01-01' }],
    ['tomorrow', [mark(omar.id)], { date: daysFrom(today, 1) }],
    ['a school year long past', [mark(omar.id)], { date: daysFrom(today, -401) }],
    ['a mark of one’s own id', [mark(omar.id, { id: newId() })], {}],
    ['a mark of another day', [mark(omar.id, { date: daysFrom(today, -7) })], {}],
    ['a mark by another hand', [mark(omar.id, { supervisorId: manager.id })], {}],
    ['another school', [mark(omar.id)], { schoolId: delta.id }],
    ['a version of one’s own', [mark(omar.id)], { version: 9 }],
  ])('%s: refused, and not one of the marks is stored', async (_, list, more) => {
    const before = await allMarks()
    expect((await wire(save, register(list, more), { as: teacher })).status).toBe(400)
    expect(await allMarks()).toEqual(before)
  })

  test('the server sets the author and the day of the week, whatever the call says', async () => {
    const forged = register([mark(classmate.id)], { supervisorId: manager.id, weekDay: 'Doomsday' })
    expect((await wire(save, forged, { as: teacher })).json()).toMatchObject({ weekDay: weekDayOf(today) })
    const [row] = await as(teacher)(attendance.list, { studentId: classmate.id, dateFrom: today })
    expect(row).toMatchObject({ supervisorId: teacher.id, weekDay: weekDayOf(today) })
  })
})

describe('case 16: what people write comes back as text and nothing else', () => {
  const payloads = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg onload=alert(1)>',
    "'-alert(1)-'",
    '{{constructor.constructor("alert(1)")()}}',
    '</textarea><script src=//evil.example></script>',
    'javascript:alert(1)',
    '<a href="javascript:alert(1)">x</a>',
    '\\u003cscript\\u003e',
    '<!--',
    '&lt;b&gt;',
  ]

  test('a note on a mark, to the parent who reads it', async () => {
    for (const note of payloads) {
      await wire(save, register([mark(omar.id, { note })]), { as: teacher })
      const answer = await wire('Attendance/GetStudentsAttendences', { studentId: omar.id }, { as: parent })
      expect((answer.json() as { note: string }[])[0]!.note).toBe(note)
      expect(answer.headers).toMatchObject({
        'content-type': 'application/json; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
    }
  })

  test('the name, the text and the contacts of a school, to everybody', async () => {
    for (const text of payloads) {
      await sql('update schools set name = $2, about = $2, vision = $2 where id = $1', [nile.id, text])
      await sql(
        `update school_contacts set value = $2 where school_id = $1 and value like '%nile.example' or value = any ($3)`,
        [nile.id, text, payloads],
      )
      expect(await asVisitor(schools.get, { schoolId: nile.id })).toMatchObject({
        name: text,
        about: text,
        vision: text,
      })
      expect((await asVisitor(schools.contacts, { schoolId: nile.id })).map(({ value }) => value)).toContain(text)
    }
  })

  test('an error in a request is sent to the caller, never as a page', async () => {
    for (const payload of payloads) {
      const { status, headers, text } = await wire('api/School/GetAll', { [payload]: 1 })
      expect([status, text]).toEqual([400, `Unrecognized key(s) in object: '${payload}'`])
      expect(headers).toMatchObject({
        'content-type': 'text/plain; charset=utf-8',
        'x-content-type-options': 'nosniff',
      })
      expect(headers['content-security-policy']).toContain("default-src 'none'")
    }
    const unknown = await app.inject(`/${encodeURIComponent(payloads[0]!)}`)
    expect([unknown.statusCode, unknown.body]).toEqual([404, 'Not found'])
  })
})
