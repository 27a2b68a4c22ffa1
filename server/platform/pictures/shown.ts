import type { Operation } from '#contract/language/operation.ts'
import { pictures } from '#contract/platform/pictures/pictures.ts'
import { auditRefusal } from '#server/access/audit.ts'
import { authorise } from '#server/access/authorise.ts'
import { seerOf } from '#server/access/seer.ts'
import { childrenOf, seeOnly } from '#server/access/authorise.queries.ts'
import { supporterOf, withSupport } from '#server/access/support.ts'
import { nameTransaction } from '#server/db/speculation/ways.ts'
import type { Db } from '#server/db/db.ts'
import { notFound, Refusal } from '#server/base/errors.ts'
import { paysIn } from './media.queries.ts'
import { meets } from '#server/access/meeting.queries.ts'
import type { Served } from '#server/call/serve.ts'
import { contentOf, type Owner, ownerOf, publicPicture } from './shown.queries.ts'
import type { Caller } from '#server/access/caller.ts'

/**
 * A stored picture, without its content if the client already has it. Caches may keep a picture with `everybodys` forever;
 * other pictures are checked at each request.
 */
export type VisiblePicture = { content: Buffer | null; everybodys: boolean }

type PictureRequest = {
  name: string
  /** The client already has this picture and only asks whether it may still see it. */
  isKept: boolean
  secret: string | null
  requestId: string
  identified: (isLive: boolean) => Promise<void>
}

/** The picture with a name. Throws 404 both if it does not exist and if the caller may not see it. */
export async function shown({ db, limits, clock, reads }: Served, request: PictureRequest): Promise<VisiblePicture> {
  const { name, isKept, secret, requestId, identified } = request
  if (!/^[\w-]{20,80}$/.test(name)) throw notFound()

  const picture = await db.transaction().execute(async (tx): Promise<VisiblePicture | null> => {
    await nameTransaction(tx, requestId)
    const open = await publicPicture(tx, name, !isKept)
    if (open) return { content: open.content ?? null, everybodys: true }

    const caller = await seerOf(tx, secret, clock.now(), identified)
    if (!caller) return null
    await limits.person(caller.id, false)
    const found = await contentFor(tx, { caller, now: clock.now() }, name)
    if (found) {
      const { content, kinds, ...row } = found
      // A picture that the client kept was written down when it was read.
      if (!isKept || kinds.includes('row'))
        for (const kind of kinds) reads.add({ ...row, operation: pictures.public, caller, kind, requestId })
      return { content, everybodys: false }
    }
    const refused = notFound()
    await auditRefusal(tx, { operation: pictures.public, caller, input: { name }, refused, requestId })
    return null
  })
  if (!picture) throw notFound()
  return picture
}

type Looking = { caller: Caller; now: Date }

async function contentFor(db: Db, looking: Looking, name: string) {
  const { caller } = looking
  const { rights } = (await withSupport(db, pictures.public, caller))!
  await seeOnly(db, { schools: [...rights.schools.map(({ id }) => id), ...rights.parentSchools] })
  const owner = await ownerOf(db, name)
  const sight = owner && (await sees(db, looking, owner))
  const picture = sight ? await contentOf(db, name) : undefined
  if (!owner || !picture) return undefined
  const { kind, schoolId, studentId, classRoomId } = owner
  // The picture of an excuse may be a doctor's note: staff who see it read the record of that child.
  const readsChild = kind === 'excuse' && sight !== 'asParent'
  return {
    content: picture.content,
    kinds: [...(readsChild ? ['student' as const] : []), ...(sight === 'throughSupport' ? ['row' as const] : [])],
    targetId: studentId ?? classRoomId,
    schoolId,
  }
}

type Sight = boolean | 'throughSupport' | 'asParent'

/**
 * Whether the caller may see the row to which a picture belongs. After this, the transaction sees only the school of that row.
 */
async function sees(
  db: Db,
  looking: Looking,
  { kind, schoolId, studentId, userId, classRoomId, uploadedBy }: Owner,
): Promise<Sight> {
  const { caller } = looking
  switch (kind) {
    case 'contact_type':
      return true
    case 'school':
      return passes(db, pictures.school, looking, { schoolId })
    case 'user':
      return userId === caller.id || knows(db, caller, userId!)
    case 'student':
      return studentId
        ? passes(db, pictures.student, looking, { studentId })
        : // Only the person who uploaded it may see it until it belongs to a student.
          uploadedBy === caller.id && caller.rights.schools.some(({ id }) => id === schoolId)
    case 'excuse':
      return passes(db, pictures.excuse, looking, { studentId })
    case 'transfer':
      if (uploadedBy === caller.id && (await paysIn(db, schoolId!, caller.id))) return true
      return passes(db, pictures.transfer, looking, { schoolId })
    case 'class_room': {
      const children = await childrenOf(db, caller.id, caller.rights.parentSchools)
      const child = children.find((one) => one.classRoomId === classRoomId)
      return passes(db, pictures.timetable, looking, { classRoomId, studentId: child?.id ?? null })
    }
  }
}

async function passes(
  db: Db,
  operation: Operation,
  { caller, now }: Looking,
  input: Record<string, unknown>,
): Promise<Sight> {
  try {
    const scope = await authorise(db, operation, caller, input, now)
    if (supporterOf(scope)) return 'throughSupport'
    return scope && 'reach' in scope && scope.reach.of === 'children' ? 'asParent' : true
  } catch (refused) {
    if (refused instanceof Refusal) return false
    throw refused
  }
}

/** Whether a caller may read another person (api.md §12, GetUserById). */
function knows(db: Db, { id, rights }: Caller, other: string) {
  const everybody = rights.appKeys.some((key) => key === 'AssignUserRole' || key === 'ViewSchoolActionList')
  return everybody || meets(db, { id, schools: rights.schools }, other)
}
