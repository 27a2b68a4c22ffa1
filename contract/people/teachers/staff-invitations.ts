import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Email, Id, kept, List, optional, paging, Phone, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { HandedOut } from '#contract/people/parents/invitations.ts'

const text = z.nullable(z.string())

/** A course that a person will teach, in a class or (null) not in a class yet. */
const Taught = z.object({
  courseId: z.string(),
  courseName: z.string(),
  classRoomId: text,
  classRoomName: text,
})

/** A person who is invited to teach, or to a role of the office, and has not agreed yet. */
export const StaffInvitation = z.object({
  id: z.string(),
  schoolId: z.string(),
  teacherName: text,
  phoneNumber: text,
  email: text,
  /** The role of the office to which they are invited; null for teachers. */
  roleId: text,
  roleName: text,
  teaching: z.array(Taught),
  createDate: z.string(),
  version: z.number(),
})

/** What a person will teach, as given in the invitation. */
export const ToTeach = z.strictObject({ courseId: Id, classRoomId: optional(Id) })

const fields = {
  teacherName: optional(Text(0, 200)),
  phoneNumber: optional(Phone),
  email: optional(Email()),
  roleId: optional(Id),
}

export const NewStaffInvitation = z.strictObject({
  schoolId: Id,
  ...fields,
  teaching: optional(List(ToTeach, 0, 200)),
})

const access = staff('LinkTeacherToSchool', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): staff invited by a phone number or, until one is known, an e-mail address. */
export const staffInvitations = {
  list: operation({
    path: 'SchoolTeacher/GetInvitations',
    access,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(StaffInvitation),
    paging: 'whole',
  }),

  /** Asks the person of the number at once, or as soon as the number is confirmed. */
  invite: operation({
    path: 'SchoolTeacher/InviteTeacher',
    access,
    input: NewStaffInvitation,
    output: Done,
    writes: true,
  }),

  /** What is sent replaces the stored values; what is not sent stays. */
  update: operation({
    path: 'SchoolTeacher/UpdateInvitation',
    access,
    input: z.strictObject({
      schoolId: Id,
      invitationId: Id,
      ...fields,
      teaching: kept(List(ToTeach, 0, 200)),
      baseVersion: BaseVersion,
    }),
    output: Done,
    writes: true,
  }),

  /** The code of a letter, as for parents; the account then needs a second factor to work at a school. */
  handOut: operation({
    path: 'SchoolTeacher/IssueInvitationCode',
    access,
    input: z.strictObject({ schoolId: Id, invitationId: Id }),
    output: HandedOut,
    writes: true,
    secret: true,
  }),

  withdraw: operation({
    path: 'SchoolTeacher/RemoveInvitation',
    access,
    input: z.strictObject({ schoolId: Id, invitationId: Id }),
    output: Done,
    writes: true,
  }),
}
