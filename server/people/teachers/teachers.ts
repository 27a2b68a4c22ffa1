import { teachers } from '#contract/people/teachers/teachers.ts'
import type { Db } from '#server/db/db.ts'
import { found, notFound } from '#server/base/errors.ts'
import { publish } from '#server/outbox/events.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { implement } from '#server/call/implement.ts'
import { endTeaching, insertTeacher, personExists, schoolsTaughtBy, teacherOf, teachersOf } from './teachers.queries.ts'
import { giveTeacherRole, mayTeach, postsOfTeacher } from './teachers.rules.ts'
import { replacementOperations } from './replacements.ts'
import { staffInvitationOperations } from './staff-invitations.ts'
import { classTeachingOperations, teacherCourseOperations } from './teaching.ts'

const teachersOfSchools = implement(teachers, {
  list: ({ db, school, page }) => teachersOf(db, school.id, page),

  async link({ db, user, school, may, audit, input: { teacherId } }) {
    if (!(await personExists(db, teacherId))) throw notFound()
    await mayTeach(db, user.id, teacherId, may)

    const agreed = teacherId === user.id
    await insertTeacher(db, school.id, teacherId, agreed)
    if (agreed) await giveTeacherRole(db, school.id, teacherId, user.id)
    await audit('person', teacherId)
    if (agreed) await publishLink(db, { schoolId: school.id, actorId: user.id, teacherId, linked: true })
    else await publish(db, { event: 'teacher invited', schoolId: school.id, actorId: user.id, payload: { teacherId } })
    return (await teacherOf(db, school.id, teacherId))!
  },

  async confirm({ db, user, school, may, audit, input: { teacherId } }) {
    // Otherwise a call that unlinks the person at the same time could leave them a role.
    await lockSchool(db, school.id)
    const teacher = found(await teacherOf(db, school.id, teacherId))
    await mayTeach(db, user.id, teacherId, may)

    if (!teacher.waiting) await giveTeacherRole(db, school.id, teacherId, user.id)
    await audit('person', teacherId)
    return teacher
  },

  async unlink({ db, user, school, audit, input: { teacherId } }) {
    // Otherwise the person could be named as a supervisor at the same time and keep that post.
    await lockSchool(db, school.id)
    const changed = await endTeaching(db, { schoolId: school.id, teacherId, roleIds: postsOfTeacher })
    if (changed === 0) throw notFound()

    await audit('person', teacherId)
    await publishLink(db, { schoolId: school.id, actorId: user.id, teacherId, linked: false })
    return { done: true as const, changed }
  },

  mySchools({ db, user, page }) {
    const schools = user.rights.schools.map(({ id }) => id)
    return schoolsTaughtBy(db, user.id, schools, page)
  },
})

export const teacherOperations = [
  teachersOfSchools,
  teacherCourseOperations,
  classTeachingOperations,
  staffInvitationOperations,
  replacementOperations,
]

type Link = { schoolId: string; actorId: string; teacherId: string; linked: boolean }

const publishLink = (db: Db, { schoolId, actorId, teacherId, linked }: Link) =>
  publish(db, { event: 'teacher link', schoolId, actorId, payload: { teacherId, linked } })
