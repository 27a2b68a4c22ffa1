import { describe, expect, test } from 'vitest'
import { courses } from '#contract/school/courses/courses.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { notAllowed, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { giveKey } = tracesIn(connection)
const { upload, start, undo, rows, sql } = importing(app)
const { manager, registrar, nile, omar, laila, class6b, mathsTeacher } = world
const schoolId = nile.id

const outcomes = async (importId: string) => (await rows(importId)).map(({ outcome }) => outcome)
const kindsOf = ({ problemKinds }: { problemKinds: { reason: string }[] }) => problemKinds.map(({ reason }) => reason)

describe('courses', () => {
  const named = async () => (await as(manager)(courses.list, { schoolId })).map(({ name }) => name)
  const table = (...lines: string[][]) => csvOf([['المادة', 'اللغة', 'الوصف'], ...lines])

  test('come in with their language, those that are there stay, and an undo takes back what came', async () => {
    const before = await named()
    const language = (await as(manager)(courses.list, { schoolId }))[0]!.languageName
    const draft = await upload(
      table(['علوم الفلك', language, 'رسم وأشغال'], [before[0]!, language, ''], ['فن الخط العربي', language, '']),
      { kind: 'courses' },
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual(['courseName', 'courseLanguage', 'courseDescription'])
    expect(draft).toMatchObject({ kind: 'courses', added: 2, problems: 0, coins: 0 })
    expect((await rows(draft.id)).map(({ isPaid }) => isPaid)).toEqual([null, null, null])
    const done = await start(draft.id)
    expect(done).toMatchObject({ state: 'done', added: 2 })
    expect(await named()).toEqual(expect.arrayContaining(['علوم الفلك', 'فن الخط العربي', ...before]))
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await named()).toEqual(before)
  })

  test('with a language that the school does not teach in, and those named twice, are problems', async () => {
    const language = (await as(manager)(courses.list, { schoolId }))[0]!.languageName
    const draft = await upload(
      table(['فن', language, ''], ['الفلك', 'المريخية', ''], ['الرسم', language, ''], ['الرسم ', language, '']),
      { kind: 'courses' },
    )
    expect(await outcomes(draft.id)).toEqual(['problem', 'problem', 'add', 'problem'])
    expect(kindsOf(draft)).toEqual(
      expect.arrayContaining([
        'String must contain at least 3 character(s)',
        'This language is not assigned to the school',
        'This course is already in row {n}',
      ]),
    )
  })
})

describe('staff', () => {
  const table = (...lines: string[][]) => csvOf([['اسم المعلم', 'الموبايل', 'الوظيفة', 'المواد', 'الفصول'], ...lines])
  const invited = async () =>
    (await as(manager)(staffInvitations.list, { schoolId })).map(({ teacherName, phoneNumber, teaching }) => [
      teacherName,
      phoneNumber,
      teaching.map(({ courseName, classRoomName }) => `${courseName} ${classRoomName}`).toSorted(),
    ])
  const taught = async () =>
    (await as(manager)(classTeaching.list, { teacherId: mathsTeacher.id })).map(
      ({ courseName, classRoomName }) => `${courseName} ${classRoomName}`,
    )

  test('is invited, each person once with what all their rows say, and an undo withdraws it', async () => {
    const before = await invited()
    const [first, second] = (await as(manager)(courses.list, { schoolId })).map(({ name }) => name) as [string, string]
    const draft = await upload(
      table(
        ['هناء فتحي سليم', '01077700011', 'مدرسة', first, class6b.name],
        ['هناء فتحي سليم', '01077700011', '', second, ''],
        ['هناء فتحي سليم', '01077700011', '', first, class6b.name],
      ),
      { kind: 'staff' },
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
      'staffName',
      'staffPhone',
      'staffRole',
      'staffCourses',
      'staffClasses',
    ])
    expect(await outcomes(draft.id)).toEqual(['add', 'change', 'same'])
    const done = await start(draft.id)
    expect(done).toMatchObject({ state: 'done', added: 1, changed: 1 })
    const [hanaa] = (await invited()).filter(([name]) => name === 'هناء فتحي سليم')
    expect(hanaa).toEqual(['هناء فتحي سليم', '01077700011', [`${first} ${class6b.name}`, `${second} null`].toSorted()])
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await invited()).toEqual(before)
  })

  test('who teaches there already gets courses and classes, found by number or name, and loses them with the undo', async () => {
    const before = await taught()
    const free = (await as(manager)(courses.list, { schoolId }))
      .map(({ name }) => name)
      .find((name) => !before.includes(`${name} ${class6b.name}`))!
    const [{ phone, name }] = (await sql(
      `select phone_number as phone, concat_ws(' ', first_name, middle_name, last_name) as name from users where id = $1`,
      [mathsTeacher.id],
    )) as [{ phone: string; name: string }]
    const draft = await upload(table(['', phone, '', free, class6b.name], [name, '', '', free, class6b.name]), {
      kind: 'staff',
    })
    expect(await outcomes(draft.id)).toEqual(['change', 'same'])
    const done = await start(draft.id)
    expect(await taught()).toContain(`${free} ${class6b.name}`)
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await taught()).toEqual(before)
  })

  test('that nobody can reach, of another role, or with unknown courses and classes, is a problem', async () => {
    const draft = await upload(
      table(
        ['', '', '', '', class6b.name],
        ['هناء فتحي سليم', '01077700011', 'سائق', '', ''],
        ['هناء فتحي سليم', '01077700011', '', 'السحر', ''],
        ['هناء فتحي سليم', '01077700011', '', '', class6b.name],
        ['هناء فتحي سليم', '0225551234', '', '', ''],
        ['هناء فتحي سليم', '050 123 4567', '', '', ''],
      ),
      { kind: 'staff' },
    )
    expect(draft).toMatchObject({ added: 0, problems: 6 })
    expect(kindsOf(draft).toSorted()).toEqual(
      [
        'Add the country code; this number can be {n}',
        'Give a phone number or an e-mail address',
        'The school has no role of this name',
        'No course of the school has this name',
        'Name the course that is taught in this class',
        'Invalid Phone Number!',
      ].toSorted(),
    )
  })
})

test('staff with two names, and known by name alone, wait until somebody adds a number', async () => {
  const names = csvOf([
    ['First Name', 'Last Name', 'Teacher_email', 'Subject'],
    ['Mona', 'Fathy', 'mona.fathy@example.org', ''],
    ['Sami', 'Adly', '', ''],
  ])
  const draft = await upload(names, { kind: 'staff' })
  expect(draft).toMatchObject({ added: 2, problems: 0 })
  expect((await rows(draft.id)).map(({ studentName }) => studentName)).toEqual(['Mona Fathy', 'Sami Adly'])
  const done = await start(draft.id)
  const invited = async () =>
    (await as(manager)(staffInvitations.list, { schoolId: nile.id })).find(
      ({ teacherName }) => teacherName === 'Sami Adly',
    )
  const waiting = (await invited())!
  expect([waiting.phoneNumber, waiting.email]).toEqual([null, null])
  // The same list again means the same people.
  expect(await upload(names, { kind: 'staff' })).toMatchObject({ added: 0, same: 2 })
  const phoneNumber = '01077700055'
  await as(manager)(staffInvitations.update, { schoolId: nile.id, invitationId: waiting.id, phoneNumber })
  expect(await invited()).toMatchObject({ phoneNumber })
  expect(await undo(done.id)).toMatchObject({ state: 'done' })
})

describe('guardians of students who are there', () => {
  const table = (...lines: string[][]) =>
    csvOf([['اسم الطالب', 'الفصل', 'اسم ولي الأمر', 'صلة القرابة', 'الموبايل', 'تليفون المنزل'], ...lines])
  const namesOf = async (studentId: string) =>
    (await as(manager)(guardians.list, { studentId })).map(({ guardianName }) => guardianName).toSorted()
  const waiting = async () =>
    sql('select phone_number from parent_invitations where accepted_at is null and removed_at is null order by 1')

  test('come in columns, as offices write them', async () => {
    const [named] = await sql<{ name: string }>(
      `select concat_ws(' ', first_name, middle_name, last_name) as name from students where id = $1`,
      [omar.id],
    )
    const list = csvOf([
      ['كود الطالب', 'اسم الطالب', 'اسم الأب', 'هاتف الأب', 'اسم الأم', 'هاتف الأم'],
      [omar.code, named!.name, 'عادل نجيب حنا', '01012340002', 'مريم فؤاد حنا', '0233445566'],
    ])
    const draft = await upload(list, { kind: 'guardians' })
    expect(draft).toMatchObject({ changed: 1, problems: 0 })
    const [row] = await rows(draft.id)
    expect(row!.record.map(({ value }) => value)).toEqual(['عادل نجيب حنا · 01012340002', 'مريم فؤاد حنا · 0233445566'])
    expect(row!.guardians).toEqual([{ phoneNumber: '01012340002', relationName: 'father' }])
  })

  test('come several to a student, with or without a mobile phone, and go with the undo', async () => {
    const [names, numbers] = [await namesOf(omar.id), await waiting()]
    const draft = await upload(
      table(
        ['عمر كريم الجندي', '', 'سعاد الجندي', 'guardian', '01077700021', ''],
        ['عمر كريم الجندي', 'فصل 4أ', 'نبيل الجندي', 'guardian', '', '0225551234'],
        ['ليلى كريم الجندي', '', 'سعاد الجندي', 'guardian', '01077700021', ''],
      ),
      { kind: 'guardians' },
    )
    expect(draft).toMatchObject({ added: 0, changed: 3, problems: 0, guardians: 2 })
    const done = await start(draft.id)
    expect(await namesOf(omar.id)).toEqual([...names, 'سعاد الجندي', 'نبيل الجندي'].toSorted())
    expect(await namesOf(laila.id)).toContain('سعاد الجندي')
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await namesOf(omar.id)).toEqual(names)
    expect(await waiting()).toEqual(numbers)
  })

  test('of nobody at the school are a problem, and change nothing else of a student', async () => {
    const draft = await upload(table(['طالب غير موجود', '', 'سعاد الجندي', 'guardian', '', '']), { kind: 'guardians' })
    expect(kindsOf(draft)).toEqual(['This row means no student of the school'])
    const other = await upload(table(['عمر كريم الجندي', 'فصل 6ب', 'سعاد الجندي', 'guardian', '', '']), {
      kind: 'guardians',
    })
    expect(other).toMatchObject({ changed: 0, problems: 1 })
  })
})

test('a kind of import needs the keys with which people do the same by hand', async () => {
  await giveKey(registrar, 'AssignMultipleStudentsToSchool', nile)
  for (const [kind, cells] of [
    ['staff', ['اسم المعلم', 'الموبايل']],
    ['courses', ['المادة', 'اللغة']],
  ] as const) {
    const file = csvOf([cells, ['أي شيء', '']])
    await expect(upload(file, { as: registrar, kind })).rejects.toMatchObject(notAllowed)
  }
  await expect(upload(csvOf([['الاسم'], ['شخص']]), { kind: 'drivers' as 'staff' })).rejects.toMatchObject({
    status: 400,
  })
})

test('nobody is asked by their own table to what they may not take by hand', async () => {
  for (const key of ['LinkTeacherToSchool', 'LinkTeacherToCourse&Class'] as const) await giveKey(registrar, key, nile)
  const table = (phone: string, role: string) =>
    csvOf([
      ['الموبايل', 'الوظيفة'],
      [phone, role],
      ['01077700012', ''],
    ])
  const kinds = async (person: typeof manager, role: string) =>
    kindsOf(await upload(table(person.phone, role), { kind: 'staff', as: person }))
  expect(await kinds(registrar, '')).toEqual(['You cannot grant what you do not hold'])
  expect(await kinds(manager, '')).toEqual([])
  expect(await kinds(manager, 'مدير')).toEqual(['You cannot change your own rights'])
})
