import { feeSettings } from '#contract/money/fees/settings.ts'
import { useRead } from '#web/lib/api.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { BankStatement } from './BankStatement.tsx'
import type { ListOfFees } from './ListedFees.tsx'
import { Arrears, Families, ForSecondPerson } from './ListsOfFamilies.tsx'
import { Journal, Receipts, Tills } from './ListsOfMoney.tsx'
import { OnlinePayments, Unclear } from './OnlineMoney.tsx'

const lists = {
  arrears: Arrears,
  families: Families,
  receipts: Receipts,
  tills: Tills,
  bank: BankStatement,
  waiting: ForSecondPerson,
  unclear: Unclear,
  online: OnlinePayments,
  journal: Journal,
}

/** The lists of fees, each with its search, its filters and a file. */
export function FeeLists({ of, school }: { of: ListOfFees; school: OwnSchool }) {
  const { data } = useRead(feeSettings.get, { schoolId: school.id })
  const currency = data?.currency ?? null
  const List = lists[of]
  return <List key={of} schoolId={school.id} currency={currency} />
}
