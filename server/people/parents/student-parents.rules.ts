import type { Permission } from '#contract/language/permissions.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { type Holder, mayIn } from '#server/access/may.ts'

/** The link of a parent to a student of a school, with what the caller may do with it. */
export const linkWithMay = (person: Holder, schoolId: string) => {
  const may = {
    update: mayIn(person, studentParents.update, schoolId),
    remove: mayIn(person, studentParents.remove, schoolId),
  }
  return <Link extends object>(link: Link) => ({ ...link, may })
}

/** Whether a person manages the links of parents, and therefore sees their phone numbers. */
export const linksParents = (may: (key: Permission) => boolean) =>
  may('UpdateStudentInfo') || may('LinkParentToStudent')
