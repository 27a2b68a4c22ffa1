import { feeLists } from '#contract/money/fees/arrears.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { FeeMoney, isNothing } from './FeeMoney.tsx'

type Own = OutputOf<typeof feeLists.own>[number]

/** What is still owed, by its day, before what was paid. */
export const openFirst = (dues: Own['dues']) =>
  dues.toSorted((one, other) => Number(isNothing(one.open)) - Number(isNothing(other.open)))

type DueProps = {
  due: Own['dues'][number]
  currency: string
  ticked: boolean
  /** Null: it cannot be paid here. */
  onTick: ((is: boolean) => void) | null
}

/** One part; where the school takes payments online it is ticked to be paid. */
export function OwnDue({ due, currency, ticked, onTick }: DueProps) {
  const { t } = useTranslation()
  const row = (
    <>
      <span className="min-w-0 flex-1">
        <Bdi>{due.itemName}</Bdi>
        <span className="block text-sm text-muted">
          <Day day={due.dueOn} />
        </span>
      </span>
      <span className={due.overdue ? 'font-semibold text-danger' : ''}>
        {isNothing(due.open) ? t('fees.paid') : <FeeMoney amount={due.open} currency={currency} />}
      </span>
    </>
  )
  if (!onTick) return <li className="flex min-h-11 items-center justify-between gap-4 py-1">{row}</li>
  return (
    <li>
      <label className="flex min-h-11 items-center gap-3 py-1">
        <input
          type="checkbox"
          checked={ticked}
          onChange={({ target }) => onTick(target.checked)}
          className="size-5 shrink-0 accent-(--primary)"
        />
        {row}
      </label>
    </li>
  )
}
