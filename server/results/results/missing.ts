import type { OutputOf } from '#contract/language/operation.ts'
import type { results } from '#contract/results/results/results.ts'
import type { Reach } from '#server/db/reach.ts'
import { found } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { openClosing } from './closings.queries.ts'
import { closedFiguresOf, shownNow, type ShownPupil } from './closed-figures.ts'
import { termFiguresOf } from './figures.ts'
import { supervisorsOfClasses, teachersOfCourses } from './missing.queries.ts'
import { owedRemarks } from './missing-remarks.ts'
import { isOfYear } from './placing.ts'
import { termOf } from './terms.queries.ts'

type OwedCourse = OutputOf<typeof results.missing>[number]
type Place = Pick<OwedCourse, 'classRoomId' | 'classRoomName' | 'teachers'> & { teacherIds: string[] }
/** A course with missing marks, and the ids of its `teachers`. */
type Owed = OwedCourse & Pick<Place, 'teacherIds'>
type InClass = { pupil: Pick<ShownPupil['pupil'], 'classRoomId' | 'classRoomName'> }
type Asked = { school: { id: string; today: string }; reach: Reach; termId: string; gradeId: string | null }

/**
 * Missing marks and remarks by class and course; of a closed grade those that were missing when it was closed. Courses that nobody teaches any more are listed for those who
 * see the whole school.
 */
export const owedCourses = async (db: Db, asked: Asked): Promise<OwedCourse[]> =>
  (await owedBy(db, asked)).map(({ teacherIds: _, ...row }) => row)

/** The teachers who owe marks. Of a closed grade nobody owes any. */
export async function teachersWhoOwe(db: Db, asked: Asked): Promise<string[]> {
  const owed = (await owedBy(db, asked, { isOpen: true })).filter(({ parts }) => parts.length > 0)
  return [...new Set(owed.flatMap(({ teacherIds }) => teacherIds))]
}

async function owedBy(db: Db, { school, reach, termId, gradeId }: Asked, { isOpen = false } = {}): Promise<Owed[]> {
  const term = found(await termOf(db, school.id, termId))
  const known = await teachersOfCourses(db, school.id, reach)
  const taught = known.filter((one) => isOfYear(one, term.schoolYearId))
  const grades = new Set(gradeId && reach.of === 'school' ? [gradeId] : taught.map((one) => one.gradeId))
  const supervised = await supervisorsOfClasses(db, school.id, reach)
  const owed = new Map<string, Owed>()
  const placeOf = ({ pupil: { classRoomId, classRoomName } }: InClass, courseId: string): Place | undefined =>
    taught.find((one) => one.classRoomId === classRoomId && one.courseId === courseId) ??
    noTeacher({ classRoomId, classRoomName }, reach)
  for (const id of grades) {
    if (gradeId && id !== gradeId) continue
    const closing = await openClosing(db, school.id, termId, id)
    if (closing && isOpen) continue
    const all = closing
      ? await closedFiguresOf(db, school.id, closing.id)
      : (await termFiguresOf(db, { schoolId: school.id, today: school.today, gradeId: id }, term)).map(shownNow)
    const each = all.flatMap((one) => one.courses.map((course) => ({ place: placeOf(one, course.courseId!), course })))
    for (const { place, course } of each) if (place) countOwed(owed, place, course)

    const nameOf = new Map(
      all.flatMap(({ courses }) => courses.map((one) => [one.courseId!, one.courseName!] as const)),
    )
    const remarks = await owedRemarks(db, { schoolId: school.id, termId, closingId: closing?.id ?? null }, all)
    for (const { courseId, students, byOffice, ...room } of remarks) {
      const ofClass = () => (byOffice ? noTeacher(room, reach) : supervised.get(room.classRoomId))
      const place = courseId === null ? ofClass() : placeOf({ pupil: room }, courseId)
      if (place) rowOf(owed, { ...room, ...place }, courseId, nameOf.get(courseId ?? '') ?? null).remarks = students
    }
  }
  return [...owed.values()]
}

/** What no teacher owes is shown to who sees the whole school. */
const noTeacher = (room: Pick<Place, 'classRoomId' | 'classRoomName'>, reach: Reach): Place | undefined =>
  reach.of === 'school' ? { ...room, teachers: [], teacherIds: [] } : undefined

function rowOf(owed: Map<string, Owed>, place: Place, courseId: string | null, courseName: string | null) {
  const { classRoomId, classRoomName, teachers, teacherIds } = place
  const key = `${classRoomId} ${courseId}`
  const row = owed.get(key) ?? {
    classRoomId,
    classRoomName,
    courseId,
    courseName,
    teachers,
    teacherIds,
    parts: [],
    students: 0,
    remarks: 0,
  }
  owed.set(key, row)
  return row
}

/** Counts the student whose course it is at each part without a mark. */
function countOwed(owed: Map<string, Owed>, place: Place, course: ShownPupil['courses'][number]) {
  const missing = course.parts.filter((part) => part.owed)
  if (missing.length === 0) return
  const row = rowOf(owed, place, course.courseId, course.courseName)
  row.students += 1
  for (const { name, nameAr } of missing) {
    const part = row.parts.find((owing) => owing.name === name)
    if (part) part.students += 1
    else row.parts.push({ name, nameAr, students: 1 })
  }
}
