import { beforeEach, describe, expect, test } from 'vitest'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { timetableSettings } from '#contract/school/timetable/timetable-settings.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import type { InputOf } from '#contract/language/operation.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, mathsTeacher, englishTeacher, parent, classmatesParent, otherManager } = world
const { nile, class4a, class4b, class5a, arabic, maths, english, omar, laila } = world
const schoolId = nile.id

type Draft = InputOf<typeof timetableDrafts.put>['lessons'][number]

const whole = (...classes: { id: string }[]) => classes.map(({ id }) => ({ classRoomId: id }))
const arabicAt = (weekday: string, number: number, more: Partial<Draft> = {}): Draft => ({
  courseId: arabic.id,
  weekday,
  number,
  classes: whole(class4a),
  teacherIds: [teacher.id],
  roomIds: [],
  ...more,
})
const mathsIn = (room: { id: string }, weekday: string, number: number, more: Partial<Draft> = {}): Draft => ({
  courseId: maths.id,
  weekday,
  number,
  classes: whole(room),
  teacherIds: [mathsTeacher.id],
  roomIds: [],
  ...more,
})

const start = async (more: object = {}) =>
  (await as(manager)(timetableDrafts.start, { schoolId, timetableName: 'الفصل الأول', ...more })).id
const put = (timetableId: string, ...lessons: Draft[]) => as(manager)(timetableDrafts.put, { timetableId, lessons })
const publish = (timetableId: string, validFrom = today) =>
  as(manager)(timetableDrafts.publish, { timetableId, validFrom })
const weekOf = (subject: object, day = today, person = manager) =>
  as(person)(timetable.week, { schoolId, ...subject, day })
const lessonsIn = async (subject: object, day = today) =>
  (await weekOf(subject, day)).days.flatMap(({ weekDay, lessons }) =>
    lessons.map(({ number, courseName }) => `${weekDay} ${number} ${courseName}`),
  )
const addRoom = (roomName: string) =>
  as(manager)(timetableSettings.addRoom, { schoolId, roomName, roomKind: 'lab', seats: 30 })

beforeEach(async () => {
  for (const table of ['lesson_slots', 'class_slots']) await sql(`delete from ${table}`)
  await sql('alter table lessons disable trigger user')
  for (const table of ['lessons', 'timetables', 'group_students', 'class_divisions', 'rooms', 'hours_uses'])
    await sql(`delete from ${table}`)
  await sql('alter table lessons enable trigger user')
})

describe('a draft', () => {
  test('is planned by those with the key, and nobody sees it until it is published', async () => {
    const id = await start()
    await put(id, arabicAt('Wednesday', 1))
    expect(await lessonsIn({ classRoomId: class4a.id })).toEqual([])
    await publish(id)
    expect(await lessonsIn({ classRoomId: class4a.id })).toEqual([`Wednesday 1 ${arabic.name}`])
    expect(await lessonsIn({ teacherId: teacher.id })).toHaveLength(1)
    expect(await lessonsIn({ classRoomId: class4b.id })).toEqual([])
    expect(await lessonsIn({})).toHaveLength(1)
    await expect(put(id, arabicAt('Wednesday', 2))).rejects.toMatchObject(
      refused(409, 'This timetable is published; copy it to change it'),
    )
  })

  test.each<[string, (lab: string) => Draft, string]>([
    ['a class with another lesson', () => mathsIn(class4a, 'Sunday', 1), `${class4a.name} has ${arabic.name} then`],
    [
      'a teacher elsewhere',
      () => arabicAt('Sunday', 1, { classes: whole(class4b) }),
      `المعلم teaches ${class4a.name} then`,
    ],
    [
      'a room that is taken',
      (lab) => mathsIn(class4b, 'Sunday', 1, { roomIds: [lab] }),
      `المعمل is taken by ${class4a.name} then`,
    ],
  ])('names the lesson in the way: %s', async (_, lesson, sentence) => {
    const id = await start()
    const lab = (await addRoom('المعمل')).id
    await put(id, arabicAt('Sunday', 1, { roomIds: [lab] }))
    const before = await as(manager)(timetableDrafts.get, { timetableId: id })
    const name = before.teachers.find((one) => one.id === teacher.id)!.name
    await expect(put(id, lesson(lab))).rejects.toMatchObject(refused(409, sentence.replace('المعلم', name)))
    expect(await as(manager)(timetableDrafts.get, { timetableId: id })).toEqual(before)
  })

  test('moves lessons, and two change places in one call', async () => {
    const id = await start()
    const { ids } = await put(id, arabicAt('Sunday', 1), mathsIn(class4a, 'Sunday', 2))
    const [one, two] = ids as [string, string]
    const move = (...moves: { lessonId: string; weekday: string; number: number }[]) =>
      as(manager)(timetableDrafts.move, { timetableId: id, moves })
    await expect(move({ lessonId: one, weekday: 'Sunday', number: 2 })).rejects.toMatchObject(
      refused(409, `${class4a.name} has ${maths.name} then`),
    )
    await move({ lessonId: one, weekday: 'Sunday', number: 2 }, { lessonId: two, weekday: 'Sunday', number: 1 })
    const { lessons } = await as(manager)(timetableDrafts.get, { timetableId: id })
    expect(lessons.map((lesson) => [lesson.number, lesson.courseId])).toEqual([
      [1, maths.id],
      [2, arabic.id],
    ])
    await as(manager)(timetableDrafts.take, { timetableId: id, lessonIds: [one] })
    await expect(as(manager)(timetableDrafts.take, { timetableId: id, lessonIds: [one] })).rejects.toMatchObject(
      notFound,
    )
    await move({ lessonId: two, weekday: 'Sunday', number: 2 })
  })

  test('refuses what cannot be, with a sentence', async () => {
    const id = await start()
    const { version } = await put(id, arabicAt('Sunday', 1))
    const bad = async (lesson: Draft, refusal: object) => await expect(put(id, lesson)).rejects.toMatchObject(refusal)
    await bad(arabicAt('Sunday', 2, { week: 1 }), refused(400, 'This timetable has the same lessons every week'))
    await bad(arabicAt('Sunday', 2, { courseId: world.deltaArabic.id }), notFound)
    await bad(arabicAt('Sunday', 2, { classes: whole(world.deltaClass1) }), notFound)
    await bad(arabicAt('Sunday', 2, { teacherIds: [world.deltaTeacher.id] }), notFound)
    await bad(arabicAt('Sunday', 2, { roomIds: [id] }), notFound)
    await bad(arabicAt('Sunday', 2, { teacherIds: [teacher.id, teacher.id] }), refused(400, 'Invalid input'))
    await expect(
      as(manager)(timetableDrafts.put, { timetableId: id, lessons: [arabicAt('Sunday', 3)], baseVersion: version - 1 }),
    ).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
    await expect(publish(id, daysFrom(today, -1))).rejects.toMatchObject(refused(400, 'Choose today or a later day'))
    await expect(publish(await start())).rejects.toMatchObject(refused(409, 'This timetable has no lessons'))
    await expect(as(teacher)(timetableDrafts.get, { timetableId: id })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(timetableDrafts.get, { timetableId: id })).rejects.toMatchObject(notFound)
  })

  test('that is put away comes back with everything', async () => {
    const id = await start()
    await put(id, arabicAt('Sunday', 1))
    const discard = (discarded: boolean) => as(manager)(timetableDrafts.discard, { schoolId, draftId: id, discarded })
    await discard(true)
    await expect(as(manager)(timetableDrafts.get, { timetableId: id })).rejects.toMatchObject(notFound)
    await expect(discard(true)).rejects.toMatchObject(notFound)
    await discard(false)
    expect((await as(manager)(timetableDrafts.get, { timetableId: id })).lessons).toHaveLength(1)
  })
})

describe('a class divided into groups', () => {
  const divide = async (divisionName: string, more: object = {}) => {
    const { divisions } = await as(manager)(timetableSettings.saveDivision, {
      classRoomId: class4a.id,
      divisionName,
      groups: [
        { groupName: 'أ', studentIds: [omar.id] },
        { groupName: 'ب', studentIds: [] },
      ],
      ...more,
    })
    return divisions.find((one) => one.divisionName === divisionName)!
  }

  test('has groups of one division side by side, and nothing else', async () => {
    const languages = await divide('اللغات')
    const sports = await divide('الرياضة')
    const [first, second] = languages.groups
    const id = await start()
    const of = (groupId: string) => [{ classRoomId: class4a.id, groupId }]
    await put(id, arabicAt('Sunday', 1, { classes: of(first!.id) }))
    const other = mathsIn(class4a, 'Sunday', 1, { classes: of(second!.id) })
    await put(id, other)
    const sentence = refused(409, `${class4a.name} has ${arabic.name} then`)
    const english4a: Draft = { ...other, courseId: english.id, teacherIds: [englishTeacher.id] }
    for (const classes of [whole(class4a), of(first!.id), of(sports.groups[0]!.id)])
      await expect(put(id, { ...english4a, classes })).rejects.toMatchObject(sentence)
    await expect(
      put(id, { ...english4a, number: 2, classes: [{ classRoomId: class5a.id, groupId: first!.id }] }),
    ).rejects.toMatchObject(refused(400, 'This group is of another class'))
    await publish(id)
    const read = await as(parent)(timetable.ofStudent, { studentId: omar.id, day: daysFrom(today, 7) })
    expect(read.days.flatMap(({ lessons }) => lessons.map(({ courseName }) => courseName))).toEqual([arabic.name])
    await expect(as(classmatesParent)(timetable.ofStudent, { studentId: omar.id })).rejects.toMatchObject(notFound)
    await expect(
      as(manager)(timetableSettings.removeDivision, { classRoomId: class4a.id, divisionId: languages.id }),
    ).rejects.toMatchObject(refused(409, 'Lessons of these groups are planned; take them out of every version first'))
  })

  test('has each student in one group, from a day on, and lists who is in none', async () => {
    const { id: divisionId, version, groups, ungroupedIds } = await divide('اللغات')
    expect(groups.map(({ studentIds }) => studentIds)).toEqual([[omar.id], []])
    expect(ungroupedIds).not.toContain(omar.id)
    expect(ungroupedIds.length).toBeGreaterThan(5)
    const [first, second] = groups
    const change = {
      divisionId,
      baseVersion: version,
      groups: [
        { id: first!.id, groupName: 'أ', studentIds: [] },
        { id: second!.id, groupName: 'ب', studentIds: [omar.id] },
      ],
      fromDay: daysFrom(today, 7),
    }
    await divide('اللغات', change)
    const groupOn = async (day: string) =>
      (await as(manager)(timetableSettings.divisions, { classRoomId: class4a.id, day })).divisions[0]!.groups.map(
        ({ studentIds }) => studentIds,
      )
    expect(await groupOn(daysFrom(today, 6))).toEqual([[omar.id], []])
    expect(await groupOn(daysFrom(today, 7))).toEqual([[], [omar.id]])
    await expect(divide('اللغات', change)).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
    await expect(
      divide('أخرى', { groups: [{ groupName: 'أ', studentIds: [laila.id, laila.id] }] }),
    ).rejects.toMatchObject(refused(400, 'A student is listed twice'))
    await expect(divide('اللغات')).rejects.toMatchObject(refused(409, 'This name is already used'))
  })
})

describe('versions', () => {
  test('of a published week the past stays, whatever is published later', async () => {
    const first = await start()
    await put(first, arabicAt('Wednesday', 1))
    await publish(first)
    const second = await start({ copyOfId: first })
    await put(second, arabicAt('Wednesday', 2))
    await expect(publish(second)).rejects.toMatchObject(refused(409, 'Another timetable begins on this day'))
    const before = await weekOf({ classRoomId: class4a.id })
    const next = daysFrom(today, 7)
    const { validFrom, validTo } = await publish(second, next)
    expect([validFrom, validTo]).toEqual([next, null])
    expect(await weekOf({ classRoomId: class4a.id })).toEqual(before)
    expect(await lessonsIn({ classRoomId: class4a.id }, next)).toHaveLength(2)
    const list = await as(manager)(timetableDrafts.list, { schoolId })
    expect(list.map((one) => [one.id, one.validTo, one.isValid])).toEqual([
      [second, null, false],
      [first, daysFrom(next, -1), true],
    ])
    const changes = await as(manager)(timetableDrafts.compare, { timetableId: second })
    expect(changes.map((one) => [one.teacherId, one.before.length, one.after.length])).toEqual([[teacher.id, 0, 1]])
    await as(manager)(timetableDrafts.withdraw, { timetableId: second })
    expect(await lessonsIn({ classRoomId: class4a.id }, next)).toHaveLength(1)
    await expect(as(manager)(timetableDrafts.withdraw, { timetableId: first })).rejects.toMatchObject(
      refused(409, 'This timetable has begun; publish another one instead'),
    )
  })

  test('weeks A and B take turns from the day on which A begins', async () => {
    const id = await start({ weeks: 2, anchor: today })
    await put(id, arabicAt('Wednesday', 1, { week: 1 }), mathsIn(class4a, 'Wednesday', 1, { week: 2 }))
    await expect(put(id, arabicAt('Wednesday', 1))).rejects.toMatchObject({ status: 409 })
    await publish(id)
    const courses = await Promise.all(
      [0, 7, 14].map(async (days) => await lessonsIn({ classRoomId: class4a.id }, daysFrom(today, days))),
    )
    expect(courses.flat().map((one) => one.slice('Wednesday 1 '.length))).toEqual([
      arabic.name,
      maths.name,
      arabic.name,
    ])
  })

  test('a lesson whose teacher lost the course says so, and keeps its place', async () => {
    const id = await start()
    await put(id, arabicAt('Wednesday', 1))
    await publish(id)
    const lacks = async () =>
      (await weekOf({ classRoomId: class4a.id })).days.flatMap(({ lessons }) => lessons.map((one) => one.lacksTeacher))
    expect(await lacks()).toEqual([false])
    const where = [schoolId, class4a.id, teacher.id, arabic.id]
    const rows = await sql(
      `delete from class_teacher_courses where school_id = $1 and class_room_id = $2 and teacher_id = $3 and course_id = $4 returning *`,
      where,
    )
    expect(rows).toHaveLength(1)
    expect(await lacks()).toEqual([true])
    await sql(
      'insert into class_teacher_courses (school_id, class_room_id, teacher_id, course_id) values ($1, $2, $3, $4)',
      where,
    )
  })
})

describe('hours', () => {
  test('apply to a grade before a weekday, and another number is refused', async () => {
    const { version: baseVersion } = await as(manager)(timetableSettings.hoursUses, { schoolId })
    const period = (name: string, starts: string, isBreak = false) => ({ name, starts, minutes: 45, isBreak })
    await as(manager)(calendarSettings.hours, {
      schoolId,
      baseVersion,
      sets: [
        { name: 'صباحي', periods: [period('1', '08:00'), period('ف', '08:45', true), period('2', '09:30')] },
        { name: 'مسائي', periods: [period('1', '09:00')] },
      ],
    })
    const { version, sets } = await as(manager)(timetableSettings.hoursUses, { schoolId })
    const [morning, evening] = sets.map(({ id }) => id)
    const uses = [
      { gradeId: class5a.gradeId, hoursSetId: evening! },
      { weekday: 'Thursday', hoursSetId: evening! },
    ]
    const saved = await as(manager)(timetableSettings.saveHoursUses, { schoolId, uses, baseVersion: version })
    expect(saved.uses).toHaveLength(2)
    const id = await start()
    await put(id, mathsIn(class4a, 'Sunday', 2))
    await expect(put(id, mathsIn(class5a, 'Sunday', 2))).rejects.toMatchObject(
      refused(400, 'The hours of this day have 1 lessons'),
    )
    await expect(put(id, mathsIn(class4b, 'Thursday', 2))).rejects.toMatchObject({ status: 400 })
    // 09:00 to 09:45 of one shift and 09:30 of the other overlap; 08:00 does not.
    await expect(put(id, mathsIn(class5a, 'Sunday', 1))).rejects.toMatchObject({ status: 409 })
    await put(id, mathsIn(class4a, 'Monday', 1), mathsIn(class5a, 'Monday', 1))
    await expect(
      as(manager)(calendarSettings.hours, {
        schoolId,
        baseVersion: saved.version,
        sets: [{ id: morning!, name: 'صباحي', periods: [period('1', '08:00')] }],
      }),
    ).rejects.toMatchObject(refused(409, 'These hours still apply to a grade or a weekday'))
    await as(manager)(timetableSettings.saveHoursUses, { schoolId, uses: [], baseVersion: saved.version })
    await as(manager)(calendarSettings.hours, { schoolId, baseVersion: saved.version + 1, sets: [] })
  })
})

/** With `PROOF=on` each deputy makes a thousand edits. */
const editsOfEach = process.env.PROOF === 'on' ? 1000 : 60

describe('two deputies at once', () => {
  test('leave no clash, by an independent count of what is stored', async () => {
    const id = await start({ weeks: 2, anchor: today })
    const rooms = [(await addRoom('قاعة 1')).id, (await addRoom('قاعة 2')).id]
    const classes = [class4a, class4b, class5a]
    const weekdays = ['Sunday', 'Monday', 'Tuesday']
    let seed = 7
    const pick = <T>(list: readonly T[]) => {
      seed = (seed * 1103515245 + 12345) % 2147483648
      return list[seed % list.length]!
    }
    const any = (): Draft => ({
      ...mathsIn(pick(classes), pick(weekdays), pick([1, 2, 3, 4])),
      week: pick([0, 1, 2]),
      roomIds: pick([[], [rooms[0]!], [rooms[1]!]]),
      teacherIds: pick([[], [mathsTeacher.id]]),
    })
    const stored: string[] = []
    const edit = async () => {
      const lessonId = stored.length > 0 && pick([true, false]) ? pick(stored) : null
      const move = { lessonId: lessonId!, weekday: pick(weekdays), number: pick([1, 2, 3, 4]), week: pick([0, 1, 2]) }
      try {
        if (lessonId) await as(manager)(timetableDrafts.move, { timetableId: id, moves: [move] })
        else stored.push(...(await put(id, any())).ids)
        return true
      } catch (problem) {
        expect(problem).toMatchObject({ status: 409 })
        return false
      }
    }
    const deputy = async () => {
      let done = 0
      for (let times = 0; times < editsOfEach; times++) if (await edit()) done++
      return done
    }
    const done = await Promise.all([deputy(), deputy()])
    expect(Math.min(...done)).toBeGreaterThan(5)
    const { lessons } = await as(manager)(timetableDrafts.get, { timetableId: id })
    expect(lessons).toHaveLength(stored.length)
    const taken = new Set<string>()
    for (const { weekday, number, week, ...lesson } of lessons)
      for (const one of [1, 2].filter((w) => week === 0 || week === w))
        for (const what of [
          ...lesson.classes.map(({ classRoomId }) => classRoomId),
          ...lesson.teacherIds,
          ...lesson.roomIds,
        ]) {
          const place = [weekday, number, one, what].join(' ')
          expect(taken).not.toContain(place)
          taken.add(place)
        }
    const slots = await sql('select count(*)::integer as many from lesson_slots')
    expect(slots).toEqual([{ many: taken.size }])
  })

  test('are stopped by the database itself, if the product forgot to ask', async () => {
    const id = await start()
    await put(id, arabicAt('Sunday', 1))
    const twice = (columns: string) =>
      sql(
        `insert into lessons (school_id, id, timetable_id, course_id, weekday, number, class_ids, group_ids, teacher_ids)
         select school_id, gen_random_uuid(), timetable_id, course_id, weekday, number, ${columns} from lessons where timetable_id = $1`,
        [id],
      )
    await expect(twice(`class_ids, group_ids, '{}'`)).rejects.toThrow('lesson_slots_class_free')
    await expect(twice(`array['${class4b.id}'::uuid], group_ids, teacher_ids`)).rejects.toThrow(
      'lesson_slots_teacher_free',
    )
    await publish(id)
    await expect(sql('update lessons set number = 5 where timetable_id = $1', [id])).rejects.toThrow(
      'a published version does not change',
    )
  })
})

test('a table becomes lessons by its names; what is unknown or taken is left out with its row, and a try stores nothing', async () => {
  const id = await start()
  await put(id, arabicAt('Sunday', 1))
  const row = { className: class4a.name, weekday: 'Monday', number: 1, courseName: arabic.name }
  const rows = [
    row,
    { ...row, courseName: 'الرياضيات ' },
    { ...row, weekday: 'Sunday' },
    { ...row, className: 'فصل 9ز' },
    { ...row, number: 2, teacherName: 'لا أحد' },
    { ...row, number: 3, courseName: maths.name, teacherName: '' },
  ]
  const take = (tries: boolean) => as(manager)(timetableDrafts.takeRows, { timetableId: id, rows, tries })
  const lessonsNow = async () => (await as(manager)(timetableDrafts.get, { timetableId: id })).lessons
  const tried = await take(true)
  expect(await lessonsNow()).toHaveLength(1)
  expect(tried.leftOut.map((one) => [one.row, one.reason])).toEqual([
    [2, 'taken'],
    [3, 'taken'],
    [4, 'class'],
    [5, 'teacher'],
  ])
  const taken = await take(false)
  expect([taken.lessons, taken.leftOut]).toEqual([2, tried.leftOut])
  const stored = await lessonsNow()
  expect(stored).toHaveLength(3)
  expect(stored.every(({ teacherIds }) => teacherIds.length === 1)).toBe(true)
  await as(manager)(timetableDrafts.take, { timetableId: id, lessonIds: taken.ids })
  expect(await lessonsNow()).toHaveLength(1)
})
