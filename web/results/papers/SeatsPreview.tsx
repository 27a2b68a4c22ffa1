import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import type { seating } from '#contract/results/seating/seating.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'

type Plan = OutputOf<typeof seating.plan>

type Props = { plan: Plan; children: ReactNode }

/** What assigning would do, committee by committee. */
export function SeatsPreview({ plan, children }: Props) {
  const { t } = useTranslation()
  return (
    <section className="space-y-3 border-t border-line pt-4" aria-label={t('papers.seats.planned')}>
      {plan.kept > 0 && <p className="text-muted">{t('papers.seats.kept', { count: plan.kept })}</p>}
      {plan.committees
        .filter(({ students }) => students > 0)
        .map((committee) => (
          <CommitteeOf
            key={committee.name}
            committee={committee}
            seats={plan.seats.filter(({ committeeName }) => committeeName === committee.name)}
          />
        ))}
      {children}
    </section>
  )
}

type OfCommittee = { committee: Plan['committees'][number]; seats: Plan['seats'] }

const CommitteeOf = ({ committee: { name, places, students, exceeded }, seats }: OfCommittee) => {
  const { t } = useTranslation()
  return (
    <details className="rounded-field border border-line px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2">
        <Bdi>{name}</Bdi> · {t('papers.seats.students', { count: students })} ·{' '}
        <Digits>
          {seats[0]!.seatNumber}–{seats.at(-1)!.seatNumber}
        </Digits>
        {exceeded && (
          <span className="block text-danger">
            {t('papers.seats.exceeded')} <Digits>{`${students} / ${places}`}</Digits>
          </span>
        )}
      </summary>
      <ol>
        {seats.map((seat) => (
          <li key={seat.studentId} className="flex flex-wrap gap-x-3 border-t border-line py-1">
            <Digits>{seat.seatNumber}</Digits>
            <Bdi>{seat.studentName}</Bdi>
            <span className="text-sm text-muted">
              <Bdi>{seat.classRoomName}</Bdi>
            </span>
          </li>
        ))}
      </ol>
    </details>
  )
}
