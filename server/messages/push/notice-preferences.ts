import type * as z from 'zod/mini'
import { topics } from '#contract/messages/inbox/inbox.ts'
import { noticePreferences, type NoticePreferences, type Way } from '#contract/messages/push/notice-preferences.ts'
import type { DeviceLanguage } from '#contract/messages/push/push.ts'
import type { Db } from '#server/db/db.ts'
import { edited } from '#server/call/concurrent-edit.ts'
import { invalid } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import {
  havePreferences,
  receivesSms,
  preferencesOf,
  setSmsOfSchool,
  smsOfSchool,
} from '#server/platform/live/preferences.queries.ts'

type Preferences = z.output<typeof NoticePreferences>

type Installation = {
  /** Whether the installation sends notices by SMS. */
  smsNotices: boolean
  /** How many invitations a school may send by SMS a day; null: none. */
  smsInvitations: number | null
}

export const noticePreferenceOperations = implement(noticePreferences, (installation: Installation) => ({
  get: ({ db, user }) => preferences(db, user.id, installation.smsNotices),

  async update({ db, user: { id }, input: { baseVersion, ...changes } }) {
    await havePreferences(db, id)
    return edited(db, noticePreferences.update, {
      table: 'noticePreferences',
      schoolId: null,
      id,
      baseVersion,
      changes,
      validate: (stored) => quietHours({ ...stored, ...changes }),
      read: () => preferences(db, id, installation.smsNotices),
    })
  },

  ofSchool: ({ db, school: { id } }) => ofSchool(db, id, installation),

  async updateSchool({ db, school: { id }, input: { schoolId: _, ...changes }, audit }) {
    await setSmsOfSchool(db, id, changes)
    await audit('school', id)
    return ofSchool(db, id, installation)
  },
}))

const ofSchool = async (db: Db, schoolId: string, { smsNotices, smsInvitations }: Installation) => ({
  schoolId,
  ...(await smsOfSchool(db, schoolId)),
  smsPossible: smsNotices,
  smsInvitationsADay: smsInvitations,
})

async function preferences(db: Db, personId: string, sms: boolean): Promise<Preferences> {
  const row = await preferencesOf(db, personId)
  const ways = Object.fromEntries(topics.map((topic) => [topic, (row?.[topic] ?? atFirst.way) as Way]))
  return {
    ...(ways as Record<(typeof topics)[number], Way>),
    ...(row
      ? {
          digestHour: row.digestHour,
          quietFrom: row.quietFrom,
          quietTo: row.quietTo,
          sms: row.sms,
          showsHijri: row.showsHijri,
        }
      : atFirst.others),
    language: (row?.language ?? null) as DeviceLanguage | null,
    smsPossible: sms && (await receivesSms(db, personId)),
    version: row?.version ?? 1,
  }
}

/** The defaults of the table, for a person who has not chosen anything yet. */
const atFirst = {
  way: 'once',
  others: { digestHour: 18, quietFrom: 22, quietTo: 6, sms: false, showsHijri: false },
} as const

/** Quiet hours need a beginning and an end. */
function quietHours({ quietFrom, quietTo }: Partial<Pick<Preferences, 'quietFrom' | 'quietTo'>>) {
  if ((quietFrom == null) === (quietTo == null)) return
  const field = quietFrom == null ? 'quietFrom' : 'quietTo'
  throw invalid('Required', field)
}
