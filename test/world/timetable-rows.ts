import { classes, type ClassRoom, teaching } from './classes.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Rows } from './insert.ts'
import { people } from './people.ts'
import { courses, schools, years } from './schools.ts'

const { nile, delta } = schools
const weekdays = [0, 1, 2, 3, 4]
const numbers = [1, 2, 3, 4, 5]

/** Lessons a week of each course; of others two. */
const many = new Map<string, number>([
  [courses.arabic.id, 5],
  [courses.maths.id, 4],
  [courses.science.id, 3],
  [courses.social.id, 3],
  [courses.english.id, 3],
])

type Lesson = {
  courseId: string
  weekday: number
  number: number
  parts: { classId: string; groupId: string | null }[]
  teacherIds: string[]
  roomIds: string[]
}

/** Where nobody and nothing is taken yet; a course at most once a day in a class. */
function planner() {
  const taken = new Set<string>()
  return (whose: readonly string[], courseId: string, times: number) => {
    const found: { weekday: number; number: number }[] = []
    // The days begin at another one for each course, so that no day is full while others are empty.
    const shift = courseId.charCodeAt(courseId.length - 1) % weekdays.length
    for (const number of numbers)
      for (const day of weekdays) {
        const weekday = (day + shift + number) % weekdays.length
        const places = whose.map((id) => `${weekday} ${number} ${id}`)
        const isFull = found.length === times || found.some((one) => one.weekday === weekday)
        if (isFull || places.some((place) => taken.has(place))) continue
        for (const place of places) taken.add(place)
        found.push({ weekday, number })
      }
    return found
  }
}

const room = (name: string) => idOf('room', nile.id, name)
const [lab, computers, library] = ['معمل العلوم', 'معمل الحاسب', 'المكتبة'] as const
const rooms: [name: string, kind: string, seats: number][] = [
  [lab, 'lab', 24],
  [computers, 'computers', 28],
  [library, 'other', 40],
  ['قاعة اللغات', 'classroom', 18],
]

const division = idOf('division', classes.class4a.id, 'english')
const groups = ['المستوى الأول', 'المستوى الثاني'].map((name) => ({ id: idOf('group', division, name), name }))

/** The week of a school. In 4A English is taught in two groups at the same time, by two teachers. */
function lessonsOf(school: { id: string }): Lesson[] {
  const place = planner()
  const lessons: Lesson[] = []
  if (school.id === nile.id) {
    const second = people.arabicTeacher.id
    const ofBoth = [classes.class4a.id, people.englishTeacher.id, second]
    for (const at of place(ofBoth, courses.english.id, 3))
      for (const [nth, teacherId] of [people.englishTeacher.id, second].entries())
        lessons.push({
          ...at,
          courseId: courses.english.id,
          parts: [{ classId: classes.class4a.id, groupId: groups[nth]!.id }],
          teacherIds: [teacherId],
          roomIds: nth === 1 ? [room('قاعة اللغات')] : [],
        })
  }
  const given = teaching.flatMap(({ teacher, course, classes: these }) =>
    these.map((classRoom: ClassRoom) => ({ teacher, course, classRoom })),
  )
  const isOfGroups = (course: { id: string }, { id }: ClassRoom) =>
    course.id === courses.english.id && id === classes.class4a.id
  for (const { teacher, course, classRoom } of given)
    if (course.schoolId === school.id && classRoom.active && !isOfGroups(course, classRoom))
      for (const at of place([classRoom.id, teacher.id], course.id, many.get(course.id) ?? 2))
        lessons.push({
          ...at,
          courseId: course.id,
          parts: [{ classId: classRoom.id, groupId: null }],
          teacherIds: [teacher.id],
          roomIds: course.id === courses.science.id ? [room(lab)] : [],
        })
  withoutGaps(lessons)
  if (school.id === nile.id) inRooms(lessons)
  return lessons
}

const isAt = (lesson: Lesson, weekday: number, number: number) => lesson.weekday === weekday && lesson.number === number
const isOf = (lesson: Lesson, classId: string) => lesson.parts.some((part) => part.classId === classId)
const sharesAny = (one: readonly string[], other: readonly string[]) => one.some((id) => other.includes(id))

/** Lessons after a free one move into it where their teacher and room are free, so that the days of a class have few gaps. */
function withoutGaps(lessons: Lesson[]) {
  const movable = lessons.filter(({ parts }) => parts.length === 1 && parts[0]!.groupId === null)
  const isFree = (lesson: Lesson, number: number) =>
    !lessons.some(
      (other) =>
        isAt(other, lesson.weekday, number) &&
        (isOf(other, lesson.parts[0]!.classId) ||
          sharesAny(other.teacherIds, lesson.teacherIds) ||
          sharesAny(other.roomIds, lesson.roomIds)),
    )
  const gapBefore = (lesson: Lesson) => numbers.find((number) => number < lesson.number && isFree(lesson, number))
  for (let moved = true; moved; ) {
    moved = false
    for (const lesson of movable) {
      const gap = gapBefore(lesson)
      if (!gap) continue
      lesson.number = gap
      moved = true
    }
  }
}

/** Each class has a lesson of mathematics a week with computers, and one of Arabic in the library. */
function inRooms(lessons: Lesson[]) {
  const wanted = [
    [courses.maths.id, room(computers)],
    [courses.arabic.id, room(library)],
  ] as const
  for (const [courseId, roomId] of wanted) {
    const having = new Set<string>()
    for (const lesson of lessons.filter((one) => one.courseId === courseId)) {
      const { classId } = lesson.parts[0]!
      const isTaken = lessons.some(
        (other) => isAt(other, lesson.weekday, lesson.number) && other.roomIds.includes(roomId),
      )
      if (having.has(classId) || isTaken) continue
      having.add(classId)
      lesson.roomIds = [roomId]
    }
  }
}

const timetable = (school: { id: string }) => idOf('timetable', school.id, 'week')

/** The week of both schools as drafts, which `weeksOfMorning` publishes: rooms, a class in two groups, and lessons of all classes. */
export function timetableRows(calendar: Calendar): Rows {
  const inSchool = { school_id: nile.id }
  const ofClass = { ...inSchool, class_room_id: classes.class4a.id }
  const second = { ...inSchool, teacher_id: people.arabicTeacher.id, course_id: courses.english.id }
  const today = new Date(`${calendar.today}T00:00:00Z`).getUTCDay()
  return [
    ['school_teacher_courses', [second]],
    ['class_teacher_courses', [{ ...second, class_room_id: classes.class4a.id }]],
    ['rooms', rooms.map(([name, kind, seats]) => ({ ...inSchool, id: room(name), name, kind, seats }))],
    ['class_divisions', [{ ...ofClass, id: division, name: 'اللغة الإنجليزية' }]],
    ['class_groups', groups.map((group, nth) => ({ ...ofClass, ...group, division_id: division, position: nth + 1 }))],
    ...[nile, delta].flatMap((school): Rows => {
      const year = Object.values(years).find((one) => one.schoolId === school.id && one.current)!
      const whose = { school_id: school.id }
      const rowOf = (lesson: Lesson, weekday = lesson.weekday) => ({
        ...whose,
        id: idOf('lesson', timetable(school), `${weekday} ${lesson.number} ${lesson.teacherIds.join()}`),
        timetable_id: timetable(school),
        course_id: lesson.courseId,
        weekday,
        number: lesson.number,
        class_ids: lesson.parts.map(({ classId }) => classId),
        group_ids: lesson.parts.map(({ groupId }) => groupId),
        teacher_ids: lesson.teacherIds,
        room_ids: lesson.roomIds,
      })
      const lessons = lessonsOf(school)
      // Somebody looks at the demo on a day of the weekend: it is a day like Sunday.
      const again = weekdays.includes(today) ? [] : lessons.filter(({ weekday }) => weekday === 0)
      return [
        [
          'timetables',
          [{ ...whose, id: timetable(school), year_id: year.id, name: 'جدول الفصل الأول', anchor: calendar.firstDay }],
        ],
        ['lessons', [...lessons.map((one) => rowOf(one)), ...again.map((one) => rowOf(one, today))]],
      ]
    }),
  ]
}

/** Publishes them from the first day of the students. */
export const weeksOfMorning = ({ firstDay }: Calendar) => `
  update timetables t set valid_from = '${firstDay}', published_at = '${firstDay}', published_by = s.admin_id
  from schools s where s.id = t.school_id`

/** Places the students of the divided class in its groups; the last one is in none yet. */
export const groupsOfMorning = ({ firstDay }: Calendar) => `
  insert into group_students (school_id, division_id, student_id, from_day, group_id)
  select s.school_id, g.division_id, s.id, '${firstDay}', g.id
  from (
    select id, school_id, row_number() over (order by id) as nth, count(*) over () as many
    from students where class_room_id = '${classes.class4a.id}' and active) s
  join class_groups g on g.school_id = s.school_id and g.division_id = '${division}' and g.position = 1 + s.nth % 2
  where s.nth < s.many`
