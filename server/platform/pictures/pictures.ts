import { randomBytes } from 'node:crypto'
import { type PictureType, uploads } from '#contract/platform/pictures/pictures.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import type { Db } from '#server/db/db.ts'
import { notFound } from '#server/base/errors.ts'
import type { Served } from '#server/call/serve.ts'
import type { Pictures } from './port.ts'
import type { Decoder } from './decode.ts'
import type { Http } from '#server/call/http.ts'
import { recordAccount } from '#server/platform/audit/account-lines.rules.ts'
import { paysIn } from './media.queries.ts'
import { isPicture } from './kinds.rules.ts'
import { isContactType, isSchool, keepPicture, type PictureKind, urlOf } from './pictures.queries.ts'
import type { PictureBudget } from './picture-budget.ts'
import { shown } from './shown.ts'
import type { Caller, Scope } from '#server/access/caller.ts'

/** The functions for the two picture routes. */
export const picturesOf = (served: Served, { webp }: Decoder, budget: PictureBudget): Pictures => ({
  isPicture,
  webp: (bytes, type) => webp(bytes, sideOf(type)),
  uploadOf,
  look,
  keeping: keepingWithin(budget),
  shown: (request) => shown(served, request),
})

const kinds = {
  1: 'student',
  2: 'user',
  3: 'school',
  5: 'contact_type',
  6: 'class_room',
  7: 'excuse',
  8: 'transfer',
} as const satisfies Record<PictureType, PictureKind>

/** Maximum width and height in pixels. Timetables, doctor’s notes and slips of banks contain small print. */
const sideOf = (type: PictureType) => (type === '6' || type === '7' || type === '8' ? 2000 : 512)

type Sent = { ownerId: string; type: PictureType }

/** The upload operation of a request, by the kind of the picture's owner. */
async function uploadOf(db: Db, input: Record<string, unknown>) {
  const { ownerId, type } = input as Sent
  const kind = type === '1' && (await isSchool(db, ownerId)) ? 'school' : kinds[type]
  return { operation: uploads[type], input: { ...input, [fields[kind]]: ownerId } }
}

/** The name of the field that contains the owner's id in each upload. */
const fields: Record<PictureKind, string> = {
  student: 'studentId',
  user: 'userId',
  school: 'schoolId',
  contact_type: 'contactTypeId',
  class_room: 'classRoomId',
  excuse: 'studentId',
  transfer: 'schoolId',
}

type Audit = (kind: string, id: string) => Promise<void>
type Context = { http: Http; audit: Audit; db: Db; user: Caller; input: Sent & { studentId?: string } } & Partial<Scope>

/** The checks that the declared access cannot express. Throws 404 if the owner does not exist or is out of reach. */
async function look({ db, user, input: { ownerId, type, studentId }, may }: Context) {
  const open = {
    1: () => studentId !== undefined || may!('AssignStudentToSchool'),
    2: () => ownerId === user.id,
    3: () => true,
    5: () => isContactType(db, ownerId),
    6: () => true,
    7: async () => (await childOf(db, user, ownerId)) !== undefined,
    8: () => user.rights.parentSchools.includes(ownerId) && paysIn(db, ownerId, user.id),
  }[type]
  if (!(await open())) throw notFound()
}

/** Stores a decoded picture as the one of its owner. Returns its URL. */
const keepingWithin = (budget: PictureBudget) => (content: Buffer) => async (context: Context) => {
  const { db, user, input, http, audit } = context
  await look(context)
  const schoolId = await schoolOf(context)

  await budget({ personId: user.id, bytes: content.length, inActiveSchool: context.school?.active === true })
  // 256 random bits: the URL cannot be guessed, and the name reveals nothing about the owner.
  const name = randomBytes(32).toString('base64url')
  await keepPicture(db, {
    name,
    kind: kinds[input.type],
    ownerId: input.type === '1' ? (input.studentId ?? null) : input.ownerId,
    schoolId,
    content,
    uploadedBy: user.id,
  })
  if (input.type === '2') {
    const operation = uploads[input.type]
    await recordAccount(db, http, { event: 'pictureReplaced', accountId: user.id, actorId: user.id, operation })
  } else if (input.type !== '7' && input.type !== '8') await audit(kinds[input.type], input.ownerId)
  return urlOf(name)
}

/** The school to which the picture belongs; parents name none, or the one that they pay. */
async function schoolOf({ db, user, school, input: { type, ownerId } }: Context) {
  if (type === '8') return ownerId
  return type === '7' ? (await childOf(db, user, ownerId))!.schoolId : (school?.id ?? null)
}
