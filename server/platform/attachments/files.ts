import { attachmentFile, homeworkFile } from '#contract/platform/attachments/attachments.ts'
import { auditRefusal } from '#server/access/audit.ts'
import { authorise } from '#server/access/authorise.ts'
import { seerOf } from '#server/access/seer.ts'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { supporterOf, withSupport } from '#server/access/support.ts'
import type { Caller } from '#server/access/caller.ts'
import { notFound, Refusal } from '#server/base/errors.ts'
import type { Served } from '#server/call/serve.ts'
import type { Db } from '#server/db/db.ts'
import { nameTransaction } from '#server/db/speculation/ways.ts'
import { contentOfAttachment, placeOfAttachment, readableAttachment } from './attachments.queries.ts'

export type StoredFile = { kind: 'picture' | 'file'; name: string; content: Buffer }

type FileRequest = {
  id: string
  secret: string | null
  requestId: string
  identified: (isLive: boolean) => Promise<void>
}

/** The picture or file with an id. Throws 404 both if it does not exist and if the caller may not see it. */
export async function attachmentFor({ db, limits, clock, reads }: Served, request: FileRequest): Promise<StoredFile> {
  const { id, secret, requestId, identified } = request
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw notFound()
  const file = await db.transaction().execute(async (tx) => {
    await nameTransaction(tx, requestId)
    const caller = await seerOf(tx, secret, clock.now(), identified)
    if (caller) await limits.person(caller.id, false)
    const readable = await readableAttachment(tx, id)
    // An expired session, or one that still needs its second proof, has the rights of its person in row-level security. So it
    // gets only public files.
    if (!caller) return readable?.isPublic ? readable : undefined
    if (readable) return readable
    const ofStaff = await forStaff(tx, caller, id)
    if (ofStaff) {
      const { file, throughSupport, ...row } = ofStaff
      if (throughSupport) reads.add({ ...row, operation: homeworkFile, caller, kind: 'row', requestId })
      return file
    }
    const refused = notFound()
    await auditRefusal(tx, { operation: attachmentFile, caller, input: { id }, refused, requestId })
    return undefined
  })
  if (!file) throw notFound()
  return file
}

/** A file of homework that the caller may see as staff, or of an announcement that they wrote or manage. */
async function forStaff(db: Db, caller: Caller, id: string) {
  const { schools } = (await withSupport(db, homeworkFile, caller))!.rights
  if (schools.length === 0) return undefined
  await seeOnly(db, { schools: schools.map((school) => school.id) })
  const place = await placeOfAttachment(db, id)
  if (!place) return undefined
  const { schoolId, homeworkId, authorId } = place
  const school = schools.find((one) => one.id === schoolId)
  const scope = homeworkId ? await scopeOf(db, caller, homeworkId) : null
  const isWriter = authorId !== null && (authorId === caller.id || (school?.keys.includes('ManagePosts') ?? false))
  const file = scope || isWriter ? await contentOfAttachment(db, id) : undefined
  return file && { file, schoolId, targetId: homeworkId, throughSupport: supporterOf(scope) !== undefined }
}

/** Null if the person may not see the homework. */
async function scopeOf(db: Db, caller: Caller, homeworkId: string) {
  try {
    return await authorise(db, homeworkFile, caller, { homeworkId })
  } catch (refused) {
    if (refused instanceof Refusal) return null
    throw refused
  }
}
