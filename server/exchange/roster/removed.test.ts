import { beforeEach, expect, test } from 'vitest'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { oneRosterCalls, type RowOfOneRoster } from '#test/harness/one-roster.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { shapesOfRoster } from '#test/imports/one-roster-shapes.ts'
import { today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'
import * as z from 'zod/mini'

const { app, as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, arabicTeacher, supervisor, nile, delta, class4a, class5a, arabic, omar } = world
const { rowsOf, get } = oneRosterCalls(app, '/ims/oneroster/rostering/v1p2')

let secret = ''
beforeEach(async () => {
  await sql('delete from program_uses')
  await sql('delete from program_keys')
  const made = await as(manager)(programKeys.make, {
    schoolId: nile.id,
    keyName: 'منصة التعلم',
    scopes: ['oneroster', 'contacts'],
    endsOn: daysFrom(today, 90),
    password: demoPassword,
  })
  secret = made.secret
})

const now = async () => {
  const [row] = await sql<{ at: string }>(
    `select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as at`,
  )
  return row!.at
}

/** The states of the rows of a collection that changed since a moment and are among these, by id. */
async function changed(collection: keyof typeof shapesOfRoster, since: string, ids: string[]) {
  const filter = encodeURIComponent(`dateLastModified>='${since}'`)
  const rows = await rowsOf(secret, `${collection}?limit=10000&filter=${filter}`)
  const shape = shapesOfRoster[collection][2]
  for (const row of rows) expect([row, z.safeParse(shape, row).error?.issues ?? []]).toEqual([row, []])
  const states = new Map(rows.map(({ sourcedId, status }) => [sourcedId, status]))
  return ids.map((id) => states.get(id) ?? null)
}

test('who teaches a course in a class no longer is removed, with that course in the class and its students, until it is taught again', async () => {
  const section = `${class5a.id}.${arabic.id}`
  const ofTeacher = `${section}.${arabicTeacher.id}`
  const enrolled = (await rowsOf(secret, 'enrollments?limit=10000')).find(
    (one) => (one['class'] as RowOfOneRoster).sourcedId === section && one['role'] === 'student',
  )!
  const link = { teacherId: arabicTeacher.id, classRoomId: class5a.id, courseId: arabic.id }
  const before = await now()
  await as(manager)(classTeaching.remove, link)
  expect(await changed('enrollments', before, [ofTeacher, enrolled.sourcedId])).toEqual(['tobedeleted', 'tobedeleted'])
  expect(await changed('classes', before, [section, class5a.id])).toEqual(['tobedeleted', null])
  expect(await rowsOf(secret, `classes/${section}/students`)).toEqual([])
  const after = await now()
  await as(manager)(classTeaching.add, link)
  expect(await changed('enrollments', after, [ofTeacher, enrolled.sourcedId])).toEqual(['active', 'active'])
  expect(await changed('classes', after, [section])).toEqual(['active'])
})

test('a teacher who is not at the school any more is removed, without number and address', async () => {
  const section = `${class4a.id}.${arabic.id}.${teacher.id}`
  const before = await now()
  await as(manager)(teachers.unlink, { schoolId: nile.id, teacherId: teacher.id })
  expect(await changed('teachers', before, [teacher.id])).toEqual(['tobedeleted'])
  expect(await changed('enrollments', before, [section])).toEqual(['tobedeleted'])
  const { text } = await get(secret, `teachers/${teacher.id}`)
  expect(text).toContain('"enabledUser":"false"')
  expect(text).not.toMatch(/"(email|phone|sms|middleName)"/)
})

test('a former supervisor of a class is removed from it', async () => {
  const before = await now()
  await sql('update class_rooms set supervisor_id = $2, version = version + 1, modified_at = now() where id = $1', [
    class4a.id,
    arabicTeacher.id,
  ])
  const ids = [supervisor.id, arabicTeacher.id].map((id) => `${class4a.id}.${id}`)
  expect(await changed('enrollments', before, ids)).toEqual(['tobedeleted', 'active'])
})

test('a course, a class and a term that were removed are, and those of another school are not there', async () => {
  const [courseId, classId, termId] = Array.from({ length: 3 }, () => crypto.randomUUID()) as [string, string, string]
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  const before = await now()
  for (const school of [nile, delta])
    await sql(
      `insert into courses (school_id, id, language_id, name, description)
       select $1, case when $1 = $3::uuid then $2::uuid else gen_random_uuid() end, language_id, 'Logic', 'Logic'
       from courses where school_id = $1 limit 1`,
      [school.id, courseId, nile.id],
    )
  await sql(
    `insert into class_rooms (school_id, id, grade_id, language_id, name, gender, max_of_students)
     select school_id, $2, grade_id, language_id, 'Extra', 3, 20 from class_rooms where id = $1`,
    [class4a.id, classId],
  )
  await sql(
    `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
     select $1, $2, y.id, 'Extra', 9, '2027-01-16', '2027-06-15' from school_years y where y.school_id = $1 and y.active`,
    [nile.id, termId],
  )
  for (const table of ['courses', 'class_rooms', 'terms'])
    await sql(`delete from ${table} where name in ('Logic', 'Extra')`)
  expect(await changed('courses', before, [courseId])).toEqual(['tobedeleted'])
  expect(await changed('classes', before, [classId])).toEqual(['tobedeleted'])
  expect(await changed('academicSessions', before, [termId])).toEqual(['tobedeleted'])
  const titles = (await rowsOf(secret, 'courses')).filter(({ title }) => title === 'Logic')
  expect(titles).toHaveLength(1)
  expect((await rowsOf(secret, `students/${omar.id}/classes`)).length).toBeGreaterThan(0)
})

test('a student who was merged is removed and names the one who was kept, until that is undone', async () => {
  const { laila } = world
  const before = await now()
  const [{ was }] = (await sql('select modified_at as was from students where id = $1', [laila.id])) as [
    { was: string },
  ]
  await sql('update students set active = false, merged_into = $2, modified_at = clock_timestamp() where id = $1', [
    laila.id,
    omar.id,
  ])
  const one = async () => (await get(secret, `students/${laila.id}`)).json['user'] as RowOfOneRoster
  expect(await one()).toMatchObject({ status: 'tobedeleted', metadata: { mergedIntoSourcedId: omar.id } })
  expect(await changed('students', before, [laila.id])).toEqual(['tobedeleted'])
  expect((await get(secret, `students/${laila.id}?fields=metadata`)).json['user']).toEqual({
    metadata: { mergedIntoSourcedId: omar.id },
  })
  await sql('update students set active = true, merged_into = null, modified_at = $2 where id = $1', [laila.id, was])
  expect(await one()).toMatchObject({ status: 'active' })
  expect(await one()).not.toHaveProperty('metadata')
})
