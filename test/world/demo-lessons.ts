import { at, type Day, publishAt, rowsOf, weekdayOf, weekOf } from './demo-day.ts'
import { classes } from './classes.ts'
import { courseIds, detailsOf, notes, oneOf } from './demo-texts.ts'
import { chance, idOf } from './ids.ts'
import { insertNew, type Row } from './insert.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

type Kind = 'homework' | 'activity' | 'exam'
type Lesson = { schoolId: string; classRoomId: string; courseId: string; teacherId: string }
type Work = Lesson & { id: string; details: string; rate: number; date: string }

const classIds = Object.values(classes).map(({ id }) => id)
const tables = {
  homework: { works: 'homework', results: 'student_homework', key: 'homework_id', date: 'assignment_date' },
  activity: { works: 'activities', results: 'student_activities', key: 'activity_id', date: 'activity_date' },
  exam: { works: 'exams', results: 'student_exams', key: 'exam_id', date: 'exam_date' },
} as const

const { nile, delta } = schools

/** Who teaches what in which class now. */
const lessonsOf = (on: Day) =>
  rowsOf<Lesson>(
    on,
    `select t.school_id as "schoolId", t.class_room_id as "classRoomId", t.course_id as "courseId", t.teacher_id as "teacherId"
     from class_teacher_courses t
     join class_rooms c on c.school_id = t.school_id and c.id = t.class_room_id and c.active
     where t.school_id = any ($1) and t.course_id = any ($2) and t.class_room_id = any ($3)
     order by t.course_id, t.class_room_id, t.teacher_id`,
    [[nile.id, delta.id], courseIds, classIds],
  )

type Place = Pick<Lesson, 'classRoomId' | 'courseId'>

/** Where a lesson stands among the classes and courses, so that each has its own days and texts. */
const placeOf = ({ classRoomId, courseId }: Place) => classIds.indexOf(classRoomId) + courseIds.indexOf(courseId)

/** The number of the text that a lesson uses in the week of a day. */
export const textOfWeek = (lesson: Place, day: string): number => weekOf(day) + 2 * placeOf(lesson)

const workId = (kind: Kind, { classRoomId, courseId }: Lesson, day: string) =>
  idOf(`${kind} of a day`, classRoomId, courseId, day)

const work = (on: Day, kind: Kind, lesson: Lesson, rate: number, date: string): Work => ({
  ...lesson,
  id: workId(kind, lesson, on.day),
  details: detailsOf(lesson.courseId, kind, textOfWeek(lesson, on.day))!,
  rate,
  date,
})

/** Each course sets homework once a week, has an activity every other week, and each class a short test a week. */
export async function setWork(on: Day): Promise<void> {
  const lessons = await lessonsOf(on)
  const [weekday, week] = [weekdayOf(on.day), weekOf(on.day)]
  const due = on.after[1]
  if (due) {
    const homework = lessons.filter((lesson) => placeOf(lesson) % 5 === weekday)
    await store(
      on,
      'homework',
      homework.map((lesson) => work(on, 'homework', lesson, 10, due)),
    )
  }
  const activities = lessons.filter((lesson) => placeOf(lesson) % 10 === weekday + 5 * (week % 2))
  await store(
    on,
    'activity',
    activities.map((lesson) => work(on, 'activity', lesson, 5, on.day)),
  )
  const day = on.after[2]
  if (weekday !== 0 || !day) return
  const tested = classIds.flatMap((id, nth) => {
    const taught = lessons.filter(({ classRoomId, schoolId }) => classRoomId === id && schoolId === nile.id)
    return taught.length > 0 ? [oneOf(taught, week + nth)] : []
  })
  await store(
    on,
    'exam',
    tested.map((lesson) => work(on, 'exam', lesson, 20, day)),
  )
}

async function store(on: Day, kind: Kind, all: Work[]) {
  const { works, results, key, date: dateColumn } = tables[kind]
  const time = at(on, '10:20')
  const months = kind === 'exam' ? await monthsOf(on, all) : new Map<string, string>()
  const rows = all.flatMap(({ id, schoolId, classRoomId, courseId, teacherId, details, rate, date }): Row[] => {
    const month = months.get(date)
    if (kind === 'exam' && !month) return []
    const of = { id, school_id: schoolId, class_room_id: classRoomId, course_id: courseId, supervisor_id: teacherId }
    const times = { created_at: time, modified_at: time }
    return [
      { ...of, details, rate, [dateColumn]: date, ...times, ...(month && { month_id: month, published_at: null }) },
    ]
  })
  const stored = new Set((await insertNew(on.client, works, rows)).map(({ id }) => id))
  const news = all.filter(({ id }) => stored.has(id))
  const pupils = await rowsOf<{ id: string; classRoomId: string }>(
    on,
    `select id, class_room_id as "classRoomId" from students where class_room_id = any ($1) and active order by id`,
    [news.map(({ classRoomId }) => classRoomId)],
  )
  const studentsOf = (one: Work) => pupils.filter(({ classRoomId }) => classRoomId === one.classRoomId)
  const given = news.flatMap((one) =>
    studentsOf(one).map(({ id }) => ({
      school_id: one.schoolId,
      [key]: one.id,
      student_id: id,
      created_at: time,
      modified_at: time,
    })),
  )
  await insertNew(on.client, results, given)
  await publishAt(
    on,
    time,
    news.map((one) => ({
      event: kind,
      schoolId: one.schoolId,
      actorId: one.teacherId,
      payload: { set: [{ workId: one.id, studentIds: studentsOf(one).map(({ id }) => id) }] },
    })),
  )
}

/** The month of the year that contains each of these days, if it has one. */
async function monthsOf(on: Day, all: Work[]) {
  const months = await rowsOf<{ id: string; date: string }>(
    on,
    `select m.id, d.date::text as date from unnest($2::date[]) as d (date)
     join school_year_months m on m.school_id = $1 and d.date between m.start_date and m.end_date
     join school_years y on y.school_id = m.school_id and y.id = m.school_year_id and y.active`,
    [nile.id, [...new Set(all.map(({ date }) => date))]],
  )
  return new Map(months.map(({ id, date }) => [date, id]))
}

/** The ids of what was set on the days before, and what the world itself contains. */
const setBefore = (on: Day, kind: Kind, lessons: Lesson[]) =>
  lessons.flatMap((lesson) => [
    ...on.before.map((day) => workId(kind, lesson, day)),
    ...[0, 1, 2].map((nth) => idOf(kind, lesson.classRoomId, lesson.courseId, nth)),
  ])

const luck = (words: string) => `mod(abs(hashtext(${words} || r.student_id::text || w.id::text)::bigint), 20)`
const mark = `case when ${luck(`'missed'`)} = 0 then 0 else w.rate - mod(abs(hashtext(r.student_id::text || w.id::text)::bigint), ceil(w.rate / 2)::bigint) end`

/** Homework and activities are marked three days after their day. Marks that somebody has entered stay as they are. */
export async function markWork(on: Day): Promise<void> {
  const lessons = await lessonsOf(on)
  for (const kind of ['homework', 'activity'] as const) {
    const { works, results, key, date } = tables[kind]
    const done = `not ${luck(`'missed'`)} = 0`
    const given =
      kind === 'homework'
        ? `is_delivered = ${done}, delivered_date = case when ${done} then w.${date} end`
        : `is_attend = ${done}`
    const column = kind === 'homework' ? 'is_delivered' : 'is_attend'
    const time = at(on, '11:40')
    const marks = await rowsOf<Marked>(
      on,
      `update ${results} r set result = ${mark}, ${given}, modified_at = $3
       from ${works} w
       where w.school_id = any ($1) and w.id = any ($2) and r.school_id = w.school_id and r.${key} = w.id
         and w.removed_at is null and r.removed_at is null and w.${date} <= $4::date - 3
         and r.result is null and r.${column} is null
       returning w.id, w.school_id as "schoolId", w.supervisor_id as "teacherId", r.student_id as "studentId"`,
      [[nile.id, delta.id], setBefore(on, kind, lessons), time, on.day],
    )
    await publishAt(
      on,
      time,
      byWork(marks).map(({ id, schoolId, teacherId, studentIds }) => ({
        event: 'result',
        schoolId,
        actorId: teacherId,
        payload: { kind, workId: id, studentIds },
      })),
    )
  }
}

type Marked = { id: string; schoolId: string; teacherId: string; studentId: string }

const byWork = (marks: Marked[]) =>
  [...new Map(marks.map((one) => [one.id, one])).values()].map((one) => ({
    ...one,
    studentIds: marks.filter(({ id }) => id === one.id).map(({ studentId }) => studentId),
  }))

/** A test is marked on the next school day, except for a few; four days later the rest follows, and its marks are published. */
export async function markExams(on: Day): Promise<void> {
  const lessons = await lessonsOf(on)
  const ids = lessons.flatMap((lesson) => on.before.map((day) => workId('exam', lesson, day)))
  // The drafts that the world begins with stay so for a week.
  const drafts = lessons.map((lesson) => idOf('exam', lesson.classRoomId, lesson.courseId, 2))
  const time = at(on, '11:10')
  const enter = (which: string[], condition: string) =>
    on.client.query(
      `update student_exams r set total_result = ${mark}, is_attend = not ${luck(`'missed'`)} = 0, modified_at = $3
       from exams w
       where w.school_id = $1 and w.id = any ($2) and r.school_id = w.school_id and r.exam_id = w.id and w.removed_at is null
         and r.removed_at is null and r.total_result is null and r.is_attend is null and ${condition}`,
      [nile.id, which, time, on.day],
    )
  await enter(ids, `w.exam_date < $4::date and ${luck(`'late'`)} > 3`)
  await enter(ids, 'w.exam_date <= $4::date - 4')
  await enter(drafts, 'w.exam_date < $4::date - 7')
  const published = await rowsOf<Marked>(
    on,
    `with news as (
       update exams w set published_at = $4, published_by = w.supervisor_id
       where w.school_id = $1 and w.published_at is null and w.removed_at is null
         and (w.id = any ($2) and w.exam_date <= $5::date - 4 or w.id = any ($3) and w.exam_date < $5::date - 7)
       returning w.id, w.school_id, w.supervisor_id)
     select n.id, n.school_id as "schoolId", n.supervisor_id as "teacherId", r.student_id as "studentId"
     from news n join student_exams r on r.school_id = n.school_id and r.exam_id = n.id and r.removed_at is null
     order by n.id, r.student_id`,
    [nile.id, ids, drafts, time, on.day],
  )
  await publishAt(
    on,
    time,
    byWork(published).map(({ id, schoolId, teacherId, studentIds }) => ({
      event: 'marks published',
      schoolId,
      actorId: teacherId,
      payload: { exams: [{ examId: id, studentIds }] },
    })),
  )
}

/** Omar has a note each Monday and Laila each Wednesday; on every day there is one of another pupil. */
export async function writeNotes(on: Day): Promise<void> {
  const named = [null, students.omar.id, null, students.laila.id][weekdayOf(on.day)]
  const pupils = await rowsOf<{ id: string; schoolId: string; classRoomId: string }>(
    on,
    `select id, school_id as "schoolId", class_room_id as "classRoomId" from students where school_id = $1 and active order by id`,
    [nile.id],
  )
  const others = pupils.filter(({ id }) => id !== named)
  const chosen = [pupils.find(({ id }) => id === named), others[chance(others.length, 'note', on.day)]]
  const lessons = await lessonsOf(on)
  for (const [nth, pupil] of chosen.entries()) {
    const taught = lessons.filter(({ classRoomId }) => classRoomId === pupil?.classRoomId)
    if (!pupil || taught.length === 0) continue
    const { teacherId, courseId } = oneOf(taught, chance(100, 'by whom', on.day, nth))
    const [id, time] = [idOf('note of a day', on.day, nth), at(on, '10:50')]
    const stored = await insertNew(on.client, 'student_notes', [
      {
        id,
        school_id: pupil.schoolId,
        class_room_id: pupil.classRoomId,
        student_id: pupil.id,
        course_id: courseId,
        date: on.day,
        notes: oneOf(notes, weekOf(on.day) * 3 + weekdayOf(on.day) + nth * 5),
        created_at: time,
        modified_at: time,
        supervisor_id: teacherId,
      },
    ])
    if (stored.length > 0)
      await publishAt(on, time, [
        { event: 'note', schoolId: pupil.schoolId, actorId: teacherId, payload: { noteId: id, studentId: pupil.id } },
      ])
  }
}
