import * as z from 'zod/mini'
import { anyone, staff } from '#contract/language/access.ts'
import { BaseVersion, Id, List, optional, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** The most bytes of one attachment, the most attachments of one thing, and the most bytes of a school in total. */
const mb = 1024 * 1024
/** `unused`: bytes of one person's uploads in a school that nothing uses yet. Only their own count for the limit of the school. */
export const attachmentLimits = { bytes: 10 * mb, ofOne: 5, unused: 100 * mb, ofSchool: 1024 * mb }

/** A picture, shown as WebP, or a PDF file, which can only be downloaded. Its address is /files/{id}. */
export const Attachment = z.object({
  id: z.string(),
  kind: z.enum(['picture', 'file']),
  name: z.string(),
  bytes: z.number(),
})

/** The caller's own uploads that are not used yet, or the attachments already there, in their order. */
const AttachmentIds = List(Id, 0, attachmentLimits.ofOne)

/**
 * Uploads a picture or PDF; an announcement or homework must use it within a day. School and name are in the query, so that access is
 * decided before the file is read. This shape contains only the SHA-256 of the file, in hex.
 */
export const uploadAttachment = operation({
  path: 'Attachment/Upload',
  access: staff(['AddPost', 'AddHomework', 'UpdateHomework'], { school: 'schoolId' }, 'classReach'),
  input: wireNames(z.strictObject({ schoolId: Id, name: NameOf(1, 200), file: Text(64, 64) }), { file: 'File' }),
  output: Attachment,
  writes: true,
})

const shown = { path: 'files/{id}', method: 'GET', output: z.string() } as const

/** A stored attachment, for the people who may read its announcement or homework, or for everybody if that is public. */
export const attachmentFile = operation({ ...shown, access: anyone('public'), input: z.strictObject({ id: Id }) })

/** The same for staff, by the homework to which it belongs. */
export const homeworkFile = operation({
  ...shown,
  access: staff('ViewHomework', { homework: 'homeworkId' }, 'classReach'),
  input: z.strictObject({ homeworkId: Id }),
})

export const attachments = {
  /**
   * Replaces the pictures and files of a homework; an empty list removes them. `baseVersion`: the version of the homework for which they
   * were chosen.
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
