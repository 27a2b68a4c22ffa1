import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { spread } from '#contract/money/fees/parts.ts'
import { conflict, found, invalid } from '#server/base/errors.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { chargedOf } from './charging.queries.ts'
import { sumOf } from './charging.rules.ts'
import { insertFeeGrant, insertProposalOfFees, type Proposal } from './decisions.queries.ts'
import { duesOfStudent } from './family.queries.ts'
import type { FeeReader } from './family.rules.ts'
import { insertPostings, type NewLine } from './postings.queries.ts'
import { takenOff } from './reductions.rules.ts'
import { feeReductionsOf, feeSettingsOf } from './settings.queries.ts'
import type { Taking } from './taking.rules.ts'

/** What a proposal of another kind is about. */
export const none = { studentId: null, dueId: null, wayId: null, reductionId: null, yearId: null }

const hours = 3_600_000

export const proposeFees = ({ db, school, now }: Pick<FeeReader, 'db' | 'school' | 'now'>, proposal: Proposal) =>
  insertProposalOfFees(db, school.id, proposal, new Date(+now + 72 * hours).toISOString())

type Given = { studentId: string; yearId: string; reductionId: string }

/** What a reduction takes off the parts of a year that are still owed, never more than they are. */
export async function reducedNow(db: Db, schoolId: string, { studentId, yearId, reductionId }: Given) {
  const { decimals } = (await feeSettingsOf(db, schoolId))!
  const rule = found((await feeReductionsOf(db, schoolId)).find(({ id, active }) => id === reductionId && active))
  const [student] = await chargedOf(db, schoolId, yearId, [studentId])
  if (rule.kind === 'sibling' && found(student).place < 2)
    throw invalid('This child is the eldest of the family', 'reductionId')
  const dues = (await duesOfStudent(db, schoolId, studentId)).filter((due) => due.yearId === yearId)
  const whole = new Map<string, bigint>()
  for (const { itemId, amount, reduced } of dues)
    whole.set(itemId, (whole.get(itemId) ?? 0n) + exact(amount) - exact(reduced))
  const lines = [...takenOff(rule, found(student).place, whole, decimals)].flatMap(([itemId, off]) => {
    const open = dues.filter((due) => due.itemId === itemId)
    const shares = spread(
      off,
      open.map((due) => exact(due.open)),
      decimals,
    )
    return open.flatMap((due, nth): NewLine[] =>
      shares[nth]! > 0n
        ? [
            {
              from: 'owed',
              to: 'reduction',
              amount: amountText(shares[nth]!, 3),
              studentId,
              dueId: due.id,
              reductionId: rule.id,
              reductionVersion: rule.version,
            },
          ]
        : [],
    )
  })
  return { lines, amount: sumOf(lines.map(({ amount }) => exact(amount))) }
}

type Giving = Given & { givenBy: string; reason: string; lines: NewLine[]; confirmedBy?: string }

export async function giveReduction({ db, school }: Taking, { lines, reason, confirmedBy, ...grant }: Giving) {
  if (!(await insertFeeGrant(db, { ...grant, schoolId: school.id })))
    throw conflict('This child has this reduction already')
  if (lines.length === 0) return
  const posting = { id: newId(), kind: 'reduction' as const, day: school.today, madeBy: grant.givenBy, reason, lines }
  await insertPostings(db, school.id, [{ ...posting, confirmedBy: confirmedBy ?? null }])
}
