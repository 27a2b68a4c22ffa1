import { sectionId } from '#server/exchange/roster/mapping.queries.ts'
import type { SchoolContent } from './folder.queries.ts'
import { grouped } from './grouped.ts'
import { record, recordHeading } from './records.ts'

/** A course in one class. */
export type Section = {
  id: string
  classRoomId: string
  course: { id: string; name: string }
  teacherIds: string[]
}

export function sectionsOf({ courses, teaching }: SchoolContent): Section[] {
  const byId = new Map(courses.map((course) => [course.id, course]))
  const sections = new Map<string, Section>()
  for (const { classRoomId, courseId, teacherId } of teaching) {
    const id = sectionId(classRoomId, courseId)
    const known = sections.get(id)
    if (known) known.teacherIds.push(teacherId)
    else sections.set(id, { id, classRoomId, course: byId.get(courseId)!, teacherIds: [teacherId] })
  }
  return [...sections.values()]
}

/** The students of each class, its supervisor, and the students and teachers of each course in it. */
export function enrolmentsOf(content: SchoolContent) {
  const { school, classes, students, teachers } = content
  // A supervisor who is not a teacher of the school is not in its list of teachers.
  const listed = new Set(teachers.map(({ id }) => id))
  const inside = grouped(
    students.filter(({ active }) => active),
    ({ classRoomId }) => classRoomId,
  )
  const sections = grouped(sectionsOf(content), ({ classRoomId }) => classRoomId)
  const enrolled = (classId: string, userId: string, role: string, primary: string) =>
    record(`${classId}.${userId}`, classId, school.id, userId, role, primary, '', '')
  return [
    recordHeading('classSourcedId', 'schoolSourcedId', 'userSourcedId', 'role', 'primary', 'beginDate', 'endDate'),
    ...classes.flatMap(({ id, supervisorId }) => {
      const learning = inside.get(id) ?? []
      return [
        ...learning.map((student) => enrolled(id, student.id, 'student', 'false')),
        ...(supervisorId && listed.has(supervisorId) ? [enrolled(id, supervisorId, 'teacher', 'true')] : []),
        ...(sections.get(id) ?? []).flatMap((section) => [
          ...learning.map((student) => enrolled(section.id, student.id, 'student', 'false')),
          ...section.teacherIds.map((teacherId, nth) => enrolled(section.id, teacherId, 'teacher', String(nth === 0))),
        ]),
      ]
    }),
  ]
}
