import type { OutputOf } from '#contract/language/operation.ts'
import type { teachers } from '#contract/people/teachers/teachers.ts'
import type { classTeaching } from '#contract/people/teachers/teaching.ts'

export type Teacher = OutputOf<typeof teachers.list>[number]
export type Link = OutputOf<typeof classTeaching.list>[number]
export type Course = { id: string; name: string }
export type OfferedClass = OutputOf<typeof classTeaching.formData>['classRooms'][number]

/** A teacher's name, or the phone number of one who has not entered a name yet. */
export const teacherName = ({ firstName, middleName, lastName, phoneNumber }: Teacher) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ') || (phoneNumber ?? '')
