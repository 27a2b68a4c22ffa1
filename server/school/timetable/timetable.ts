import type * as z from 'zod/mini'
import { minuteOf } from '#contract/school/timetable/clashes.ts'
import { timetable, type Week } from '#contract/school/timetable/timetable.ts'
import { found } from '#server/base/errors.ts'
import { daysFrom, momentIn, weekDayOf } from '#server/base/days.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { sideBySide } from '#server/db/speculation/ways.ts'
import { asOwnLesson } from './own-lessons.rules.ts'
import {
  daysOfWeek,
  hoursOfSchool,
  lessonsOfDays,
  ownLessons,
  type Subject,
  subjectRow,
  subjectsOf,
  weekdayNumber,
} from './week.queries.ts'

const letters = ['A', 'B'] as const

type School = { id: string; today: string }

export const timetableOperations = implement(timetable, {
  async subjects({ db, user, school }) {
    const read = await sideBySide(db, subjectsOf(school.id))
    return { ...read, ownId: read.teachers.find(({ id }) => id === user.id)?.id ?? null }
  },

  week: ({ db, school, input: { day, ...subject } }) => weekOf(db, school, subject, day),

  ofStudent({ db, school, readsStudent, input: { day, studentId } }) {
    readsStudent(studentId)
    return weekOf(db, school, { studentId }, day)
  },

  async now({ db, user, school, now }) {
    const time = momentIn(now.toISOString(), school.timeZone).slice(11)
    const { rows } = await ownLessons(school.id, user.id, school.today).execute(db)
    const lessons = rows.map(asOwnLesson)
    const minute = minuteOf(time)
    const isNow = ({ starts, ends }: { starts: string | null; ends: string | null }) =>
      starts !== null && minuteOf(starts) <= minute && minute < minuteOf(ends!)
    return {
      day: school.today,
      time,
      now: lessons.find(isNow) ?? null,
      next: lessons.find(({ starts }) => starts !== null && minuteOf(starts) > minute) ?? null,
      lessons,
    }
  },
})

/** The Saturday of the week of a day. */
const weekOfDay = (day: string) => daysFrom(day, -((weekdayNumber(weekDayOf(day)) + 1) % 7))

async function weekOf(
  db: Db,
  school: School,
  subject: Subject,
  day: string | null | undefined,
): Promise<z.output<typeof Week>> {
  const from = weekOfDay(day ?? school.today)
  const read = await sideBySide(db, {
    subject: subjectRow(school.id, subject),
    days: daysOfWeek(school.id, from, subject),
    lessons: lessonsOfDays(school.id, from, 7, subject),
    hours: hoursOfSchool(school.id),
  })
  const { name } = found(read.subject[0])
  const used = [...read.days, ...read.lessons].map(({ hoursSetId }) => hoursSetId)
  const sets = read.hours.filter(({ id }) => used.includes(id))
  const place = (id: string | null) => {
    const at = sets.findIndex((set) => set.id === id)
    return at < 0 ? null : at
  }
  return {
    schoolId: school.id,
    name,
    today: school.today,
    versions: [...new Set(read.days.flatMap(({ timetableId }) => timetableId ?? []))],
    hours: sets.map(({ periods }) => ({ periods })),
    days: read.days.map((one) => ({
      day: one.day,
      weekDay: weekDayOf(one.day),
      week: one.weeks === 2 ? letters[one.week! - 1]! : null,
      closed: !one.open,
      holiday: one.open ? null : one.holiday,
      hours: place(one.hoursSetId),
      lessons: read.lessons
        .filter((lesson) => lesson.day === one.day)
        .map(({ day, hoursSetId, lacksTeacher, ...lesson }) => ({
          ...lesson,
          // Who gave a lesson of the past is not judged by what they teach now.
          lacksTeacher: lacksTeacher && (day >= school.today || lesson.teacherNames.length === 0),
          hours: place(hoursSetId),
        })),
    })),
  }
}
