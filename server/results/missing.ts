import type { OutputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results.ts'
import type { Reach } from '#server/access/reach.ts'
import { found } from '#server/call/errors.ts'
import type { Db } from '#server/db/db.ts'
import { type PupilFigures, termFiguresOf } from './figures.ts'
import { teachersOfCourses } from './missing.queries.ts'
import { isOfYear } from './placing.ts'
import { termOf } from './terms.queries.ts'

type OwedCourse = OutputOf<typeof results.missing>[number]
type Place = Pick<OwedCourse, 'classRoomId' | 'classRoomName' | 'teachers'>
type Asked = { school: { id: string; today: string }; reach: Reach; termId: string; gradeId: string | null }

/** Missing marks by class and course. Courses that nobody teaches any more are listed for those who see the whole school. */
export async function owedCourses(db: Db, { school, reach, termId, gradeId }: Asked): Promise<OwedCourse[]> {
  const term = found(await termOf(db, school.id, termId))
  const known = await teachersOfCourses(db, school.id, reach)
  const taught = known.filter((one) => isOfYear(one, term.schoolYearId))
  const grades = new Set(gradeId && reach.of === 'school' ? [gradeId] : taught.map((one) => one.gradeId))
  const owed = new Map<string, OwedCourse>()
  const placeOf = ({ pupil: { classRoomId, classRoomName } }: PupilFigures, courseId: string): Place | undefined =>
    taught.find((one) => one.classRoomId === classRoomId && one.courseId === courseId) ??
    (reach.of === 'school' ? { classRoomId, classRoomName, teachers: [] } : undefined)
  for (const id of grades) {
    if (gradeId && id !== gradeId) continue
    const all = await termFiguresOf(db, { schoolId: school.id, today: school.today, gradeId: id }, term)
    for (const one of all)
      for (const { courseId, courseName, result } of one.courses) {
        const place = placeOf(one, courseId)
        const missing = place ? result.parts.filter((part) => part.owed) : []
        if (missing.length === 0) continue
        const { classRoomId, classRoomName, teachers } = place!
        const key = classRoomId + courseId
        const row = owed.get(key) ?? {
          classRoomId,
          classRoomName,
          courseId,
          courseName,
          teachers,
          parts: [],
          students: 0,
        }
        owed.set(key, row)
        row.students += 1
        for (const { name, nameAr } of missing) {
          const part = row.parts.find((owing) => owing.name === name)
          if (part) part.students += 1
          else row.parts.push({ name, nameAr, students: 1 })
        }
      }
  }
  return [...owed.values()]
}
