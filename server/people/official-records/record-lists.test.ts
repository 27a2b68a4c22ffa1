import { describe, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, app, connection, tokenOf } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, secondSupervisor, otherManager, nile, omar, classmate } = world
const { grade4, grade5, class4a, class5a } = world
const schoolId = nile.id

const total = (rows: { total: number }[]) => rows.reduce((sum, row) => sum + row.total, 0)
const onRoll = async () =>
  (await sql('select count(*)::int as many from students where school_id = $1 and active', [schoolId]))[0].many

describe('counting by grade, age and sex', () => {
  test('everybody at the school is counted once, boys and girls and those without an entry', async () => {
    const rows = await as(manager)(recordLists.ages, { schoolId })
    expect(total(rows)).toBe(await onRoll())
    for (const { male, female, unknownSex, total: all } of rows) expect(male + female + unknownSex).toBe(all)
    expect(rows.some(({ unknownSex }) => unknownSex > 0)).toBe(true)
  })

  test('grades stand in the order of the school', async () => {
    const grades = (await sql('select name from grades where school_id = $1 order by position', [schoolId])).map(
      ({ name }) => name,
    )
    const counted = (await as(manager)(recordLists.ages, { schoolId })).map(({ gradeName }) => gradeName)
    const listed = (await as(manager)(recordLists.records, { schoolId, pageSize: 200 })).map(
      ({ gradeName }) => gradeName,
    )
    for (const names of [counted, listed])
      expect([...new Set(names)]).toEqual(grades.filter((name) => names.includes(name)))
  })

  test('ages are those of the day that is named', async () => {
    await sql(`update students set birth_date = '2015-10-01' where id = $1`, [omar.id])
    const agesOf = async (agesOn: string) => {
      const rows = await as(manager)(recordLists.ages, { schoolId, agesOn })
      const others = await sql(
        `select count(*)::int as many from students s join class_rooms c on c.school_id = s.school_id and c.id = s.class_room_id
         where s.active and s.school_id = $1 and c.grade_id = (select grade_id from class_rooms where school_id = $1 and id = $2)
           and date_part('year', age($3::date, s.birth_date)) = 11`,
        [schoolId, class4a.id, agesOn],
      )
      const [{ name }] = await sql(
        'select g.name from grades g join class_rooms c on c.school_id = g.school_id and c.grade_id = g.id where c.id = $1',
        [class4a.id],
      )
      const counted = rows.find((row) => row.gradeName === name && row.age === 11)?.total ?? 0
      expect(counted).toBe(others[0].many)
      return counted
    }
    expect(await agesOf('2026-10-01')).toBe((await agesOf('2026-09-30')) + 1)
  })

  test('one who left is counted up to the last day, and no more after it', async () => {
    const before = total(await as(manager)(recordLists.ages, { schoolId }))
    const [reason] = await as(manager)(leavings.reasons, {})
    const leftOn = daysFrom(today, -3)
    await as(manager)(leavings.enter, { studentId: omar.id, reasonId: reason!.id, leftOn, removeMarks: false })
    const on = async (day: string) => total(await as(manager)(recordLists.ages, { schoolId, day }))
    expect(await on(leftOn)).toBe((await on(daysFrom(leftOn, 1))) + 1)
    expect(await on(today)).toBe(before - 1)
    await as(manager)(leavings.return, { studentId: omar.id, returnedOn: leftOn })
    expect(await on(today)).toBe(before)
  })

  test('one who moves to another grade is counted there on that day, and not in both', async () => {
    const ofGrades = async () => {
      const rows = await as(manager)(recordLists.ages, { schoolId })
      const of = (name: string) => total(rows.filter(({ gradeName }) => gradeName === name))
      return [of(grade4.name), of(grade5.name), total(rows)] as const
    }
    const [fourth, fifth, all] = await ofGrades()
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class5a.id })
    expect(await ofGrades()).toEqual([fourth - 1, fifth + 1, all])
    await as(manager)(studentRecords.update, { id: omar.id, classRoomId: class4a.id })
    expect(await ofGrades()).toEqual([fourth, fifth, all])
  })
})

test('nationalities are counted, with those of whom none is entered', async () => {
  await as(manager)(officialRecords.update, { id: omar.id, nationality: 'JO' })
  const rows = await as(manager)(recordLists.nationalities, { schoolId })
  expect(total(rows)).toBe(await onRoll())
  expect(rows[0]).toMatchObject({ nationality: 'EG' })
  expect(rows.find(({ nationality }) => nationality === 'JO')).toMatchObject({ unknownSex: 1, total: 1 })
  expect(rows.some(({ nationality }) => nationality === null)).toBe(true)
})

test('arrivals, leavings and returns stand in the order of their days', async () => {
  const [reason] = await as(manager)(leavings.reasons, {})
  await sql('delete from student_leavings where student_id = $1', [omar.id])
  const [came, left, back] = [-30, -10, -5].map((days) => daysFrom(today, days)) as [string, string, string]
  await as(manager)(officialRecords.update, { id: omar.id, admittedOn: came, admittedFrom: 'مدرسة الأمل' })
  await as(manager)(leavings.enter, {
    studentId: omar.id,
    reasonId: reason!.id,
    leftOn: left,
    removeMarks: false,
    destination: 'طنطا',
  })
  await as(manager)(leavings.return, { studentId: omar.id, returnedOn: back })
  const between = { schoolId, dateFrom: came, dateTo: today }
  const ofOmar = (await as(manager)(recordLists.movements, between)).filter(({ studentId }) => studentId === omar.id)
  expect(ofOmar).toMatchObject([
    { day: came, movement: 'arrived', place: 'مدرسة الأمل', code: omar.code },
    { day: left, movement: 'left', place: 'طنطا', leavingReason: reason!.name },
    { day: back, movement: 'returned', place: null },
  ])
  const later = await as(manager)(recordLists.movements, { ...between, dateFrom: daysFrom(left, 1) })
  expect(later.filter(({ studentId }) => studentId === omar.id).map(({ movement }) => movement)).toEqual(['returned'])
  await expect(as(manager)(recordLists.movements, { ...between, dateTo: daysFrom(came, -1) })).rejects.toMatchObject(
    refused(400, 'This date cannot be used'),
  )
})

test('an entry that had left and was merged with another is nobody of their own on a former day', async () => {
  const leftOn = daysFrom(today, -20)
  const [reason] = await as(manager)(leavings.reasons, {})
  await as(manager)(leavings.enter, { studentId: classmate.id, reasonId: reason!.id, leftOn, removeMarks: false })
  const counted = async () => [
    total(await as(manager)(recordLists.ages, { schoolId, day: leftOn })),
    total(await as(manager)(recordLists.nationalities, { schoolId, day: leftOn })),
  ]
  const [ages, nationalities] = await counted()
  await sql('update students set merged_into = $1 where id = $2', [omar.id, classmate.id])
  expect(await counted()).toEqual([ages! - 1, nationalities! - 1])
  await sql('update students set merged_into = null where id = $1', [classmate.id])
})

test('the list of records has all present guardians, in the columns that an import takes', async () => {
  const [child] = await sql(
    `select id, first_name from students where school_id = $1 and active
       and not exists (select from guardians g where g.school_id = students.school_id and g.student_id = students.id) limit 1`,
    [schoolId],
  )
  const relations = await as(manager)(reference.relations, {})
  const mother = relations.find(({ name }) => name === 'mother')!
  for (const guardianName of ['نهى سالم', 'علي حسن', 'سعاد مراد', 'فريدة حسن'])
    await as(manager)(guardians.add, {
      studentId: child!.id,
      guardianName,
      relationId: mother.id,
      phone: '01077700077',
      fromDay: today,
    })
  for (const [guardianName, fromDay, untilDay] of [
    ['وصية الغد', daysFrom(today, 1), null],
    ['وصية الأمس', daysFrom(today, -9), daysFrom(today, -1)],
  ] as const)
    await as(manager)(guardians.add, { studentId: child!.id, guardianName, relationId: mother.id, fromDay, untilDay })
  const row = (await as(manager)(recordLists.records, { schoolId })).find(({ id }) => id === child!.id)!
  expect(JSON.stringify(row)).not.toContain('وصية')
  const listed = [row.guardianName, row.guardianName2, row.guardianName3, row.moreGuardians?.split(' · ')[0]]
  expect(new Set(listed)).toEqual(new Set(['سعاد مراد', 'علي حسن', 'فريدة حسن', 'نهى سالم']))
  expect(row).toMatchObject({ guardianPhone2: '01077700077', guardianRelation3: 'mother' })
  expect(row.moreGuardians).toContain('01077700077')
})

test('the list of records has a guardian of each, and the religion for people who may see it', async () => {
  const rows = await as(manager)(recordLists.records, { schoolId })
  expect(rows).toHaveLength(await onRoll())
  expect(rows.some(({ religion }) => religion !== null)).toBe(true)
  expect(rows.some(({ guardianName, guardianPhone }) => guardianName !== null && guardianPhone !== null)).toBe(true)
  const ofClass = await as(manager)(recordLists.records, { schoolId, classRoomId: class4a.id, search: omar.firstName })
  expect(ofClass.map(({ id }) => id)).toContain(omar.id)

  await giveKey(secondSupervisor, 'ViewStudentRecord', nile)
  await giveKey(secondSupervisor, 'ViewSchoolStudentsList', nile)
  const seen = await as(secondSupervisor)(recordLists.records, { schoolId })
  expect(seen.map(({ religion }) => religion).filter(Boolean)).toEqual([])
  expect(seen.map(({ nationalNumber }) => nationalNumber)).toEqual(rows.map(({ nationalNumber }) => nationalNumber))
})

test('the lists are of the whole school: for people who see all of it and its records', async () => {
  await giveKey(supervisor, 'ViewStudentRecord', nile)
  const between = { schoolId, dateFrom: today, dateTo: today }
  for (const [person, refusal] of [
    [supervisor, notAllowed],
    [otherManager, notFound],
  ] as const) {
    await expect(as(person)(recordLists.records, { schoolId })).rejects.toMatchObject(refusal)
    await expect(as(person)(recordLists.ages, { schoolId })).rejects.toMatchObject(refusal)
    await expect(as(person)(recordLists.nationalities, { schoolId })).rejects.toMatchObject(refusal)
    await expect(as(person)(recordLists.movements, between)).rejects.toMatchObject(refusal)
  }
})

test('each list is a file with words people know', async () => {
  const file = async (list: string, input: object, language: 'ar' | 'en') => {
    const answer = await app.inject({
      method: 'POST',
      url: `/${exportList.path}`,
      headers: { authorization: `Bearer ${await tokenOf(manager)}` },
      payload: { list, input: { schoolId, ...input }, format: 'csv', language },
    })
    return answer.body
  }
  const ages = await file(recordLists.ages.path, {}, 'ar')
  expect(ages).toContain('"الصف","السن","ذكور","إناث","غير مسجل","الإجمالي"')
  const records = await file(recordLists.records.path, {}, 'en')
  expect(records).toContain('National number')
  expect(records).toMatch(/,"(Male|Female)",/)
  expect(await file(recordLists.nationalities.path, {}, 'en')).toContain(
    '"Nationality","Boys","Girls","Not entered","Total"',
  )
})
