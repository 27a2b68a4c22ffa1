import * as z from 'zod/mini'
import {
  alsoWithProvider,
  anyone,
  member,
  orCovering,
  platform,
  self,
  signedIn,
  staff,
  staffOrParent,
} from '#contract/language/access.ts'
import { Id, OneOf, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** An upload: the owner, the Type, and the file, of which this shape contains only the SHA-256, in hex. */
const PictureSent = wireNames(
  z.strictObject({ ownerId: Id, type: OneOf(['1', '2', '3', '5', '6', '7', '8']), file: Text(64, 64) }),
  { ownerId: 'UserId', type: 'Type', file: 'File' },
)

/**
 * The Type of a picture on the wire: 1 student, 2 person, 3 school, 5 contact type, 6 timetable of a class, 7 with an excuse of a student,
 * 8 with a transfer that a parent reports to a school.
 */
export type PictureType = z.output<typeof PictureSent>['type']

const path = 'ImageUploder/UploadImage'
const toAnUrl = { path, output: z.string(), writes: true } as const

/** Uploads a picture, before its Type is read. Answers the URL of the new picture. The body is a multipart form. */
export const uploadPicture = operation({ ...toAnUrl, access: alsoWithProvider(signedIn('own')), input: PictureSent })

/** The upload by Type: each Type needs its own right (api.md §12, identity). */
export const uploads = {
  // Of a student, or, if a school is named, for a student still to be added.
  1: operation({
    ...toAnUrl,
    access: staff(
      ['UpdateStudentInfo', 'AssignStudentToSchool'],
      { student: 'studentId', school: 'schoolId' },
      'classReach',
    ),
    input: z.strictObject({ studentId: optional(Id), schoolId: optional(Id) }),
  }),
  2: operation({ ...toAnUrl, access: self, input: z.strictObject({}) }),
  3: operation({
    ...toAnUrl,
    access: staff('UploadeSchoolImage', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    whileInactive: true,
  }),
  5: operation({
    ...toAnUrl,
    access: platform('EditIconSchoolContactType', 'reference'),
    input: z.strictObject({}),
  }),
  6: operation({
    ...toAnUrl,
    access: staff('UpdateClass', { classRoom: 'classRoomId' }, 'wholeSchool'),
    input: z.strictObject({ classRoomId: Id }),
    whileInactive: true,
  }),
  // Uploaded by a parent of the student.
  7: operation({ ...toAnUrl, access: signedIn('linkedChildren'), input: z.strictObject({ studentId: Id }) }),
  // Uploaded by a parent who pays fees in the school.
  8: operation({
    ...toAnUrl,
    access: signedIn('linkedChildren', 'ViewChildernsList'),
    input: z.strictObject({ schoolId: Id }),
  }),
}

const picture = { path: 'media/{name}', method: 'GET', output: z.string() } as const

/** A stored picture is visible to everybody who sees the row to which it belongs. It is answered as image/webp. */
export const pictures = {
  public: operation({ ...picture, access: anyone('public'), input: z.strictObject({ name: Text(20, 80) }) }),
  school: operation({
    ...picture,
    access: anyone('public', { school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id }),
  }),
  person: operation({ ...picture, access: signedIn('own'), input: z.strictObject({}) }),
  student: operation({
    ...picture,
    access: { ...orCovering(member({ student: 'studentId' }, 'classReach')), orParentOf: 'studentId' },
    input: z.strictObject({ studentId: Id }),
  }),
  /** A picture sent with an excuse: for the parents and the people who decide on it. */
  excuse: operation({
    ...picture,
    access: staffOrParent('DecideExcuses', { student: 'studentId' }, 'studentId'),
    input: z.strictObject({ studentId: Id }),
  }),
  /** A picture sent with a transfer that a parent reported: for that parent and the people who see fees. */
  transfer: operation({
    ...picture,
    access: staff('ViewFees', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
  }),
  timetable: operation({
    ...picture,
    access: {
      ...member({ classRoom: 'classRoomId' }, 'classReach', { widenedBy: ['ViewClassesSettingList'] }),
      orParentOf: 'studentId',
    },
    input: z.strictObject({ classRoomId: Id, studentId: optional(Id) }),
  }),
}
