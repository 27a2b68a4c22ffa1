import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import type { Caller } from '#server/access/caller.ts'
import { mayIn } from '#server/access/may.ts'
import { areTwo, type Holding } from '#server/access/second-person.queries.ts'
import type { Db } from '#server/db/db.ts'
import { vouchingForEach } from './phone-changes.queries.ts'

export const keyOfNumbers = 'ChangePhoneNumbers'

export type PeopleOfChange = { schoolId: string; personId: string; requestedBy: string }
export const isAnother = ({ id }: Caller, { personId, requestedBy }: PeopleOfChange) =>
  id !== personId && id !== requestedBy

/** Who requested, in their school, and who confirms: there, or app-wide for the platform. */
export const bothOf = (
  { id }: Caller,
  { schoolId, requestedBy }: PeopleOfChange,
  at: string | null,
): [Holding, Holding] => [
  { personId: requestedBy, key: keyOfNumbers, schoolId },
  { personId: id, key: keyOfNumbers, schoolId: at },
]

export const isSecond = async (db: Db, user: Caller, people: PeopleOfChange, at: string | null) =>
  isAnother(user, people) && (await areTwo(db, ...bothOf(user, people, at)))

type Change = PeopleOfChange & { waits: boolean; endedAt: string | null }

/** Changes of one school, with what the caller may do about each by the rules that refuse it. */
export async function changesWithMay<Row extends Change>(db: Db, user: Caller, schoolId: string, rows: readonly Row[]) {
  const holds = mayIn(user, phoneChanges.confirm, schoolId)
  const waiting = rows.filter(({ waits }) => waits)
  const vouched = await vouchingForEach(
    db,
    schoolId,
    waiting.map(({ personId }) => personId),
    user.id,
  )
  const shown = []
  for (const row of rows) {
    const { isConfirmed = false, isAlone = false, hasKeys = false } = vouched.get(row.personId) ?? {}
    const canBeConfirmed = row.waits && isConfirmed
    const confirm = holds && canBeConfirmed && isAlone && hasKeys && (await isSecond(db, user, row, schoolId))
    const withdraw = holds && row.endedAt === null && row.personId !== user.id
    shown.push({ ...row, waitsForPlatform: canBeConfirmed && !isAlone, may: { confirm, withdraw } })
  }
  return shown
}
