import type { Calendar } from './calendar.ts'
import { type ClassRoom, classes, teaching } from './classes.ts'
import { chance, idOf } from './ids.ts'
import type { Row, Rows } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { memberships } from './student-rows.ts'
import { allStudents, students } from './students.ts'

type Student = (typeof allStudents)[number]

/** The term before today: registers of every class of the two active schools on every school day except today. */
export function registerRows(calendar: Calendar): Rows {
  const sheets = Object.values(classes)
    .filter(({ active, schoolId }) => active && schoolId !== schools.closed.id)
    .flatMap((classRoom) => calendar.schoolDays.map((date, daysBack) => sheetOf(classRoom, date, daysBack, calendar)))
  return [
    ['attendance_sheets', sheets.map(({ sheet }) => sheet)],
    ['attendance_marks', sheets.flatMap(({ marks }) => marks)],
  ]
}

/** A morning in the demo: four of the six classes of the first school have taken their register. */
export function registersOfMorning(calendar: Calendar): Rows {
  const { class4a, class5a, class5b, class6a } = classes
  const sheets = [class4a, class5a, class5b, class6a].map((classRoom) =>
    sheetOf(classRoom, calendar.today, -1, calendar),
  )
  return [
    ['attendance_sheets', sheets.map(({ sheet }) => sheet)],
    ['attendance_marks', sheets.flatMap(({ marks }) => marks)],
  ]
}

function sheetOf(classRoom: ClassRoom, date: string, daysBack: number, calendar: Calendar) {
  const taker = takerOf(classRoom, daysBack)
  const at = `${date}T06:30:00Z`
  const key = { school_id: classRoom.schoolId, class_room_id: classRoom.id, date, created_at: at, modified_at: at }
  const present = allStudents.filter((student) => student.active && wasIn(student, classRoom, date, calendar))
  return {
    sheet: { ...key, version: 1, saved_by: taker },
    marks: present.map(
      (student): Row => ({
        ...key,
        id: idOf('mark', student.id, date),
        student_id: student.id,
        supervisor_id: taker,
        ...markOf(student, daysBack),
      }),
    ),
  }
}

/** Usually the supervisor. Every fifth day, or if there is no supervisor, a teacher of the class. */
function takerOf({ id, supervisorId }: ClassRoom, daysBack: number) {
  const teacher = teaching.find((taught) => taught.classes.some((classRoom) => classRoom.id === id))!.teacher.id
  if (id === classes.class4b.id && daysBack > 35) return people.removedTeacher.id
  return supervisorId && daysBack % 5 !== 4 ? supervisorId : teacher
}

const wasIn = (student: Student, classRoom: ClassRoom, date: string, calendar: Calendar) =>
  memberships(student, calendar).some(
    ({ classRoomId, from, to }) => classRoomId === classRoom.id && from <= date && (to === null || date <= to),
  )

export type Mark = {
  state: 'present' | 'absent' | 'late' | 'excused'
  minutes_late: number | null
  note: string | null
}

const present: Mark = { state: 'present', minutes_late: null, note: null }
const absent: Mark = { state: 'absent', minutes_late: null, note: null }
const late = (minutes: number): Mark => ({ state: 'late', minutes_late: minutes, note: null })
const excused = (note: string): Mark => ({ state: 'excused', minutes_late: null, note })

const excuses = ['عذر مرضي', 'موعد مع الطبيب', 'ظرف عائلي']

/** Omar's last two weeks contain each of the four states, so that there is always something to see. */
const omarsDays = new Map([
  [1, late(10)],
  [4, absent],
  [7, excused('عذر مرضي، وأحضر شهادة الطبيب')],
])

function markOf({ id }: Student, daysBack: number): Mark {
  if (id === students.omar.id && daysBack < 10) return omarsDays.get(daysBack) ?? present
  return usualMark(id, daysBack)
}

/** The mark of a student on a day, which is named by a date or by how many days ago it was: of 100 marks, 90 are present. */
export function usualMark(id: string, day: string | number): Mark {
  const luck = chance(100, 'mark', id, day)
  if (luck < 4) return absent
  if (luck < 8) return late(5 * (1 + chance(5, 'minutes', id, day)))
  if (luck < 10) return excused(excuses[chance(excuses.length, 'excuse', id, day)]!)
  return present
}
