import { classes } from './classes.ts'
import { at, type Day, rowsOf } from './demo-day.ts'
import { chance, idOf } from './ids.ts'
import { insertNew, type Row } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'

const { nile } = schools
const { class6a } = classes

/** Since how many school days the grade takes lessons when the demo begins. */
const daysBefore = 3
/** Of a running day, as many lessons are taken. */
const takenToday = 3
/** In which number of the running day a pupil is missing who was there before. */
const gapIn = 3

type Lesson = { id: string; number: number; courseId: string; teacherId: string }
type Marked = { studentId: string; state: string; minutesLate: number | null }

/**
 * The highest grade takes attendance in each lesson, since a few days before the demo begins; its days follow from the first lesson, so the
 * marks of the day that the demo has are those of the lessons.
 */
export async function beginLessons(on: Day): Promise<void> {
  if (await takesSince(on)) return
  const earlier = on.before.slice(0, daysBefore)
  await insertNew(on.client, 'day_rules', [
    {
      school_id: nile.id,
      id: idOf('rule of the day', class6a.gradeId),
      grade_id: class6a.gradeId,
      from_day: earlier.at(-1) ?? on.day,
      rule: 'first',
      made_by: people.manager.id,
    },
  ])
  for (const day of earlier) await takeDay({ ...on, day }, false)
  await takeDay(on, true)
}

/** The lessons of a day whose register is there. Today somebody is missing from the third who was in the second. */
export async function takeLessons(on: Day, isToday: boolean): Promise<void> {
  await beginLessons(on)
  const since = await takesSince(on)
  if (since && since <= on.day) await takeDay(on, isToday)
}

async function takesSince(on: Day) {
  const rows = await rowsOf<{ fromDay: string }>(
    on,
    'select from_day::text as "fromDay" from day_rules where school_id = $1 and grade_id = $2 order by 1 limit 1',
    [nile.id, class6a.gradeId],
  )
  return rows[0]?.fromDay
}

async function takeDay(on: Day, isToday: boolean) {
  const lessons = await rowsOf<Lesson>(
    on,
    `select distinct on (l.number) l.id, l.number, l.course_id as "courseId", l.teacher_ids[1] as "teacherId"
     from timetable_on($1, $2) t
     join lessons l on l.school_id = $1 and l.timetable_id = t.timetable_id and l.weekday = extract(dow from $2::date)
       and l.week in (0, t.week) and $3 = any (l.class_ids)
     where cardinality(l.teacher_ids) > 0
     order by l.number, l.id`,
    [nile.id, on.day, class6a.id],
  )
  const marks = await rowsOf<Marked>(
    on,
    `update attendance_marks set origin = 'derived'
     where school_id = $1 and class_room_id = $2 and date = $3 and not superseded
     returning student_id as "studentId", state, minutes_late as "minutesLate"`,
    [nile.id, class6a.id, on.day],
  )
  if (marks.length === 0) return
  const missing = marks
    .filter(({ state }) => state === 'present')
    .map(({ studentId }) => studentId)
    .sort()[0]
  for (const [nth, lesson] of lessons.slice(0, isToday ? takenToday : 7).entries()) {
    const time = at(on, `0${6 + nth}:05`)
    const key = { school_id: nile.id, class_room_id: class6a.id, day: on.day, number: lesson.number }
    const times = { created_at: time, modified_at: time }
    const of = { lesson_id: lesson.id, course_id: lesson.courseId, version: 1, saved_by: lesson.teacherId }
    if ((await insertNew(on.client, 'lesson_sheets', [{ ...key, ...of, ...times }])).length === 0) continue
    const rows = marks.map(
      ({ studentId, state, minutesLate }): Row => ({
        ...key,
        ...times,
        id: idOf('mark of a lesson', studentId, on.day, lesson.number),
        part: class6a.id,
        student_id: studentId,
        ...later(nth, { studentId, state, minutesLate }, isToday && nth + 1 >= gapIn && studentId === missing, on.day),
        marked_by: lesson.teacherId,
      }),
    )
    await insertNew(on.client, 'lesson_marks', rows)
  }
  if (isToday) await contest(on, marks, lessons.at(-1)!)
}

/** Two pupils who came are in a contest for the school during the last lesson of the running day. */
async function contest(on: Day, marks: Marked[], { number, teacherId }: Lesson) {
  const there = marks
    .filter(({ state }) => state === 'present')
    .map(({ studentId }) => studentId)
    .sort()
    .slice(-2)
  const event = { event_id: idOf('contest', on.day), from_number: number, to_number: number }
  const of = {
    school_id: nile.id,
    class_room_id: class6a.id,
    day: on.day,
    name: 'مسابقة الرياضيات',
    made_by: teacherId,
  }
  const rows = there.map(
    (student_id): Row => ({ ...of, ...event, id: idOf('in a contest', student_id, on.day), student_id }),
  )
  await insertNew(on.client, 'students_elsewhere', rows)
}

/** The first lesson is as the day; afterwards who came is there, but for a few who are late after a break. */
function later(nth: number, { studentId, state, minutesLate }: Marked, isGone: boolean, day: string) {
  if (nth === 0) return { state, minutes_late: minutesLate }
  if (isGone) return { state: 'absent', minutes_late: null }
  if (state === 'absent' || state === 'excused') return { state, minutes_late: null }
  const isLate = chance(30, 'late to a lesson', studentId, day, nth) === 0
  return { state: isLate ? 'late' : 'present', minutes_late: isLate ? 5 : null }
}
