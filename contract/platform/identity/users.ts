import * as z from 'zod/mini'
import { alsoWithProvider, anySchoolOrPlatform, self, signedIn } from '#contract/language/access.ts'
import {
  BaseVersion,
  Day,
  Email,
  Id,
  MediaUrl,
  optional,
  paging,
  Password,
  Phone11,
  Text,
} from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { LatinName } from '#contract/language/latin-names.ts'
import { NameOf, RequiredName } from '#contract/language/names.ts'
import { ignoring, wireNames } from '#contract/language/wire-names.ts'

const text = z.nullable(z.string())

/** A person. Other people see only id, names and picture; all other fields are null for them. */
export const User = wireNames(
  z.object({
    id: z.string(),
    userName: text,
    firstName: z.string(),
    middleName: text,
    lastName: z.string(),
    phoneNumber: text,
    imageUrl: text,
    birthDay: text,
    address: text,
    city: text,
    region: text,
    country: text,
    email: text,
    /** As on papers in English. */
    latinName: text,
    version: z.nullable(z.number()),
  }),
  { middleName: 'middelName' },
)

/** A person found by their whole phone number. */
export const FoundUser = z.object({ id: z.string(), firstName: z.string(), lastName: z.string(), imageUrl: text })

/** The profile form; the wire's `id` and `userType` are ignored. */
export const Profile = ignoring(
  wireNames(
    z.strictObject({
      userName: RequiredName,
      firstName: RequiredName,
      middleName: optional(NameOf(0, 100)),
      lastName: RequiredName,
      birthDay: Day,
      address: optional(Text(0, 500, { lines: true })),
      city: optional(Text(0, 100)),
      region: optional(Text(0, 100)),
      country: optional(Text(0, 100)),
      email: optional(Email('Invalid email format')),
      imageUrl: optional(MediaUrl),
      latinName: optional(LatinName),
      baseVersion: BaseVersion,
    }),
    { middleName: 'middelName' },
  ),
  // A row is sent back as it was read (api.md §5.7); the fields that identify the caller are ignored.
  ['id', 'userType', 'phoneNumber', 'version'],
)

export const PasswordChange = ignoring(
  z.strictObject({ oldPassword: Password, newPassword: Password, confirmNewPassword: Password }),
  ['id'],
)

/** One of the caller's own sessions, with what helps to recognise it. */
export const OwnSession = z.object({
  id: z.string(),
  /** The browser and operating system in which it was opened, read from the user agent. */
  device: z.string(),
  current: z.boolean(),
  sharedComputer: z.boolean(),
  createDate: z.string(),
  lastUseDate: z.string(),
})

/** Each of these keys, in any school or app-wide, allows the look-up of a person by phone. */
const lookUp = ['AssignUserRole', 'AddUserRole', 'ViewUserPermission', 'AddUserPermission'] as const

/** What can happen with an account. */
export const accountEvents = [
  'signedIn',
  'failed',
  'signedOut',
  'passwordSet',
  'passwordChanged',
  'sessionEnded',
  'othersEnded',
  'deviceKnown',
  'pictureReplaced',
  'proved',
  'phoneChanged',
  'phoneChangeCancelled',
  'outsideLinked',
  'outsideUnlinked',
] as const

/** `address` is erased after 90 days. */
const AccountLine = z.object({
  at: z.string(),
  event: z.enum(accountEvents),
  device: z.string(),
  address: z.nullable(z.string()),
})

export const users = {
  byPhone: operation({
    path: 'API/User/GetByPhoneNumber',
    access: anySchoolOrPlatform(['LinkTeacherToSchool', 'LinkParentToStudent', 'UpdateStudentInfo', ...lookUp], lookUp),
    input: z.strictObject({ phoneNumber: Phone11 }),
    output: z.nullable(FoundUser),
  }),

  get: operation({
    path: 'API/User/GetUserById',
    access: { ...alsoWithProvider(signedIn('own')), rows: ['own', 'wholeSchool', 'classReach', 'platform'] },
    input: z.strictObject({ userId: Id }),
    output: User,
  }),

  update: operation({
    path: 'API/User/UpdateUser',
    access: self,
    input: Profile,
    output: User,
    writes: true,
  }),

  changePassword: operation({
    path: 'API/Identity/ChangePassword',
    access: self,
    input: PasswordChange,
    output: Done,
    writes: true,
  }),

  /** Further operations (api.md §16): the caller's own sessions. */
  sessions: operation({
    path: 'API/Identity/GetSessions',
    access: alsoWithProvider(self),
    input: z.strictObject({}),
    output: z.array(OwnSession),
  }),

  /** What happened with the caller's own account, newest first. */
  accountLines: operation({
    path: 'API/Identity/GetAccountLines',
    access: self,
    input: z.strictObject({ ...paging }),
    output: z.array(AccountLine),
    paging: 'paged',
  }),

  endSession: operation({
    path: 'API/Identity/EndSession',
    access: self,
    input: z.strictObject({ sessionId: Id }),
    output: Done,
    writes: true,
  }),

  endOtherSessions: operation({
    path: 'API/Identity/EndOtherSessions',
    access: self,
    input: z.strictObject({}),
    output: Done,
    writes: true,
  }),
}
