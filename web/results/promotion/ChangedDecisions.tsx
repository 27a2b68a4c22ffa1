import { promotions } from '#contract/results/promotion/promotions.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { StudentOf } from './PromotedStudents.tsx'

/** Before anybody is moved: each student of whom a person decided otherwise than the result says. */
export function ChangedDecisions({ promotionId }: { promotionId: string }) {
  const { t } = useTranslation()
  const { data: rows, error, refetch } = useWhole(promotions.rows, { promotionId, show: 'changed' })
  if (!rows) return error ? <LoadingOrFailed error={error} again={refetch} /> : null
  if (rows.length === 0) return null
  return (
    <section aria-labelledby="changed-decisions" className="mt-6">
      <h2 id="changed-decisions" className="mb-3 text-lg">
        {t('promotion.changed', { count: rows.length })}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-accent bg-wait-soft">
        {rows.map((row) => (
          <li key={row.studentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
            <StudentOf row={row} />
            <span className="font-medium">{row.decision && t(`promotion.decide.${row.decision}`)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
