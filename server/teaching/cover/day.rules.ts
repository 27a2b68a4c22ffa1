import type * as z from 'zod/mini'
import type { CoverDay, LessonToCover, StaffAbsence } from '#contract/teaching/cover/cover-shapes.ts'
import { momentIn, weekDayOf } from '#server/base/days.ts'
import type { AbsenceRow, CoverOfDay, DayLesson, ReadDay } from './facts.queries.ts'
import { type DayFacts, isLive, lessonsToCover } from './plan.rules.ts'

type School = { id: string; today: string; timeZone: string }

/** The day and time of now by the clock of the school. */
export const clockOf = ({ timeZone }: { timeZone: string }, now: Date) =>
  momentIn(now.toISOString(), timeZone).slice(11)

/** Whether a lesson of a day is ahead, goes on now, or is over. */
export function timeOf({ starts, ends }: Pick<DayLesson, 'starts' | 'ends'>, day: string, today: string, time: string) {
  if (day !== today) return day < today ? 'over' : 'ahead'
  if (starts === null || ends === null || time < starts) return 'ahead'
  return time < ends ? 'now' : 'over'
}

/** The facts of a day from which lessons are given away. What a teacher told of themselves is none until it is taken over. */
export function factsOf(school: School, day: string, read: ReadDay, now: Date): DayFacts {
  const time = clockOf(school, now)
  const over = read.lessons.filter((lesson) => timeOf(lesson, day, school.today, time) === 'over').map(({ id }) => id)
  return {
    schoolId: school.id,
    day,
    rules: { aDay: read.rules.aDay, inRow: read.rules.inRow },
    lessons: read.lessons,
    absences: read.absences.filter(({ isWaiting }) => !isWaiting),
    covers: read.covers,
    teachers: read.teachers,
    over: new Set(over),
  }
}

/** An absence as a person may read it: its kind is for few. */
export const absenceSeen = (row: AbsenceRow, seesKind: boolean): z.output<typeof StaffAbsence> => ({
  ...row,
  absenceKind: seesKind ? row.absenceKind : null,
})

export function dayAnswered(
  school: School,
  day: string,
  read: ReadDay,
  { now, seesKinds }: { now: Date; seesKinds: boolean },
): z.output<typeof CoverDay> {
  const facts = factsOf(school, day, read, now)
  const names = new Map(read.teachers.map(({ id, name }) => [id, name]))
  for (const { teacherId, teacherName } of read.absences) names.set(teacherId, teacherName)
  const time = clockOf(school, now)
  return {
    schoolId: school.id,
    day,
    weekDay: weekDayOf(day),
    today: school.today,
    time,
    isClosed: read.isClosed && read.lessons.length === 0,
    hasTimetable: read.hasTimetable,
    numbers: [...new Set(read.lessons.map(({ number }) => number))].sort((one, other) => one - other),
    absences: read.absences.map((row) => absenceSeen(row, seesKinds)),
    lessons: lessonsToCover(facts).map((lesson) => ({
      ...lessonAnswered(lesson),
      absentId: lesson.teacherIds[0]!,
      absentName: names.get(lesson.teacherIds[0]!) ?? '',
      time: timeOf(lesson, day, school.today, time),
      ...coverAnswered(lesson, read, school, day),
    })),
    teachers: read.teachers.map(({ id, name }) => ({ id, name })),
  }
}

export const lessonAnswered = ({ id, number, starts, ends, courseName, classNames, roomNames }: DayLesson) => ({
  lessonId: id,
  number,
  starts,
  ends,
  courseName,
  classNames,
  roomNames,
})

type Answered = z.output<typeof LessonToCover>

/** What stands at a lesson: who takes it, who declined, and the notes. */
function coverAnswered(
  lesson: DayLesson,
  { covers, notes }: ReadDay,
  school: School,
  day: string,
): Pick<Answered, 'cover' | 'declined' | 'note' | 'report'> {
  const own = covers.filter(({ lessonId }) => lessonId === lesson.id)
  const live = own.find(isLive)
  const written = notes.filter(({ lessonId }) => lessonId === lesson.id)
  return {
    cover: live
      ? {
          id: live.id,
          way: live.way,
          coverState: live.state,
          teacherId: live.teacherId,
          teacherName: live.teacherName,
          reason: live.reason,
          withoutUntil: withoutUntil(live, lesson, school, day),
          isLateAsked: live.lateAskedAt !== null && live.reopenedUntil === null,
        }
      : null,
    declined: own
      .filter(({ state }) => state === 'declined')
      .map(({ teacherId, teacherName, answer }) => ({ teacherId: teacherId!, teacherName: teacherName ?? '', answer })),
    note: written.find(({ authorId }) => lesson.teacherIds.includes(authorId))?.text ?? null,
    report: written.find(({ authorId }) => authorId === live?.teacherId)?.text ?? null,
  }
}

/** Until when a class had nobody, if its lesson had begun when it was given to somebody. */
function withoutUntil({ askedAt }: CoverOfDay, { starts }: DayLesson, { timeZone }: School, day: string) {
  const [askedOn, time] = momentIn(new Date(askedAt).toISOString(), timeZone).split(' ') as [string, string]
  return askedOn === day && starts !== null && time > starts ? time : null
}
