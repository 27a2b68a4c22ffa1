import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Id, optional, paging, Phone } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

/** A phone number invited to be linked to a student; nobody has confirmed it yet. */
export const Invitation = z.object({
  id: z.string(),
  studentId: z.string(),
  studentName: z.string(),
  phoneNumber: z.string(),
  relationId: z.string(),
  relationName: z.string(),
  createDate: z.string(),
  /** When it was last sent by SMS, and whether it may be sent now: only if the school pays for it, once a day per number. */
  smsDate: z.nullable(z.string()),
  maySendSms: z.boolean(),
})

/** A code to be printed at once: it is not shown again. */
export const HandedOut = z.object({ code: z.string(), expiresAt: z.string() })

const linking = staff(['LinkParentToStudent', 'UpdateStudentInfo'], { student: 'studentId' }, 'wholeSchool')

/** Further operations (api.md §16): linking parents by a phone number that need not have an account yet. */
export const invitations = {
  list: operation({
    path: 'StudentParent/GetInvitations',
    access: linking,
    input: z.strictObject({ studentId: Id, relationId: optional(Id), ...paging }),
    output: z.array(Invitation),
    paging: 'whole',
  }),

  /** Links the person of the number at once, or as soon as the number is confirmed. The answer does not show which. */
  invite: operation({
    path: 'StudentParent/InviteParent',
    access: linking,
    input: z.strictObject({ studentId: Id, phoneNumber: Phone, relationId: Id }),
    output: Done,
    writes: true,
  }),

  /** Sends the school's invitation to the number; it names no child. Limited per school and day. */
  sendSms: operation({
    path: 'StudentParent/SendInvitationSms',
    access: linking,
    input: z.strictObject({ studentId: Id, invitationId: Id }),
    output: Done,
    writes: true,
  }),

  /** The code of a letter, where no code can be sent to the number. It is shown once, and valid once, for 14 days. */
  handOut: operation({
    path: 'StudentParent/IssueInvitationCode',
    access: linking,
    input: z.strictObject({ studentId: Id, invitationId: Id }),
    output: HandedOut,
    writes: true,
    secret: true,
  }),

  withdraw: operation({
    path: 'StudentParent/RemoveInvitation',
    access: linking,
    input: z.strictObject({ studentId: Id, invitationId: Id }),
    output: Done,
    writes: true,
  }),
}
