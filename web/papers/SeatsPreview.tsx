import type { ReactNode } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import type { seating } from '#contract/seating/seating.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { type Committee, placesExceeded } from './committees.ts'

type Plan = OutputOf<typeof seating.plan>

type Props = { plan: Plan; committees: readonly Committee[]; children: ReactNode }

/** What assigning would do, committee by committee. */
export function SeatsPreview({ plan, committees, children }: Props) {
  const { t } = useTranslation()
  const names = [...new Set(plan.seats.map(({ committeeName }) => committeeName))]
  return (
    <section className="space-y-3 border-t border-line pt-4" aria-label={t('papers.seats.planned')}>
      {plan.kept > 0 && <p className="text-muted">{t('papers.seats.kept', { count: plan.kept })}</p>}
      {names.map((name) => (
        <CommitteeOf
          key={name}
          name={name ?? ''}
          seats={plan.seats.filter((one) => one.committeeName === name)}
          committees={committees}
        />
      ))}
      {children}
    </section>
  )
}

const CommitteeOf = ({
  name,
  seats,
  committees,
}: {
  name: string
  seats: Plan['seats']
  committees: readonly Committee[]
}) => {
  const { t } = useTranslation()
  const exceeded = placesExceeded(committees, name, seats.length)
  return (
    <details className="rounded-field border border-line px-4 py-2">
      <summary className="min-h-11 cursor-pointer py-2">
        <Bdi>{name}</Bdi> · {t('papers.seats.students', { count: seats.length })} ·{' '}
        <Digits>
          {seats[0]!.seatNumber}–{seats.at(-1)!.seatNumber}
        </Digits>
        {exceeded !== null && (
          <span className="block text-danger">
            {t('papers.seats.exceeded')} <Digits>{`${seats.length} / ${exceeded}`}</Digits>
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
