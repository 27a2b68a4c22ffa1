import { type Asked, badIds, choices, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf, openIn } from './places.ts'
import { done, givesHimself, isTeacherAt, selfOrStaff, writing } from './teachers.ts'

type Link = Asked['graph']['school_teacher_courses'][number]
type ClassLink = Asked['graph']['class_teacher_courses'][number]

const stranger = { status: 400, sentence: 'This person is not a teacher of this school' }
const linking = 'LinkTeacherToCourse&Class'
const unlinking = 'UnlinkTeacherToCourse&Class'

const courseRow = ({ graph }: Asked, { teacher_id, school_id, course_id }: Link) => ({
  teacherId: teacher_id,
  teacherName: fullName(one(graph.users, teacher_id)),
  schoolId: school_id,
  schoolName: one(graph.schools, school_id).name,
  courseId: course_id,
  courseName: one(graph.courses, course_id).name,
})

const classRow = ({ graph }: Asked, { teacher_id, school_id, course_id, class_room_id }: ClassLink) => ({
  teacherId: teacher_id,
  teacherName: fullName(one(graph.users, teacher_id)),
  courseId: course_id,
  courseName: one(graph.courses, course_id).name,
  classRoomId: class_room_id,
  classRoomName: one(graph.class_rooms, class_room_id).name,
  schoolId: school_id,
})

const linksOf = ({ graph, body }: Asked) =>
  graph.school_teacher_courses.filter(
    ({ school_id, teacher_id }) => school_id === body.schoolId && teacher_id === body.teacherId,
  )

const classLinksOf = ({ graph, body }: Asked) =>
  graph.class_teacher_courses.filter(
    ({ class_room_id, teacher_id }) => class_room_id === body.classRoomId && teacher_id === body.teacherId,
  )

const ofCourse =
  ({ body }: Asked) =>
  ({ course_id }: { course_id: string }) =>
    course_id === body.courseId

const coursesIn = ({ graph }: Asked, schoolId: unknown) =>
  choices(graph.courses.filter(({ school_id }) => school_id === schoolId))

const isOf = ({ graph, body }: Asked, schoolId: string) =>
  graph.courses.some(({ id, school_id }) => id === body.courseId && school_id === schoolId)

const schoolOfClass = ({ graph, body }: Asked) => graph.class_rooms.find(({ id }) => id === body.classRoomId)?.school_id

export const courseForm: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, [linking], body.schoolId as string)
  const teachers = graph.school_teachers
    .filter(({ school_id }) => school_id === body.schoolId)
    .map(({ teacher_id: id }) => ({ id, name: fullName(one(graph.users, id)) }))
  const form = { schoolTeachers: choices(teachers), schoolCourses: coursesIn(asked, body.schoolId) }
  return refusal ?? { status: 200, body: form }
}

export const courses: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { teacherId, schoolId } = body as Record<string, string>
  const refusal = badIds(body, 'teacherId!', 'schoolId!') ?? selfOrStaff(asked, 'ViewTeachersList', teacherId, schoolId)
  if (refusal) return refusal
  const name = ({ course_id }: Link) => one(graph.courses, course_id).name
  return page(
    sorted(linksOf(asked), (row) => [{ name: name(row) }, row.course_id]),
    body,
    'whole',
    (row) => courseRow(asked, row),
  )
}

const courseIds = ['teacherId!', 'schoolId!', 'courseId!']

export const course: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const { teacherId, schoolId } = body as Record<string, string>
  const refusal = badIds(body, ...courseIds) ?? selfOrStaff(asked, 'ViewTeachersList', teacherId, schoolId)
  const found = linksOf(asked).find(ofCourse(asked))
  return refusal ?? (found ? { status: 200, body: courseRow(asked, found) } : refused.notFound)
}

export const addCourse: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const { teacherId, schoolId, courseId } = body as { teacherId: string; schoolId: string; courseId: string }
  const refusal = badIds(body, ...courseIds) ?? writing(asked, linking, schoolId)
  if (refusal) return refusal
  if (!isOf(asked, schoolId)) return refused.notFound
  if (!isTeacherAt(asked, teacherId, schoolId)) return stranger
  if (linksOf(asked).some(ofCourse(asked))) return { status: 409, sentence: 'This teacher already has this course' }
  return {
    status: 200,
    body: courseRow(asked, { teacher_id: teacherId, school_id: schoolId, course_id: courseId }),
  }
}

export const removeCourse: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, ...courseIds) ?? writing(asked, unlinking, body.schoolId as string)
  if (refusal) return refusal
  const links = linksOf(asked).filter(ofCourse(asked))
  const taught = graph.class_teacher_courses.filter(
    (row) => row.teacher_id === body.teacherId && row.school_id === body.schoolId && ofCourse(asked)(row),
  )
  return links.length > 0 ? done(links.length + taught.length) : refused.notFound
}

export const classForm: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, [linking], body.schoolId as string)
  const classes = graph.class_rooms.filter(({ school_id, active }) => school_id === body.schoolId && active)
  return refusal ?? { status: 200, body: { courses: coursesIn(asked, body.schoolId), classRooms: choices(classes) } }
}

/** One's own everywhere; another's where his reader sees the teachers of a school both have to do with. */
export const ofTeacher: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'teacherId!')
  if (bad) return bad
  const self = body.teacherId === who
  const open = self ? rights.schools.map(({ id }) => id) : openIn(asked, ['ViewTeachersList'])
  if (!self && open.length === 0) return refused.forbidden
  if (!self && !open.some((schoolId) => isTeacherAt(asked, body.teacherId, schoolId))) return refused.notFound

  const rows = graph.class_teacher_courses
    .filter(({ teacher_id, school_id }) => teacher_id === body.teacherId && open.includes(school_id))
    .map((row) => classRow(asked, row))
  return page(
    sorted(rows, ({ classRoomName, courseName, classRoomId }) => [
      { name: classRoomName },
      { name: courseName },
      classRoomId,
    ]),
    body,
    'whole',
  )
}

const classIds = ['teacherId!', 'courseId!', 'classRoomId!']

export const inClass: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const refusal =
    badIds(body, ...classIds) ?? selfOrStaff(asked, 'ViewTeachersList', body.teacherId, schoolOfClass(asked))
  const found = classLinksOf(asked).find(ofCourse(asked))
  return refusal ?? (found ? { status: 200, body: classRow(asked, found) } : refused.notFound)
}

export const addToClass: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const schoolId = schoolOfClass(asked)!
  const refusal = badIds(body, ...classIds) ?? writing(asked, linking, schoolId)
  if (refusal) return refusal
  if (!isOf(asked, schoolId)) return refused.notFound
  if (!isTeacherAt(asked, body.teacherId, schoolId)) return stranger
  const himself = givesHimself(asked, body.teacherId, schoolId)
  if (himself) return himself
  if (classLinksOf(asked).some(ofCourse(asked)))
    return { status: 409, sentence: 'This teacher already has this course in this class' }
  const { teacherId, courseId, classRoomId } = body as { teacherId: string; courseId: string; classRoomId: string }
  const link = { teacher_id: teacherId, school_id: schoolId, course_id: courseId, class_room_id: classRoomId }
  return { status: 200, body: classRow(asked, link) }
}

export const removeFromClass: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const refusal =
    badIds(body, 'teacherId!', 'classRoomId!', 'courseId') ?? writing(asked, unlinking, schoolOfClass(asked))
  if (refusal) return refusal
  const links = classLinksOf(asked).filter((row) => body.courseId == null || ofCourse(asked)(row))
  return links.length > 0 ? done(links.length) : refused.notFound
}
