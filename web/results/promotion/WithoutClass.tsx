import { promotions } from '#contract/results/promotion/promotions.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import type { Plan, PromotionRow } from './promotion.ts'
import { StudentOf } from './PromotedStudents.tsx'

/**
 * Students for whom no class fits, each with the reason. Only classes that keep the decision are offered; to repeat the year is a decision
 * of its own.
 */
export function WithoutClass({ promotionId, plan }: { promotionId: string; plan: Plan }) {
  const { t } = useTranslation()
  const { data: rows, error, refetch } = useWhole(promotions.rows, { promotionId, show: 'problems' })
  if (!rows) return <LoadingOrFailed error={error} again={refetch} />
  return (
    <section aria-labelledby="without-class">
      <h2 id="without-class" className="mb-3 text-lg">
        {t('promotion.withoutClass', { count: rows.length })}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.studentId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-2">
            <StudentOf row={row} />
            <WaysOut promotionId={promotionId} plan={plan} row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function WaysOut({ promotionId, plan, row }: { promotionId: string; plan: Plan; row: PromotionRow }) {
  const { t } = useTranslation()
  const decide = useChange(promotions.decide)
  const { studentId, studentName, decision, choices, toClassId, gradeName } = row
  const name = isolated(studentName)
  return (
    <span className="flex flex-wrap items-center gap-2">
      {choices.length > 0 ? (
        <Dropdown
          label={t('promotion.classOf', { name })}
          placeholder={t('promotion.chooseClass')}
          items={plan.classes
            .filter(({ id }) => choices.includes(id))
            .map(({ id, name: className, gradeName: grade, students, maxOfStudents }) => ({
              value: id,
              label: [
                ...[className, grade, `${students}/${maxOfStudents}`].map(isolated),
                ...(students >= maxOfStudents ? [t('promotion.full')] : []),
              ].join(' · '),
            }))}
          value={toClassId}
          onChange={(id) => void decide({ promotionId, items: [{ studentId, toClassId: id }] }).catch(toastRefusal)}
        />
      ) : (
        <span className="text-sm text-muted">{t('promotion.noChoice')}</span>
      )}
      {decision === 'up' && (
        <AskFirst
          title={t('promotion.repeatAsk', { name })}
          description={t(row.result === 'passed' ? 'promotion.repeatPassed' : 'promotion.repeatMeans', {
            name,
            grade: isolated(gradeName),
          })}
          submit={t('promotion.repeatDo')}
          danger
          run={() => decide({ promotionId, items: [{ studentId, decision: 'repeat' }] })}
        >
          {(ask, busy) => (
            <Button tone="quiet" disabled={busy} onClick={ask}>
              {t('promotion.repeatInstead')}
            </Button>
          )}
        </AskFirst>
      )}
    </span>
  )
}
