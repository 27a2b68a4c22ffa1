import * as z from 'zod/mini'
import { platform, self, selfOrGrant, staff } from '#contract/language/access.ts'
import { Code, Id, OneNumberOf, optional, paging, Password, Phone, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'

const text = z.nullable(z.string())

/** A change of a phone number by a school: requested, confirmed by a second person, done at `appliesAt`. */
export const PhoneChange = z.object({
  id: z.string(),
  schoolId: z.string(),
  schoolName: z.string(),
  personId: z.string(),
  personName: z.string(),
  oldNumber: z.string(),
  newNumber: z.string(),
  requestedByName: z.string(),
  requestedAt: z.string(),
  confirmedByName: text,
  appliesAt: text,
  endedAt: text,
  outcome: text,
  /** Whether the caller may confirm it and withdraw it. */
  may: z.object({ confirm: z.boolean(), withdraw: z.boolean() }),
})

/** `waitsForPlatform`: the person also belongs to another school, so nobody in this one may confirm it. */
export const PhoneChangeOfSchool = z.extend(PhoneChange, { waitsForPlatform: z.boolean() })

/** The change of the caller's own number that a school has begun. */
const OwnPhoneChange = z.object({ id: z.string(), schoolName: z.string(), newNumber: z.string(), appliesAt: text })

/** Both codes are needed, so that a person with only the session or only one phone can change nothing. */
export const OwnNumber = z.strictObject({ phoneNumber: Phone, oldCode: Code, newCode: Code, password: Password })

const key = 'ChangePhoneNumbers'
const inSchool = staff(key, { school: 'schoolId' }, 'wholeSchool')
const seenInPerson = OneNumberOf([1])

/** Further operations (api.md §16): changing the phone number of an account (decision 056). */
export const ownPhoneChanges = {
  /** Sends a code to the old number and one to the new number, unless the new one already has an account. */
  sendCodes: operation({
    path: 'PhoneChange/SendCodes',
    access: self,
    input: z.strictObject({ phoneNumber: Phone }),
    output: Done,
    writes: true,
  }),

  change: operation({
    path: 'PhoneChange/ChangeOwn',
    access: self,
    input: OwnNumber,
    output: Done,
    writes: true,
    secret: true,
  }),

  get: operation({
    path: 'PhoneChange/GetOwn',
    access: self,
    input: z.strictObject({}),
    output: z.nullable(OwnPhoneChange),
  }),

  /** With any session of the person, or with a grant from a code to the old number. */
  cancel: operation({
    path: 'PhoneChange/CancelOwn',
    access: selfOrGrant,
    input: z.strictObject({ grant: optional(Text(1, 200)) }),
    output: Done,
    writes: true,
  }),
}

export const phoneChanges = {
  list: operation({
    path: 'PhoneChange/GetRequests',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(PhoneChangeOfSchool),
    paging: 'paged',
  }),

  /** Sends a code to the new number, to prove that it reaches the person who is present. */
  sendCode: operation({
    path: 'PhoneChange/SendCodeForPerson',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, phoneNumber: Phone }),
    output: Done,
    writes: true,
  }),

  /** `seenInPerson` 1: the caller confirms that they know the person and have met them face to face. */
  request: operation({
    path: 'PhoneChange/Request',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, userId: Id, phoneNumber: Phone, code: Code, seenInPerson }),
    output: Done,
    writes: true,
    secret: true,
  }),

  confirm: operation({
    path: 'PhoneChange/Confirm',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, changeId: Id }),
    output: Done,
    writes: true,
  }),

  withdraw: operation({
    path: 'PhoneChange/Withdraw',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, changeId: Id }),
    output: Done,
    writes: true,
  }),

  /** The number no longer belongs to the person: the account opens nothing without a second proof. */
  reportLost: operation({
    path: 'PhoneChange/ReportLost',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, userId: Id }),
    output: Done,
    writes: true,
  }),

  /** A code to hand over to a person whose account needs a second proof. It is shown once and valid for seven days. */
  issueProof: operation({
    path: 'PhoneChange/IssueProofCode',
    access: inSchool,
    input: z.strictObject({ schoolId: Id, userId: Id, seenInPerson }),
    output: z.object({ code: z.string(), expiresAt: z.string() }),
    writes: true,
    secret: true,
  }),
}

/** The platform acts as the second person of a school that has no other. */
export const phoneChangesOnPlatform = {
  list: operation({
    path: 'PhoneChange/GetRequestsOfSchools',
    access: platform(key, 'platform'),
    input: z.strictObject({ ...paging }),
    output: z.array(PhoneChange),
    paging: 'paged',
  }),

  confirm: operation({
    path: 'PhoneChange/ConfirmForSchool',
    access: platform(key, 'platform', { school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id, changeId: Id }),
    output: Done,
    writes: true,
  }),
}
