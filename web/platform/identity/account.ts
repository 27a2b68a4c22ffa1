import * as z from 'zod/mini'
import type { OutputOf } from '#contract/language/operation.ts'
import { Profile, type users } from '#contract/platform/identity/users.ts'
import { todayIn } from '#web/lib/days.ts'
import { plainDigits } from '#web/lib/text.ts'

export type ProfilePerson = OutputOf<typeof users.get>

/** A person's own details, as the form holds them; `birthDay` as 1990/05/23. */
const accountFields = [
  'userName',
  'firstName',
  'middleName',
  'lastName',
  'birthDay',
  'email',
  'address',
  'city',
  'region',
  'country',
  'latinName',
] as const

export type Account = Record<(typeof accountFields)[number], string>

/** The profile form's schema: the contract's, with the day in either spelling and in the past. */
export const AccountForm = z.pipe(
  z.transform(
    (account: Account): z.input<typeof Profile> => ({
      ...account,
      ...(account.birthDay && { birthDay: dayOf(account.birthDay) }),
    }),
  ),
  Profile.check(
    z.refine(({ birthDay }) => birthDay < todayIn('Africa/Cairo'), {
      path: ['birthDay'],
      message: 'Invalid date',
    }),
  ),
)

export const accountOf = (person: ProfilePerson) =>
  Object.fromEntries(accountFields.map((field) => [field, shown(field, person[field])])) as Account

/** As it is sent: '' clears an optional field. */
export const profileOf = (account: Account) => ({ ...account, birthDay: dayOf(account.birthDay) })

/** The fields in which two people's versions differ. */
export const changedFields = (one: Account, other: Account) =>
  accountFields.filter((field) => one[field].trim() !== other[field].trim())

/** My version with what the other person changed in other fields, and the fields that both changed to different values. */
export function combined(base: Account, mine: Account, theirs: Account) {
  const own = changedFields(base, mine)
  const both = { ...theirs, ...Object.fromEntries(own.map((field) => [field, mine[field]])) } as Account
  const others = changedFields(base, theirs)
  return { both, contested: changedFields(both, theirs).filter((field) => others.includes(field)) }
}

/** '1990/5/3', '19900503' and '١٩٩٠-٠٥-٠٣' are 1990-05-03; what is no such day stays for the contract to refuse. */
export function dayOf(typed: string) {
  const text = plainDigits(typed.trim())
  const parts = /^(\d{4})(\d{2})(\d{2})$/.exec(text) ?? /^(\d{4})\D+(\d{1,2})\D+(\d{1,2})$/.exec(text)
  return parts ? [parts[1], parts[2]?.padStart(2, '0'), parts[3]?.padStart(2, '0')].join('-') : text
}

const shown = (field: string, value: string | null) =>
  field === 'birthDay' ? (value ?? '').replaceAll('-', '/') : (value ?? '')
