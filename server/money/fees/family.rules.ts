import { amountText, exact } from '#contract/money/fees/amounts.ts'
import type { Family } from '#contract/money/fees/families.ts'
import type * as z from 'zod/mini'
import { areTwo } from '#server/access/second-person.queries.ts'
import type { Db } from '#server/db/db.ts'
import { familyParts, type ProposalRow, type WhichFamily } from './family.queries.ts'
import { settingsWanted } from './money.rules.ts'

export type FeeReader = {
  db: Db
  user: { id: string }
  school: { id: string; today: string }
  now: Date
  may: (key: 'ReverseFees') => boolean
}

/** Everything about a family as it is shown; null if there is none. */
export async function shownFamily({ db, user, school, now, may }: FeeReader, which: WhichFamily) {
  const { currency, decimals } = await settingsWanted(db, school.id)
  const family = await familyParts(db, school.id, which, now.toISOString())
  if (!family) return null
  const text = (amount: string) => amountText(exact(amount), decimals)
  const open = family.dues.map((due) => ({ ...due, value: exact(due.open) }))
  const sum = (dues: typeof open) =>
    amountText(
      dues.reduce((all, { value }) => all + value, 0n),
      decimals,
    )
  let balance = 0n
  const shown: z.output<typeof Family> = {
    familyId: family.id,
    code: family.code,
    version: family.version,
    confirmed: family.confirmed,
    currency,
    decimals,
    children: family.children,
    payers: family.payers,
    dues: family.dues.map(({ itemId: _, yearId: __, rate: ___, ...due }) => ({
      ...due,
      amount: text(due.amount),
      reduced: text(due.reduced),
      open: text(due.open),
    })),
    owed: sum(open),
    overdue: sum(open.filter(({ dueOn }) => dueOn < school.today)),
    credit: text(family.credit),
    receipts: family.receipts.map(({ inAll: _, ...receipt }) => ({ ...receipt, amount: text(receipt.amount) })),
    promises: family.promises.map((promise) => ({ ...promise, amount: text(promise.amount) })),
    proposals: await shownProposals({ db, user, school, may, decimals }, family.proposals),
    grants: family.grants.map(({ yearId, ...grant }) => ({ ...grant, year: yearId })),
    statement: family.postings.map(({ change, about, ...posting }) => {
      balance += exact(change)
      return { ...posting, about: about ?? '', amount: text(change), balance: amountText(balance, decimals) }
    }),
  }
  return shown
}

type Showing = Pick<FeeReader, 'db' | 'user' | 'school' | 'may'> & { decimals: number }

/** What waits for a second person, with whether the caller is one. */
export async function shownProposals({ db, user, school, may, decimals }: Showing, rows: readonly ProposalRow[]) {
  const shown = []
  for (const { proposedBy, ...row } of rows) {
    const isSecond =
      may('ReverseFees') &&
      proposedBy !== user.id &&
      (await areTwo(db, ...twoOfDecision(school.id, proposedBy, user.id, row.kind)))
    shown.push({
      id: row.id,
      kind: row.kind,
      familyId: row.familyId,
      familyCode: row.familyCode,
      names: row.names,
      amount: amountText(exact(row.amount), decimals),
      reason: row.reason,
      proposedByName: row.proposedByName,
      expiresAt: row.expiresAt,
      may: { confirm: isSecond, refuse: may('ReverseFees') },
    })
  }
  return shown
}

/** The two people of a decision by the keys that they use. */
export const twoOfDecision = (schoolId: string, proposedBy: string, decidedBy: string, kind: ProposalRow['kind']) =>
  [
    { personId: proposedBy, key: kind === 'reduction' ? 'ManageFees' : 'ReverseFees', schoolId },
    { personId: decidedBy, key: 'ReverseFees', schoolId },
  ] as const
