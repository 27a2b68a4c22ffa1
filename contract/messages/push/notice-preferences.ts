import * as z from 'zod/mini'
import { self, staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, Int, kept, OneOf, optional } from '#contract/language/fields.ts'
import { topics, type Topic } from '#contract/messages/inbox/inbox.ts'
import { operation } from '#contract/language/operation.ts'
import { deviceLanguages } from './push.ts'
import { roundTrip } from '#contract/language/wire-names.ts'

/** How a person is notified of a topic, in addition to the inbox, which contains everything: at once, once a day, or not at all. */
export const ways = ['once', 'digest', 'off'] as const

export type Way = (typeof ways)[number]

const each = <T>(value: T) => Object.fromEntries(topics.map((topic) => [topic, value])) as Record<Topic, T>

/**
 * How a person wants to be notified. Hours are whole, 0–23, by the clock of the school, or of Cairo. If both are null there are no quiet
 * hours. Notices within quiet hours wait until these end. `language` null: that of each device.
 */
export const NoticePreferences = z.object({
  ...each(z.enum(ways)),
  digestHour: z.number(),
  quietFrom: z.nullable(z.number()),
  quietTo: z.nullable(z.number()),
  language: z.nullable(z.enum(deviceLanguages)),
  /** Whether the person wants SMS too, and whether any school of theirs and the installation send SMS. */
  sms: z.boolean(),
  smsPossible: z.boolean(),
  /** Whether calendars show the person Hijri dates in addition to the others, even in schools that do not show them. */
  showsHijri: z.boolean(),
  version: z.number(),
})

const Hour = Int(0, 23)

export const NoticePreferencesChange = roundTrip(
  z.strictObject({
    ...each(kept(OneOf(ways))),
    digestHour: kept(Hour),
    quietFrom: optional(Hour),
    quietTo: optional(Hour),
    language: optional(OneOf(deviceLanguages)),
    sms: kept(Bool),
    showsHijri: kept(Bool),
    baseVersion: BaseVersion,
  }),
  NoticePreferences,
)

/** Whether a school also sends its notices and its invitations by SMS, and whether the installation allows it. */
export const SchoolNotices = z.object({
  schoolId: z.string(),
  sms: z.boolean(),
  smsPossible: z.boolean(),
  smsInvitations: z.boolean(),
  /** How many invitations the installation lets a school send per day; null for none. */
  smsInvitationsADay: z.nullable(z.number()),
})

/** Further operations (api.md §16). */
export const noticePreferences = {
  get: operation({
    path: 'Notice/GetPreferences',
    access: self,
    input: z.strictObject({}),
    output: NoticePreferences,
  }),

  update: operation({
    path: 'Notice/UpdatePreferences',
    access: self,
    input: NoticePreferencesChange,
    output: NoticePreferences,
    writes: true,
  }),

  ofSchool: operation({
    path: 'Notice/GetSchoolNotices',
    access: staff('UpdateSchoolData', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: SchoolNotices,
  }),

  updateSchool: operation({
    path: 'Notice/UpdateSchoolNotices',
    access: staff('UpdateSchoolData', { school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, sms: kept(Bool), smsInvitations: kept(Bool) }),
    output: SchoolNotices,
    writes: true,
  }),
}
