import type { Db } from '#server/db/db.ts'
import { daysFrom } from '#server/base/days.ts'
import { classes } from './classes.ts'
import { chance, idOf } from './ids.ts'
import { people } from './people.ts'
import { allStudents } from './students.ts'

const courses = ['اللغة العربية', 'الرياضيات', 'العلوم', 'اللغة الإنجليزية', 'الدراسات الاجتماعية']
const words = ['مقبول', 'جيد', 'جيد جدًا', 'ممتاز']

/** The marks of last year for a class whose pupils came from another school with a sheet. */
export async function bringMarks(db: Db, { schoolId, today }: { schoolId: string; today: string }) {
  const first = Number(today.slice(0, 4)) - 2
  const pupils = allStudents.filter(({ classRoomId, active }) => active && classRoomId === classes.class4a.id)
  const rows = pupils.flatMap(({ id: studentId }) => {
    const marks = courses.map((course) => 55 + chance(44, 'brought', studentId, course))
    const total = marks.reduce((sum, mark) => sum + mark, 0)
    const shared = { schoolId, studentId, importId: idOf('import', 'brought'), fileName: 'درجات العام الماضي.xlsx' }
    const whence = { ...shared, yearName: `${first}/${first + 1}`, termName: 'الفصل الدراسي الثاني' }
    const of = { ...whence, broughtOn: daysFrom(today, -60), broughtBy: people.manager.id }
    const ofCourses = courses.map((courseName, position) => ({
      ...of,
      id: idOf('brought mark', studentId, position),
      courseName,
      position,
      mark: marks[position]!,
      fullMark: 100,
    }))
    const sum = {
      mark: total,
      fullMark: 500,
      percent: total / 5,
      word: words[Math.floor((total - 275) / 60)] ?? words[3]!,
    }
    return [...ofCourses, { ...of, id: idOf('brought mark', studentId, 9), position: 9, ...sum }]
  })
  for (const row of rows) await db.insertInto('broughtMarks').values(row).execute()
}
