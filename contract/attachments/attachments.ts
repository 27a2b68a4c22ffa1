import * as z from 'zod/mini'
import { anyone, staff } from '#contract/language/access.ts'
import { BaseVersion, Id, List, optional, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** Bytes of one, how many a thing has, and bytes of all of a school. */
export const attachmentLimits = { bytes: 10 * 1024 * 1024, ofOne: 5, ofSchool: 1024 * 1024 * 1024 }

/** A picture, which is shown as WebP, or a file, a PDF that is only downloaded. Its address is /files/{id}. */
export const Attachment = z.object({
  id: z.string(),
  kind: z.enum(['picture', 'file']),
  name: z.string(),
  bytes: z.number(),
})

/** Uploads of one's own that belong to nothing yet, or those that are there already, in their order. */
const AttachmentIds = List(Id, 0, attachmentLimits.ofOne)

/**
 * A picture or PDF on its way in, for an announcement or homework that names it within a day. School and name stand in the
 * query, so that it is decided before the file is read; of the file this shape holds the SHA-256 in hex.
 */
export const uploadAttachment = operation({
  path: 'Attachment/Upload',
  access: staff(['AddPost', 'AddHomework', 'UpdateHomework'], { school: 'schoolId' }, 'classReach'),
  input: wireNames(z.strictObject({ schoolId: Id, name: NameOf(1, 200), file: Text(64, 64) }), { file: 'File' }),
  output: Attachment,
  writes: true,
})

const shown = { path: 'files/{id}', method: 'GET', output: z.string() } as const

/** A stored one, for the people for whom it is an announcement or homework, or everybody. */
export const attachmentFile = operation({ ...shown, access: anyone('public'), input: z.strictObject({ id: Id }) })

/** The same for staff, by the homework it belongs to. */
export const homeworkFile = operation({
  ...shown,
  access: staff('ViewHomework', { homework: 'homeworkId' }, 'classReach'),
  input: z.strictObject({ homeworkId: Id }),
})

export const attachments = {
  /**
   * Pictures and files of a homework, in place of those it has; an empty list takes them away. `baseVersion`: of the homework
   * they were chosen for.
   */
  ofHomework: operation({
    path: 'Attachment/SaveHomeworkFiles',
    access: staff(['AddHomework', 'UpdateHomework'], { homework: 'homeworkId' }, 'classReach'),
    input: z.strictObject({ homeworkId: Id, attachmentIds: AttachmentIds, baseVersion: BaseVersion }),
    output: z.array(Attachment),
    writes: true,
  }),
}

export const attachmentIds = optional(AttachmentIds)
