import { classTeaching, teacherCourses } from '#contract/people/teachers/teaching.ts'
import { courseOf } from '#server/school/courses/courses.queries.ts'
import { found, invalid, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { implement } from '#server/call/implement.ts'
import { mayTeach } from './teachers.rules.ts'
import { teachesAtOneOf } from './teachers.queries.ts'
import {
  activeClassChoices,
  classesTaughtBy,
  classTeachingOf,
  courseChoices,
  courseOfTeacher,
  coursesOfTeacher,
  deleteClassTeaching,
  deleteTeacherCourse,
  haveTeacherCourse,
  insertClassTeaching,
  insertTeacherCourse,
  teacherChoices,
} from './teaching.queries.ts'

export const teacherCourseOperations = implement(teacherCourses, {
  formData: async ({ db, school }) => ({
    schoolTeachers: await teacherChoices(db, school.id),
    schoolCourses: await courseChoices(db, school.id),
  }),

  list: ({ db, school, input: { teacherId }, page }) => coursesOfTeacher(db, school.id, teacherId, page),

  get: async ({ db, input }) => found(await courseOfTeacher(db, input)),

  async add({ db, school, audit, input }) {
    if (!(await courseOf(db, school.id, input.courseId))) throw notFound()
    await insertTeacherCourse(db, input)
    await audit('person', input.teacherId)
    return (await courseOfTeacher(db, input))!
  },

  async remove({ db, audit, input }) {
    const changed = await deleteTeacherCourse(db, input)
    if (changed === 0) throw notFound()
    await audit('person', input.teacherId)
    return { done: true as const, changed }
  },
})

export const classTeachingOperations = implement(classTeaching, {
  formData: async ({ db, school }) => ({
    courses: await courseChoices(db, school.id),
    classRooms: await activeClassChoices(db, school.id),
  }),

  async list({ db, user, reach, input: { teacherId }, page }) {
    if (teacherId !== user.id && !(await teachesAtOneOf(db, teacherId, reach.schools))) throw notFound()
    return classesTaughtBy(db, teacherId, reach.schools, page)
  },

  get: async ({ db, school, input }) => found(await classTeachingOf(db, { ...input, schoolId: school.id })),

  async add({ db, user, school, may, audit, input }) {
    const { teacherId, courseId, classRoomId } = input
    const link = { schoolId: school.id, teacherId, courseId }
    if (!(await courseOf(db, school.id, courseId))) throw notFound()
    if (!(await teachesAtOneOf(db, teacherId, [school.id])))
      throw invalid('This person is not a teacher of this school', 'teacherId')
    await mayTeach(db, user.id, teacherId, may)

    await haveTeacherCourse(db, link)
    await insertClassTeaching(db, { ...link, classRoomId })
    await audit('person', teacherId)
    await publish(db, {
      event: 'class link',
      schoolId: school.id,
      actorId: user.id,
      payload: { teacherId, classRoomId, courseIds: [courseId], linked: true },
    })
    return (await classTeachingOf(db, { ...link, classRoomId }))!
  },

  async remove({ db, user, school, audit, input: { teacherId, classRoomId, courseId = null } }) {
    const courseIds = await deleteClassTeaching(db, { schoolId: school.id, teacherId, classRoomId, courseId })
    if (courseIds.length === 0) throw notFound()

    await audit('person', teacherId)
    await publish(db, {
      event: 'class link',
      schoolId: school.id,
      actorId: user.id,
      payload: { teacherId, classRoomId, courseIds, linked: false },
    })
    return { done: true as const, changed: courseIds.length }
  },
})
