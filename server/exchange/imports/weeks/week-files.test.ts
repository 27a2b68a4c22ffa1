import { readFile } from 'node:fs/promises'
import { beforeEach, describe, expect, test } from 'vitest'
import writeXlsx from 'write-excel-file/node'
import { uploadWeek, weekFiles } from '#contract/exchange/imports/week-files.ts'
import { Refused } from '#contract/language/caller.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { type Person, testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { formOf } from '#test/pictures/sending.ts'
import { world } from '#test/world/world.ts'

const { app, as, connection, tokenOf } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile, otherManager, teacher, class4a, class5a, maths, mathsTeacher } = world
const schoolId = nile.id

type Read = OutputOf<typeof uploadWeek>

const sample = (name: string) => readFile(new URL(`../../../../test/imports/weeks/${name}.xml`, import.meta.url))

async function upload(file: Buffer | string, more: object = {}, person: Person = manager): Promise<Read> {
  const form = await formOf({ schoolId, ...more }, { bytes: Buffer.from(file), fileName: 'week.xml', mime: 'text/xml' })
  const answer = await app.inject({
    method: 'POST',
    url: `/${uploadWeek.path}`,
    payload: form.payload,
    headers: { ...form.headers, accept: 'application/problem+json', authorization: `Bearer ${await tokenOf(person)}` },
  })
  const json = answer.json()
  if (answer.statusCode !== 200) throw new Refused(answer.statusCode, json.detail, json)
  return json
}

const draftOf = (timetableId: string) => as(manager)(timetableDrafts.get, { timetableId })
const mean = (...meanings: object[]) => as(manager)(weekFiles.setMeanings, { schoolId, meanings } as never)

/** The lessons of a draft in words, in the order of the week. */
async function wordsOf(timetableId: string) {
  const draft = await draftOf(timetableId)
  const named = (list: readonly { id: string; name: string }[]) => (id: string) =>
    list.find((one) => one.id === id)?.name ?? '?'
  const [course, room, group] = [draft.courses, draft.rooms, draft.groups].map(named)
  const [teacherName, className] = [named(draft.teachers), named(draft.classes)]
  return draft.lessons
    .map(({ weekday, number, week, courseId, classes, teacherIds, roomIds }) =>
      [
        `${weekday} ${number}${['', 'A', 'B'][week]}`,
        course!(courseId),
        classes.map((one) => className(one.classRoomId) + (one.groupId ? ` ${group!(one.groupId)}` : '')).sort(),
        teacherIds.map((id) => teacherName(id).split(' ')[0]!).sort(),
        roomIds.map((id) => room!(id)),
      ].join('|'),
    )
    .sort()
}

beforeEach(async () => {
  for (const table of ['week_file_names', 'lesson_slots', 'class_slots']) await sql(`delete from ${table}`)
  await sql('alter table lessons disable trigger user')
  for (const table of ['lessons', 'timetables', 'group_students', 'class_divisions', 'rooms', 'hours_uses'])
    await sql(`delete from ${table}`)
  await sql('alter table lessons enable trigger user')
})

const file = await sample('two-weeks-with-groups')

describe('a file of today', () => {
  test('is looked at before anything is stored, and says which names it does not know', async () => {
    const read = await upload(file)
    const unknown = read.names.filter(({ id }) => !id).map(({ kind, name }) => `${kind} ${name}`)
    expect(unknown).toEqual(['course Robotics & Making', 'room معمل 1', 'room معمل 2'])
    expect(read.timetableId).toBeNull()
    expect(read.leftOut.map(({ reason, name, weekDay, number }) => [reason, name, weekDay, number])).toEqual([
      ['room', 'معمل 1', 'Sunday', 2],
      ['room', 'معمل 2', 'Sunday', 2],
      ['room', 'معمل 1', 'Thursday', 4],
      ['course', 'Robotics & Making', 'Thursday', 4],
    ])
    expect(read.withoutPlace.map(({ classNames, missing }) => [classNames, missing])).toEqual([[['فصل 4-أ'], 1]])
    expect(await as(manager)(timetableDrafts.list, { schoolId })).toHaveLength(0)
  })

  test('becomes a draft with groups, joint classes, doubles and both weeks once its names are known, and is undone', async () => {
    await mean(
      { kind: 'room', name: 'معمل 1', makes: true },
      { kind: 'room', name: 'معمل 2', makes: true },
      { kind: 'course', name: 'Robotics & Making' },
    )
    const read = await upload(file, { timetableName: 'من الملف' })
    expect(read).toMatchObject({ weeks: 2, lessons: 11, newGroups: 2, leftOutCount: 1 })
    expect(await wordsOf(read.timetableId!)).toEqual([
      'Monday 2|اللغة العربية|فصل 4أ|منى|',
      'Monday 3|اللغة الإنجليزية|فصل 4ب|داليا|',
      'Monday 4|اللغة الإنجليزية|فصل 4ب|داليا|',
      'Sunday 1|اللغة العربية|فصل 4أ|منى|',
      'Sunday 2|اللغة الإنجليزية|فصل 4أ المستوى 1|داليا|معمل 1',
      'Sunday 2|اللغة الإنجليزية|فصل 4أ المستوى 2|محمود|معمل 2',
      'Thursday 4A|اللغة الإنجليزية|فصل 4ب|داليا,محمود|معمل 1',
      'Thursday 4B|اللغة العربية|فصل 4ب|منى|',
      'Tuesday 3|الرياضيات|فصل 4أ,فصل 4ب|حسام|',
      'Wednesday 1|الرياضيات|فصل 4ب|حسام|',
      'Wednesday 2|الرياضيات|فصل 4ب|حسام|',
    ])
    await as(manager)(timetableDrafts.discard, { schoolId, draftId: read.timetableId!, discarded: true })
    expect(await as(manager)(timetableDrafts.list, { schoolId })).toHaveLength(0)
  })
})

test('a file of an older version has a day on each card, a period 0, and cards without a lesson', async () => {
  await mean({ kind: 'room', name: 'معمل العلوم', makes: true })
  const read = await upload(await sample('day-by-day-of-2008'), { timetableName: 'قديم' })
  expect(await wordsOf(read.timetableId!)).toEqual([
    'Sunday 1|العلوم|فصل 5أ|هبة|معمل العلوم',
    'Thursday 2|الرياضيات|فصل 5أ|حسام|',
    'Tuesday 3|العلوم|فصل 5أ|هبة|معمل العلوم',
    'Wednesday 2|الرياضيات|فصل 5أ|حسام|',
  ])
  expect(read.withoutPlace).toMatchObject([{ missing: 2 }])
})

test('names in another script are matched once, and remembered for the next file', async () => {
  const file = await sample('unknown-names-cyrillic')
  const names = (await upload(file)).names.map(({ kind, name, id }) => [kind, name, id])
  expect(names).toEqual([
    ['class', '5-А', null],
    ['course', 'Математика', null],
    ['teacher', 'Вигадана О.І.', null],
    ['room', 'Кабінет 7', null],
  ])
  await mean(
    { kind: 'class', name: '5-А', id: class5a.id },
    { kind: 'course', name: 'Математика', id: maths.id },
    { kind: 'teacher', name: 'Вигадана О.І.', id: mathsTeacher.id },
    { kind: 'room', name: 'Кабінет 7' },
  )
  const read = await upload(file, { timetableName: 'Cyrillic' })
  expect(await wordsOf(read.timetableId!)).toEqual([
    'Monday 1|الرياضيات|فصل 5أ|حسام|',
    'Tuesday 2|الرياضيات|فصل 5أ|حسام|',
  ])
  expect(read.leftOut).toMatchObject([{ reason: 'class', name: '' }])
  const rows = [
    { className: '5-А', weekday: 'Sunday', number: 2, courseName: 'Математика', teacherName: 'Вигадана О.І.' },
  ]
  const pasted = await as(manager)(timetableDrafts.takeRows, { timetableId: read.timetableId!, rows, tries: true })
  expect(pasted).toMatchObject({ lessons: 1, leftOut: [] })
})

test('a course and a class that are missing are made with the names, by those who may add one', async () => {
  const name = 'Robotics & Making'
  await mean(
    { kind: 'course', name, makes: true },
    { kind: 'class', name: '5-Z', makes: true, gradeId: world.grade5.id },
  )
  const read = await upload(file)
  expect(read.names.find((one) => one.name === name)?.id).toBe(read.courses.find((one) => one.name === name)?.id)
  expect(read.classes.map((one) => one.name)).toContain('5-Z')
  await expect(mean({ kind: 'class', name: '5-Y', makes: true })).rejects.toMatchObject(notFound)
  await expect(mean({ kind: 'teacher', name: 'Nobody', makes: true })).rejects.toMatchObject(notFound)
})

test('a version goes out as a file and comes back as the same lessons', async () => {
  await mean({ kind: 'room', name: 'معمل 1', makes: true }, { kind: 'room', name: 'معمل 2', makes: true })
  const { timetableId } = await upload(await sample('two-weeks-with-groups'), { timetableName: 'ذهابًا' })
  const before = await wordsOf(timetableId!)
  const file = await as(manager)(weekFiles.file, { timetableId: timetableId!, format: 'asc' })
  expect(file.fileName).toBe('ذهابًا.xml')
  const again = await upload(file.content, { timetableName: 'إيابًا' })
  expect(again).toMatchObject({ leftOutCount: 0, newGroups: 0, weeks: 2, withoutPlace: [] })
  expect(await wordsOf(again.timetableId!)).toEqual(before)

  const table = await as(manager)(weekFiles.file, { timetableId: timetableId!, format: 'csv' })
  expect(table.content).toContain('"فصل 4أ","Sunday",2,"اللغة الإنجليزية","داليا مراد الصاوي","معمل 1","المستوى 1",""')
})

test('a table is read as a week too, with rows of two classes as one lesson', async () => {
  const file = `Class,Day,Number,Course,Teacher\nفصل 4أ,Monday,1,${maths.name},حسام البرعي\nفصل 4ب,Monday,1,${maths.name},حسام البرعي\n`
  const read = await upload(file, { timetableName: 'Table' })
  expect(await wordsOf(read.timetableId!)).toEqual(['Monday 1|الرياضيات|فصل 4أ,فصل 4ب|حسام|'])
})

test('a week that is drawn in a workbook is read too, with a lesson of two numbers in merged cells', async () => {
  const cells = [
    [{ value: 'جدول فصل 4أ', columnSpan: 4 }, null, null, null],
    ['اليوم', '1', '2', '3'].map((value) => ({ value })),
    [{ value: 'الاثنين' }, { value: `${maths.name}\nحسام البرعي`, columnSpan: 2 }, null, { value: '-' }],
    [{ value: 'الثلاثاء' }, null, { value: maths.name.replace(/^ال/, '') }, null],
  ]
  const read = await upload(await writeXlsx([{ sheet: 'ورقة1', data: cells }]).toBuffer(), { timetableName: 'Drawn' })
  expect(await wordsOf(read.timetableId!)).toEqual([
    'Monday 1|الرياضيات|فصل 4أ|حسام|',
    'Monday 2|الرياضيات|فصل 4أ|حسام|',
    'Tuesday 2|الرياضيات|فصل 4أ|حسام|',
  ])
})

describe('refused', () => {
  const noClass = 'Write the class above each week, such as: Class 4A'
  const bomb = `<?xml version="1.0"?><!DOCTYPE timetable [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><timetable><class id="1" name="&b;"/></timetable>`
  const many = `<timetable>${'<x/>'.repeat(200_001)}</timetable>`
  test.each([
    ['an entity of the file', bomb, 'This file cannot be read'],
    ['more than 200,000 elements', many, 'This timetable has more than 200,000 elements'],
    ['XML that is broken', '<timetable><lesson', 'This file cannot be read'],
    ['a file without lessons', '<timetable><periods/></timetable>', 'This file has no lessons'],
    ['a week that is drawn without its class', 'Day,1,2,3\nSunday,Maths,Art,Art\n', noClass],
    ['a table without days', 'First name,Last name\nA,B\n', 'This file has no lessons'],
  ])('%s', async (_, file, sentence) => {
    await expect(upload(file)).rejects.toMatchObject(refused(400, sentence))
  })

  test('other schools, other people, and ids of others', async () => {
    await expect(upload('<timetable/>', {}, teacher)).rejects.toMatchObject(notAllowed)
    await expect(upload('<timetable/>', {}, otherManager)).rejects.toMatchObject(notFound)
    const { rooms } = await draftOf((await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'x' })).id)
    expect(rooms).toEqual([])
    await expect(mean({ kind: 'class', name: 'x', id: world.deltaClass1.id })).rejects.toMatchObject(notFound)
    await expect(
      mean({ kind: 'class', name: 'x', id: class4a.id }, { kind: 'class', name: 'X' }),
    ).rejects.toMatchObject(refused(400, 'Invalid input'))
    const room = await as(manager)(timetableSettings.addRoom, { schoolId, roomName: 'معمل 1', roomKind: 'lab' })
    await mean({ kind: 'room', name: 'معمل 1', makes: true })
    expect(await as(manager)(timetableSettings.rooms, { schoolId })).toMatchObject([{ id: room.id }])
  })
})
