import { isDeepStrictEqual } from 'node:util'
import { attachmentLimits, attachments, type uploadAttachment } from '#contract/platform/attachments/attachments.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { conflict, invalid } from '#server/base/errors.ts'
import { type Context, implement } from '#server/call/implement.ts'
import { isPicture } from '#server/platform/pictures/kinds.rules.ts'
import type { Attachments } from './port.ts'
import type { Served } from '#server/call/serve.ts'
import { eraseFilesOfRemoved, insertAttachment, listedOfHomework, storedBytes } from './attachments.queries.ts'
import { attach } from './attachments.rules.ts'
import { attachmentFor } from './files.ts'
import type { PdfChecker, Verdict } from './pdf-check.ts'
import type { UnreadableFiles } from './unreadable-files.ts'

export const attachmentOperations = implement(attachments, {
  ofHomework: ({ db, user, school, input: { homeworkId, attachmentIds, baseVersion } }) =>
    edited(db, attachments.ofHomework, {
      table: 'homework',
      schoolId: school.id,
      id: homeworkId,
      baseVersion,
      changes: {},
      async further(before) {
        await attach(db, school.id, { homeworkId }, attachmentIds, user.id)
        const isSame = isDeepStrictEqual(
          before.map(({ id }) => id),
          [...new Set(attachmentIds)],
        )
        return Number(!isSame)
      },
      read: () => listedOfHomework(db, school.id, homeworkId),
    }),
})

/** The functions for the two routes of pictures and files. */
export const attachmentsOf = (
  served: Served,
  { webp }: Pictures,
  { check }: PdfChecker,
  unreadable: UnreadableFiles,
): Attachments => ({
  async checked(personId, head, read) {
    if (isPicture(head)) return { kind: 'picture', content: await webp(await read(), side) }
    if (head.toString('latin1', 0, 5) !== '%PDF-') throw invalid('Only pictures and PDF files can be attached', 'file')
    const content = await read()
    const refused = refusals[await unreadable.counting(personId, () => check(content))]
    if (refused) throw invalid(refused, 'file')
    return { kind: 'file', content }
  },

  keeping:
    ({ kind, content }) =>
    async ({ db, user, school, input: { name } }: Context<typeof uploadAttachment>) => {
      const stored = await storedBytes(db, school.id, user.id)
      const isFull = stored.used + stored.unused + content.length > attachmentLimits.ofSchool
      if (isFull) await eraseFilesOfRemoved(db, school.id)
      const { used, unused } = isFull ? await storedBytes(db, school.id, user.id) : stored
      if (unused + content.length > attachmentLimits.unused)
        throw conflict('You have uploaded many files that nothing uses yet; use them first, or wait until tomorrow')
      if (used + unused + content.length > attachmentLimits.ofSchool)
        throw conflict('This school has no room for more files; take back announcements that are over')
      return insertAttachment(db, { schoolId: school.id, kind, name: named(name, kind), content, uploadedBy: user.id })
    },

  file: (request) => attachmentFor(served, request),
})

/** Decodes and encodes a picture again, with a maximum width and height in pixels. */
type Pictures = { webp: (bytes: Buffer, side: number) => Promise<Buffer> }

/** Maximum width and height in pixels. */
const side = 1600

const refusals: Partial<Record<Verdict, string>> = {
  unreadable: 'This PDF cannot be read',
  protected: 'This PDF is protected with a password; save it without one',
  active: 'This PDF holds a program, a form or another file; print it to a new PDF and attach that',
}

/** The last part of the name, without folders. A downloaded file always has the extension of its real type, whatever its name was. */
function named(given: string, kind: 'picture' | 'file') {
  const name = given.split(/[/\\]/).at(-1)!.trim() || kind
  return kind === 'picture' || /\.pdf$/i.test(name) ? name : `${name.slice(0, 196)}.pdf`
}
