import type { WeekRead } from './week-read.rules.ts'

type RowOfTable = {
  className: string
  weekday: string
  number: number
  courseName: string
  teacherName?: string | null | undefined
  roomName?: string | null | undefined
}

/** The rows of a table as a week. Rows that differ only in the class are one lesson, if they name the teacher. */
export function weekOfRows(rows: readonly RowOfTable[]): WeekRead {
  const [classes, courses, teachers, rooms, days] = [places(), places(), places(), places(), places()]
  const lessons: WeekRead['lessons'] = []
  const joint = new Map<string, WeekRead['lessons'][number]>()
  for (const [at, row] of rows.entries()) {
    const { weekday, number, courseName, teacherName, roomName } = row
    const part = { class: classes.of(row.className), group: null }
    const key = JSON.stringify([weekday, number, courseName, teacherName, roomName])
    const same = teacherName ? joint.get(key) : undefined
    if (same) {
      same.classes.push(part)
      continue
    }
    const lesson = {
      row: at + 1,
      course: courses.of(courseName),
      classes: [part],
      teachers: teacherName ? [teachers.of(teacherName)] : null,
      rooms: roomName ? [rooms.of(roomName)] : [],
      day: days.of(weekday),
      number,
      week: 0,
    }
    joint.set(key, lesson)
    lessons.push(lesson)
  }
  const names = { class: classes.names(), course: courses.names(), teacher: teachers.names(), room: rooms.names() }
  return { days: days.all().map((day) => [day]), names, groups: [], lessons, withoutPlace: [] }
}

/** Gives each name a place in a list. */
function places() {
  const known = new Map<string, number>()
  const all = () => [...known.keys()]
  return {
    of(name: string) {
      if (!known.has(name)) known.set(name, known.size)
      return known.get(name)!
    },
    all,
    names: () => all().map((name) => ({ name, others: [] })),
  }
}
