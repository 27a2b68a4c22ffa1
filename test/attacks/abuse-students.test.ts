import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { readQuotaFigures } from '#server/access/read-quota.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, wire, connection } = await testApp()
const { manager, deputy, teacher, parent, classmatesParent, registrar, otherManager, nile, delta } = world
const { omar, laila, classmate, class4a, class4b } = world

const sql = sqlIn(connection)
const [{ id: relationId }] = await sql(`select id from relation_types where name = 'father'`)
const links = () => sql('select * from student_parents order by id')

const allOfNile = (await as(manager)(studentRecords.list, { schoolId: nile.id })).map(({ id }) => id)

describe('case 12: a stranger does not become a parent', () => {
  test('by a link for the caller, for another person, or for a phone number', async () => {
    const before = [await links(), await sql('select * from parent_invitations order by id')]
    const refusals = []
    for (const person of [parent, classmatesParent, teacher, registrar, otherManager]) {
      const own = { studentId: classmate.id, relationId }
      for (const [path, body] of [
        [studentParents.add.path, { ...own, parentId: person.id }],
        [studentParents.add.path, { ...own, parentId: parent.id }],
        [studentParents.update.path, { ...own, parentId: classmatesParent.id }],
        [studentParents.remove.path, { ...own, parentId: classmatesParent.id }],
        [invitations.invite.path, { ...own, phoneNumber: person.phone }],
        [invitations.list.path, { studentId: classmate.id }],
      ] as const)
        refusals.push([person.phone, path, (await wire(path, body, { as: person })).status])
    }
    for (const [phone, path, status] of refusals)
      expect([phone, path, status]).toEqual([phone, path, phone === otherManager.phone ? 404 : 403])
    expect([await links(), await sql('select * from parent_invitations order by id')]).toEqual(before)
  })

  test('by sending the id of somebody else', async () => {
    const input = { parentId: parent.id }
    const answer = (await wire(parents.children.path, input, { as: classmatesParent })).json() as {
      studentId: string
    }[]
    expect(answer.map(({ studentId }) => studentId)).toEqual([classmate.id])
    await expect(
      as(classmatesParent)(studentParents.get, { studentId: omar.id, parentId: parent.id }),
    ).rejects.toMatchObject({ status: 404 })
  })

  test('without a record of who agreed to what; and the parents already linked are notified', async () => {
    await as(manager)(studentParents.add, { studentId: omar.id, parentId: classmatesParent.id, relationId })
    const [link] = await sql(
      'select consent_by, consent_at, consent_text_version from student_parents where student_id = $1 and parent_id = $2',
      [omar.id, classmatesParent.id],
    )
    expect(link).toEqual({ consent_by: manager.id, consent_at: expect.any(Date), consent_text_version: 1 })
    const [published] = await sql(`select payload from outbox where event = 'parent link' order by id desc limit 1`)
    expect(published.payload).toEqual({ links: [{ studentId: omar.id, parentId: classmatesParent.id }], linked: true })
    await as(manager)(studentParents.remove, { studentId: omar.id, parentId: classmatesParent.id })
  })
})

describe('case 26: nobody reads through the students one by one', () => {
  const figures = { ...readQuotaFigures, students: 20 }
  const published = () =>
    sql(`select school_id, actor_id, payload from outbox where event = 'unusual reading' order by id`)
  const slowDown = { status: 429, message: 'Too many requests, please wait' }
  let first: Awaited<ReturnType<typeof testApp>>

  test('three hundred in ten minutes are what work may ask for', () =>
    expect(readQuotaFigures).toEqual({ students: 300, seconds: 600, exported: 1000 }))

  test('a person who read their quota of students in ten minutes gets no more, from any operation', async () => {
    const limited = await testApp({ connection, readings: figures })
    first = limited
    const reading = limited.as(manager)
    const [known, [next]] = [allOfNile.slice(0, 20), allOfNile.slice(20)] as [string[], [string]]
    await Promise.all(known.map((studentId) => reading(studentRecords.get, { studentId })))

    await expect(reading(studentRecords.get, { studentId: next })).rejects.toMatchObject(slowDown)
    await expect(reading(attendance.list, { studentId: next })).rejects.toMatchObject(slowDown)
    await expect(reading(studentParents.list, { studentId: next })).rejects.toMatchObject(slowDown)
    const { code } = (await limited.as(deputy)(studentRecords.get, { studentId: next }))!
    await expect(reading(studentRecords.byCode, { code: code! })).rejects.toMatchObject(slowDown)
    const refused = await limited.wire(studentRecords.get.path, { studentId: next }, { as: manager })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(500)
  })

  test('signing in once more begins no new quota', async () => {
    const again = await testApp({ connection, readings: figures })
    const unread = allOfNile[21]!
    expect(await again.tokenOf(manager)).not.toBe(await first.tokenOf(manager))
    await expect(again.as(manager)(studentRecords.get, { studentId: unread })).rejects.toMatchObject(slowDown)
  })

  test('the school is notified once, and each refusal leaves a line in the audit', async () => {
    expect(await published()).toEqual([{ school_id: nile.id, actor_id: manager.id, payload: { personId: manager.id } }])
    const lines = await sql(`select person_id, school_id, operation from audit_lines where outcome = '429' order by id`)
    expect(lines).toHaveLength(6)
    expect(lines[0]).toEqual({ person_id: manager.id, school_id: nile.id, operation: 'Student/GetStudent' })
  })

  test('those read already, whole classes, the whole school, and writes do not count', async () => {
    const limited = await testApp({ connection, readings: { students: 5, seconds: 600 } })
    const reading = limited.as(deputy)
    await sql('truncate student_readings')
    const known = allOfNile.slice(0, 5)
    for (const studentId of known) await reading(studentRecords.get, { studentId })
    for (const studentId of known) await reading(attendance.list, { studentId })
    for (const { id } of [class4a, class4b]) await reading(students.ofClass, { classRoomId: id })
    await reading(studentRecords.list, { schoolId: nile.id })
    for (const id of allOfNile.slice(5, 15)) await reading(studentRecords.update, { id })
    const [, , , , , sixth] = allOfNile
    await expect(reading(studentRecords.get, { studentId: sixth! })).rejects.toMatchObject(slowDown)
  })

  test('another process counts along, another person by themselves, and after ten minutes one may go on', async () => {
    const [one, other] = [
      await testApp({ connection, readings: { students: 3, seconds: 600 } }),
      await testApp({ connection, readings: { students: 3, seconds: 600 } }),
    ]
    const token = await one.tokenOf(teacher)
    const roll = (await as(teacher)(students.ofClass, { classRoomId: class4a.id })).map(({ id }) => id)
    const read = async (app: typeof one, studentId: string) =>
      (await app.wire(studentRecords.get.path, { studentId }, { headers: { authorization: `Bearer ${token}` } })).status
    expect([await read(one, roll[0]!), await read(other, roll[1]!), await read(one, roll[2]!)]).toEqual([200, 200, 200])
    expect([await read(other, roll[3]!), await read(one, roll[3]!), await read(other, roll[0]!)]).toEqual([
      429, 429, 200,
    ])
    expect((await one.wire(studentRecords.get.path, { studentId: roll[3]! }, { as: manager })).status).toBe(200)
    expect(await read(await testApp({ connection, readings: { students: 4, seconds: 600 } }), roll[3]!)).toBe(200)

    await sql(`update student_readings set read_at = read_at - interval '10 minutes'`)
    expect(await read(other, roll[4]!)).toBe(200)
  })

  test('parents read of their children as often as they like', async () => {
    const limited = await testApp({ connection, readings: { students: 0, seconds: 600 } })
    for (const { id } of [omar, laila])
      expect(await limited.as(parent)(studentRecords.get, { studentId: id })).toMatchObject({ id })
  })
})

describe('case 27: names do not look like what they are not', () => {
  const fresh = { schoolId: nile.id, classRoomId: class4b.id, firstName: 'أنس', midelName: 'حمدي', lastName: 'سرحان' }

  test.each([
    ['an embedding of direction', '\u202bعمر سمير'],
    ['an isolate of direction', 'عمر \u2066سمير\u2069'],
    ['a mark of direction', 'عمر\u200f سمير'],
    ['a zero-width space', 'عم\u200bر سمير'],
    ['a joiner at the end', 'عمر سمير\u200d'],
    ['a byte order mark', '\ufeffعمر سمير'],
    ['a line break', 'عمر\nسمير'],
    ['a tab and several spaces', 'عمر \t  سمير'],
  ])('%s leaves nothing in a name of a student', async (_, name) => {
    const sent = { id: omar.id, firstName: name, midelName: name, lastName: name }
    const kept = { firstName: 'عمر سمير', midelName: 'عمر سمير', lastName: 'عمر سمير' }
    const { status, json: answered } = await wire('Student/UpdateStudent', sent, { as: manager })
    expect({ status, row: answered() }).toMatchObject({ status: 200, row: kept })
  })

  test.each([
    ['an override of direction', 'عمر\u202e 001'],
    ['a null', 'عمر\0'],
    ['a lone half of a pair', 'عمر\ud800'],
  ])('%s is taken in no name of a student', async (_, name) => {
    const forbidden = {
      status: 400,
      text: 'Character 4 of this text is not allowed; delete it or write the text again',
    }
    const before = await sql('select count(*) from students')
    for (const field of ['firstName', 'midelName', 'lastName']) {
      expect(await wire('Student/AddStudent', { ...fresh, [field]: name }, { as: manager })).toMatchObject(forbidden)
      expect(await wire('Student/UpdateStudent', { id: omar.id, [field]: name }, { as: manager })).toMatchObject(
        forbidden,
      )
    }
    expect(await sql('select count(*) from students')).toEqual(before)
  })

  test.each([
    'ㅤㅤㅤ',
    '\u2800\u2800',
    '\u115f\u115f',
    '\uffa0\uffa0',
    '\u00ad\u00ad',
    '\u034f\u034f',
    '\u180e\u180e',
    '\u{e0041}\u{e0042}',
    'ــ',
    '\u064e\u064f',
  ])('%j is no name: nobody would see it', async (name) => {
    const invisible = { status: 400, text: 'A name needs at least one visible character' }
    for (const field of ['firstName', 'midelName', 'lastName'])
      expect(await wire('Student/AddStudent', { ...fresh, [field]: name }, { as: manager })).toMatchObject(invisible)
  })

  test('invisible characters do not make a name longer', async () => {
    const answer = await wire('Student/AddStudent', { ...fresh, firstName: 'م\u3164\u00ad' }, { as: manager })
    expect([answer.status, answer.text]).toEqual([400, 'String must contain at least 2 character(s)'])
  })

  test('characters that a script needs stay: joiners between letters, marks, and composed letters in one form', async () => {
    for (const [sent, kept] of [
      ['می\u200cرود', 'می\u200cرود'],
      ['مُحَمَّد', 'مُحَمَّد'],
      ['  Jose\u0301  ', 'Jos\u00e9'],
    ] as const) {
      const saved = await as(manager)(studentRecords.update, { id: omar.id, firstName: sent })
      expect(saved.firstName).toBe(kept)
    }
  })

  test('two names that only look alike are found by one search', async () => {
    await as(manager)(studentRecords.update, { id: omar.id, firstName: 'أُســـامة' })
    for (const search of ['اسامه', 'أسامة', 'إسامة'])
      expect((await as(manager)(studentRecords.list, { schoolId: nile.id, search })).map(({ id }) => id)).toContain(
        omar.id,
      )
    expect(await as(otherManager)(studentRecords.list, { schoolId: delta.id, search: 'اسامه' })).toEqual([])
  })
})
