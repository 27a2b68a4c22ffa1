import { useTranslation } from '#web/lib/i18n.ts'
import type { Import } from './import.ts'

/** What all rows that will be added sum to, to be compared with the sums of the other system. */
export function Sums({ of: { due, paid, currency } }: { of: NonNullable<Import['sums']> }) {
  const { t } = useTranslation()
  return (
    <dl className="mb-6 flex flex-wrap gap-x-8 gap-y-1">
      {Object.entries({ due, paid }).map(([what, amount]) => (
        <div key={what} className="flex gap-2">
          <dt className="text-muted">{t(`imports.sums.${what}`)}</dt>
          <dd className="font-semibold tabular-nums">
            <bdi dir="ltr">{amount}</bdi> {currency}
          </dd>
        </div>
      ))}
    </dl>
  )
}
