import { useId, useState } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { useRead } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DataTable } from '#web/ui/DataTable.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import { ChangedDecisions } from './ChangedDecisions.tsx'
import type { Plan, Promotion } from './promotion.ts'

/**
 * The complete plan: which students go to which classes, what is copied, and what the seats cost. From here, it is carried out.
 */
export function PlanStep({ draft }: { draft: Promotion }) {
  const { t } = useTranslation()
  const promotionId = draft.id
  // A promotion that has been started has no plan any more. The plan is read again only if the start failed.
  const [begun, setBegun] = useState(false)
  const { data: plan, error, refetch } = useRead(promotions.plan, { promotionId }, { enabled: !begun })
  const act = useChange(promotions.do)
  if (!plan) return <LoadingOrFailed error={error} again={refetch} />
  const moving = plan.up + plan.repeat

  async function begin(seen: string) {
    setBegun(true)
    try {
      await act({ promotionId, plan: seen })
    } catch (problem) {
      setBegun(false)
      void refetch()
      throw problem
    }
  }

  return (
    <>
      {plan.hindrance && (
        <p role="alert" className="mb-4 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {translated(plan.hindrance)}
        </p>
      )}
      <Counts plan={plan} />
      <div className="mt-6 mb-3 flex items-center justify-between gap-3">
        <h2 className="text-lg">{t('promotion.classes')}</h2>
        <ExportButton list={promotions.rows} input={{ promotionId }} narrowed={false} />
      </div>
      <DataTable
        label={t('promotion.classes')}
        rows={plan.classes}
        rowKey={({ id }) => id}
        columns={[
          { key: 'name', label: t('promotion.class'), main: true, cell: ({ name }) => <Bdi>{name}</Bdi> },
          { key: 'grade', label: t('promotion.grade'), cell: ({ gradeName }) => <Bdi>{gradeName}</Bdi>, brief: true },
          {
            key: 'students',
            label: t('promotion.seatsTaken'),
            cell: ({ students, maxOfStudents, over }) => (
              <span className={over > 0 ? 'font-semibold text-danger' : 'tabular-nums'}>
                {isolated(`${students}/${maxOfStudents}`)}
                {over > 0 && ` · ${t('promotion.over', { count: over })}`}
              </span>
            ),
          },
          {
            key: 'sexes',
            label: t('promotion.sexes'),
            brief: true,
            cell: ({ male, female }) => (male + female === 0 ? null : t('promotion.boysAndGirls', { male, female })),
          },
        ]}
      />
      <ChangedDecisions promotionId={promotionId} />
      <Days draft={draft} />
      <StepEnd text={t('promotion.allOrNothing')}>
        <AskFirst
          title={t('promotion.doAsk', { year: isolated(draft.toYearName) })}
          description={t('promotion.doMeans', { moving, leaving: plan.leave })}
          submit={t('promotion.do')}
          run={() => begin(plan.plan)}
        >
          {(ask, busy) => (
            <Button tone="primary" disabled={busy || plan.hindrance !== null} onClick={ask} className="max-md:w-full">
              {t('promotion.do')}
            </Button>
          )}
        </AskFirst>
      </StepEnd>
    </>
  )
}

function Counts({ plan }: { plan: Plan }) {
  const { t } = useTranslation()
  const { coins, balance } = plan
  const lacking = balance === null ? 0 : coins - balance
  return (
    <section aria-label={t('promotion.step.plan')}>
      <CountRow label={t('promotion.who')} counts={outcomes.map((name) => [t(`promotion.show.${name}`), plan[name]])} />
      <CountRow
        label={t('promotion.copied')}
        counts={parts.map((name) => [t(`promotion.count.${name}`), plan[name]])}
      />
      <CountRow
        label={t('promotion.seats')}
        counts={[
          [t('promotion.count.coins'), coins],
          ...(balance === null ? [] : [[t('promotion.count.balance'), balance] as const]),
        ]}
      />
      <p className="mt-2 text-sm text-muted">{t('promotion.coinsMean')}</p>
      {lacking > 0 && (
        <p className="mt-1 text-sm font-medium text-danger">{t('promotion.coinsLack', { count: lacking })}</p>
      )}
    </section>
  )
}

const outcomes = ['up', 'repeat', 'wait', 'leave', 'undecided'] as const
const parts = ['months', 'terms', 'calendarDays', 'teachers'] as const

function CountRow({ label, counts }: { label: string; counts: readonly (readonly [string, number])[] }) {
  return (
    <>
      <h2 className="mt-4 mb-2 text-sm text-muted">{label}</h2>
      <dl className="flex flex-wrap gap-px overflow-hidden rounded-card border border-line bg-line">
        {counts.map(([name, value]) => (
          <div key={name} className="min-w-28 flex-1 bg-surface px-4 py-3">
            <dt className="text-sm text-muted">{name}</dt>
            <dd className="text-lg font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

/** The last day of students who leave, and the day on which parents are informed of the new class. */
function Days({ draft }: { draft: Promotion }) {
  const { t } = useTranslation()
  const id = useId()
  const setOptions = useChange(promotions.setOptions)
  const [days, setDays] = useState({ leavesOn: draft.leavesOn ?? '', notifyOn: draft.notifyOn ?? '' })
  function change(name: 'leavesOn' | 'notifyOn', value: string) {
    setDays({ ...days, [name]: value })
    if (value !== '' && !/^\d{4}-\d{2}-\d{2}$/.test(value)) return
    setOptions({ promotionId: draft.id, [name]: value || null }).catch(toastRefusal)
  }
  return (
    <div className="mt-6 grid gap-4 sm:grid-cols-2">
      {(['leavesOn', 'notifyOn'] as const).map((name) => (
        <div key={name}>
          <label htmlFor={`${id}${name}`} className="mb-1.5 block font-medium">
            {t(`promotion.${name}`)}
          </label>
          <DateInput id={`${id}${name}`} value={days[name]} onChange={(value) => change(name, value)} />
          <p className="mt-1 text-sm text-muted">{t(`promotion.${name}Means`)}</p>
        </div>
      ))}
    </div>
  )
}
