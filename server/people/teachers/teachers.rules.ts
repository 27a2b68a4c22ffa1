import type { Permission } from '#contract/language/permissions.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import type { Holder } from '#server/access/may.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import { giveRole } from '#server/platform/roles/holders.queries.ts'
import { hasKeysOf, mayTakePost } from '#server/platform/roles/positions.rules.ts'
import { lockSchool } from '#server/db/change-row.ts'
import { acceptTeaching, endTeacherLink, endTeaching, isThereOtherwise, teachingWaits } from './teachers.queries.ts'

/** People may make themselves teachers only if they already have every key of School Teacher there. */
export async function mayTeach(db: Db, actorId: string, teacherId: string, may: (key: Permission) => boolean) {
  if (teacherId === actorId) await mayTakePost(db, builtInRoles.schoolTeacher.id, may)
}

const roleId = builtInRoles.schoolTeacher.id

/** Whether a person has every key of School Teacher in a school. */
export function hasKeysOfTeacher(db: Db, { rights }: Holder, schoolId: string) {
  const owned: readonly string[] = rights.schools.find(({ id }) => id === schoolId)?.keys ?? []
  return hasKeysOf(db, roleId, (key) => owned.includes(key))
}

/** The roles that end when a person is no longer a teacher of a school. */
export const postsOfTeacher = [roleId, builtInRoles.schoolSupervisor.id]

export const giveTeacherRole = (db: Db, schoolId: string, teacherId: string, givenBy: string) =>
  giveRole(db, { personId: teacherId, roleId, schoolId, source: 'teacher' }, givenBy)

/**
 * The answer of a person to a link that somebody else created. With yes, they teach there from now on. With no, the link is
 * deleted, and they keep only what they have there without it.
 */
export async function answerTeaching(db: Db, schoolId: string, teacherId: string, accept: boolean) {
  await seeOnly(db, { schools: [schoolId] })
  await lockSchool(db, schoolId)
  if (accept) {
    if (!(await acceptTeaching(db, schoolId, teacherId))) throw notFound()
    await giveTeacherRole(db, schoolId, teacherId, teacherId)
    return
  }
  if (!(await teachingWaits(db, schoolId, teacherId))) throw notFound()
  if (await isThereOtherwise(db, schoolId, teacherId)) await endTeacherLink(db, schoolId, teacherId)
  else await endTeaching(db, { schoolId, teacherId, roleIds: postsOfTeacher })
}
