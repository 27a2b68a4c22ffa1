import { describe, expect, test } from 'vitest'
import { courses } from '#contract/school/courses/courses.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { years } from '#contract/school/years/years.ts'
import { testApp } from '#test/harness/app.ts'
import { type FolderFiles, oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { latestFolder } from '#test/imports/sync-folders.ts'
import { everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, sql } = importing(app)
const { manager, teacher, otherManager, nile, class4a } = world

/** Gives the teacher the middle name of the one in the folder, and a last name. */
const named = (lastName: string) =>
  sql(`update users set middle_name = 'فتحي', last_name = $2 where id = $1`, [teacher.id, lastName])

/** The folder, changed so that its teacher already teaches at the school and its class is one of the school's. */
const folder = ({ phone = teacher.phone }: { phone?: string } = {}): FolderFiles => ({
  ...oneRosterFolder,
  'users.csv': oneRosterFolder['users.csv']!.map((cells) =>
    cells.map((cell) => (cell === '01055555559' ? phone : cell.replaceAll('\n', ' '))),
  ),
  'classes.csv': oneRosterFolder['classes.csv']!.map((cells) =>
    cells.map((cell) => (cell === 'فصل 4أ' ? class4a.name : cell)),
  ),
  'academicSessions.csv': oneRosterFolder['academicSessions.csv']!.map((cells) =>
    cells.map((cell) => (cell === '2026/2027' ? yearName : cell)),
  ),
})

/** A year that the school does not have. */
const yearName = 'عام دراسي آخر'
const folderOf = (importId: string) => as(manager)(imports.folder, { importId })
const courseNames = async () => (await as(manager)(courses.list, { schoolId: nile.id })).map(({ name }) => name)
const yearNames = async () => (await as(manager)(years.list, { schoolId: nile.id })).map(({ name }) => name)
const taught = async () =>
  (await as(manager)(classTeaching.list, { teacherId: teacher.id })).map(
    ({ courseName, classRoomName }) => `${courseName} ${classRoomName}`,
  )
const everythingBeside = async () => ({
  ...(await everythingOf(sql)),
  courses: await courseNames(),
  years: await yearNames(),
  months: await sql('select id from school_year_months order by id'),
  taught: await taught(),
})

test('staff who are not known come as invitations with what they will teach, terms as those of the calendar; the undo takes both back', async () => {
  const before = await everythingBeside()
  const termsOf = () => sql('select name, start_date, end_date from terms order by start_date')
  const terms = await termsOf()
  const files = folder({ phone: '01077799901' })
  const withTerm = {
    ...files,
    'academicSessions.csv': [
      ...files['academicSessions.csv']!,
      ['t9', '', '', 'الفصل الأول', 'term', '2026-10-01', '2026-10-30', '', '', '2027'],
    ],
  }
  const { id } = await upload(zipOf(withTerm))
  expect(await folderOf(id)).toMatchObject({
    staff: [{ isTeacher: false, isInvited: false, willBeInvited: true }],
    year: { months: 1, terms: 1 },
  })
  await start(id)
  expect(await as(manager)(staffInvitations.list, { schoolId: nile.id })).toMatchObject([
    { phoneNumber: '01077799901', roleId: null, teaching: [{ courseName: 'العلوم', classRoomName: class4a.name }] },
  ])
  expect(await folderOf(id)).toMatchObject({ madeInvitations: 1, staff: [{ isInvited: true, willBeInvited: false }] })
  expect(await termsOf()).toHaveLength(terms.length + 1)

  await undo(id)
  expect(await as(manager)(staffInvitations.list, { schoolId: nile.id })).toEqual([])
  expect(await termsOf()).toEqual(terms)
  expect(await everythingBeside()).toEqual(before)
})

test('a calendar that began with the terms of a folder goes with its undo, unless somebody wrote into it', async () => {
  await sql(
    `do $$ begin delete from terms; delete from calendar_closures; delete from school_week; delete from calendar_days;
     delete from hours_uses; delete from periods; delete from hours_sets; delete from school_calendars; end $$`,
  )
  const files = folder()
  const withTerm = zipOf({
    ...files,
    'academicSessions.csv': [
      ...files['academicSessions.csv']!,
      ['t9', '', '', 'الفصل الأول', 'term', '2026-10-01', '2026-10-30', '', '', '2027'],
    ],
  })
  const calendars = () => sql('select school_id from school_calendars')
  const first = await upload(withTerm)
  await start(first.id)
  expect(await calendars()).toEqual([{ school_id: nile.id }])
  expect(await undo(first.id)).toMatchObject({ state: 'undone' })
  expect(await calendars()).toEqual([])
  expect(await yearNames()).not.toContain(yearName)

  const second = await upload(withTerm)
  await start(second.id)
  await sql('update school_calendars set version = version + 1, shows_hijri = true')
  expect(await undo(second.id)).toMatchObject({ state: 'undone' })
  expect(await calendars()).toEqual([{ school_id: nile.id }])
})

describe('what a folder holds beside its students', () => {
  test('is listed before anything is stored, and what the school has already is named as such', async () => {
    await named('السيد')
    const { id, files, invites } = await upload(zipOf(folder()), { fileName: 'school.zip' })
    expect(files.find(({ name }) => name === 'users.csv')).toEqual({
      name: 'users.csv',
      rows: 4,
      deleted: 1,
      isRead: true,
    })
    expect(invites).toBe(false)
    expect(await folderOf(id)).toEqual({
      id,
      takes: ['courses', 'teaching', 'staff', 'year'],
      courses: [{ name: 'العلوم', isNew: !(await courseNames()).includes('العلوم') }],
      staff: [
        {
          staffName: 'منى فتحي السيد',
          phoneNumber: teacher.phone,
          email: 'mona@example.com',
          role: 'teacher',
          isTeacher: true,
          isInvited: false,
          willBeInvited: false,
          teaches: [{ courseName: 'العلوم', className: class4a.name, grade: '04' }],
        },
      ],
      year: { name: yearName, startDate: '2026-09-20', endDate: '2027-06-10', months: 1, terms: 0, isNew: true },
      madeCourses: 0,
      madeTeaching: 0,
      madeInvitations: 0,
      madeYear: false,
    })
    await as(manager)(imports.remove, { importId: id })
  })

  test('comes in with them, a second time brings nothing, and the undo takes back exactly what was made', async () => {
    await named('السيد')
    const before = await everythingBeside()
    const made = {
      ...folder(),
      'courses.csv': [...oneRosterFolder['courses.csv']!, ['k9', '', '', '', 'فلك', '', '', 'o1']],
    }
    const { id } = await upload(zipOf(made))
    expect(await start(id)).toMatchObject({ state: 'done', added: 1 })
    expect(await courseNames()).toContain('فلك')
    expect(await yearNames()).toContain(yearName)
    expect(await taught()).toContain(`العلوم ${class4a.name}`)
    const [year] = (await as(manager)(years.list, { schoolId: nile.id })).filter(({ name }) => name === yearName)
    expect(year).toMatchObject({ active: false, completed: false })
    expect(await folderOf(id)).toMatchObject({ madeTeaching: 1, madeYear: true })

    const again = await upload(zipOf(made))
    expect(again).toMatchObject({ same: 1, added: 0, changed: 0 })
    await start(again.id)
    expect(await folderOf(again.id)).toMatchObject({ madeCourses: 0, madeTeaching: 0, madeYear: false })

    expect((await undo(id)).state).toBe('undone')
    expect(await everythingBeside()).toEqual(before)
  })

  test('stays out where it was unticked', async () => {
    const before = await everythingBeside()
    const { id } = await upload(zipOf(folder()))
    await as(manager)(imports.setColumns, { importId: id, takes: [] })
    await start(id)
    const { students: _, memberships: __, ...after } = await everythingBeside()
    expect(after).toMatchObject({ courses: before.courses, years: before.years, taught: before.taught })
    await undo(id)
  })

  test('what has been used since stays when the import is undone', async () => {
    const { id } = await upload(
      zipOf({
        ...folder(),
        'courses.csv': [...oneRosterFolder['courses.csv']!, ['k9', '', '', '', 'كتابة', '', '', 'o1']],
      }),
    )
    await start(id)
    const course = (await as(manager)(courses.list, { schoolId: nile.id })).find(({ name }) => name === 'كتابة')!
    await as(manager)(classTeaching.add, { teacherId: teacher.id, courseId: course.id, classRoomId: class4a.id })
    expect((await undo(id)).state).toBe('undone')
    expect(await courseNames()).toContain('كتابة')
    expect(await taught()).toContain(`كتابة ${class4a.name}`)
  })

  test('only what the person who starts it may make by hand comes in', async () => {
    const keys = ['AddCourse', 'AddMultipleCourses', 'AddCurrentYear', 'LinkTeacherToCourse&Class']
    const before = await everythingBeside()
    const given = await sql<{ role_id: string; permission_id: string }>(
      `delete from role_permissions where permission_id in (select id from permissions where key = any ($1))
       returning role_id, permission_id`,
      [keys],
    )
    const { id } = await upload(
      zipOf({
        ...folder(),
        'courses.csv': [...oneRosterFolder['courses.csv']!, ['k9', '', '', '', 'خط', '', '', 'o1']],
      }),
    )
    await start(id)
    const { courses: made, years: yearsNow, taught: taughtNow } = await everythingBeside()
    expect([made, yearsNow, taughtNow]).toEqual([before.courses, before.years, before.taught])
    for (const { role_id, permission_id } of given)
      await sql('insert into role_permissions (role_id, permission_id) values ($1, $2)', [role_id, permission_id])
    await undo(id)
  })

  test('belongs to the school it was sent to', async () => {
    const { id } = await upload(zipOf(folder()))
    await expect(as(otherManager)(imports.folder, { importId: id })).rejects.toMatchObject({ status: 404 })
    await expect(as(teacher)(imports.folder, { importId: id })).rejects.toMatchObject({ status: 403 })
    const { id: table } = await upload('الاسم,الفصل\nسليم حسن الشاذلي,فصل 6ب\n')
    await expect(folderOf(table)).rejects.toMatchObject({ status: 404 })
  })
})

test('a student of two names comes in with them, and stays so when something else of them is changed', async () => {
  const { id, problems } = await upload(
    zipOf({
      ...latestFolder,
      'classes.csv': [latestFolder['classes.csv']![0]!, ['c1', 'o1', class4a.name, 'y', 'k1']],
    }),
  )
  expect(problems).toBe(0)
  await start(id)
  const [student] = await sql<{ id: string }>(
    `select id, first_name, middle_name, last_name from students where first_name = 'سليم' and middle_name = ''`,
  )
  expect(student).toMatchObject({ first_name: 'سليم', middle_name: '', last_name: 'الشاذلي' })
  const birthDate = '2016-05-07'
  const { id: _, ...changed } = await as(manager)(studentRecords.update, { id: student!.id, middleName: '', birthDate })
  expect(changed).toMatchObject({ firstName: 'سليم', middleName: '', lastName: 'الشاذلي', birthDate })
})

test('guardians of a folder are asked to an account only where that is ticked', async () => {
  // The student of the test above came with the same number.
  await sql('update official_records set other_number = null')
  const { id, guardians } = await upload(zipOf(folder()))
  expect(guardians).toBe(0)
  const ticked = await as(manager)(imports.setColumns, { importId: id, invites: true })
  expect(ticked).toMatchObject({ invites: true, guardians: 1 })
  await start(id)
  const waiting = await sql(`select from parent_invitations where phone_number = '01055555551' and removed_at is null`)
  expect(waiting).toHaveLength(1)
})

test('a teacher whose number or name a folder gives to somebody else is neither given courses nor invited, but left to a person', async () => {
  const staffOf = async (phone: string) => {
    const { id } = await upload(zipOf(folder({ phone })))
    return (await as(manager)(imports.folder, { importId: id })).staff
  }
  const byHand = [{ isTeacher: false, willBeInvited: false }]
  expect(await staffOf('01077799909')).toMatchObject(byHand)
  await sql(`update users set first_name = 'سوسن' where id = $1`, [teacher.id])
  await named('الحلواني')
  expect(await staffOf(teacher.phone)).toMatchObject(byHand)
})
