import { useState } from 'react'
import { feeCharging } from '#contract/money/fees/charging.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Failed } from '#web/ui/States.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { FeeMoney } from './FeeMoney.tsx'

type Props = { schoolId: string; yearId: string; gradeId: string; charged: number; currency: string | null }

/** What charging the grade would do, to be read before it is done; and the way back while nothing was paid. */
export function ChargeOfGrade({ schoolId, yearId, gradeId, charged, currency }: Props) {
  const { t } = useTranslation()
  const [fromMonth, setFromMonth] = useState(true)
  const [shown, setShown] = useState(false)
  const of = { schoolId, yearId, gradeId }
  const { data, error, refetch } = useRead(feeCharging.plan, { ...of, fromMonth }, { enabled: shown })
  const charge = useChange(feeCharging.charge)
  const undo = useChange(feeCharging.undo)
  const { saving, save } = useSaving()
  return (
    <Card className="space-y-3">
      <h3 className="font-semibold">{t('fees.set.charge')}</h3>
      {charged > 0 && <p className="text-muted">{t('fees.set.charged', { count: charged })}</p>}
      <Tick label={t('fees.set.fromMonth')} checked={fromMonth} onChange={setFromMonth} />
      {shown && error && <Failed error={error} again={refetch} />}
      {shown && data && (
        <ul className="divide-y divide-line">
          {data.items.map((item) => (
            <Sum key={item.itemId} name={item.name} students={item.students} amount={item.amount} currency={currency} />
          ))}
          {data.reductions.map((one) => (
            <Sum
              key={one.reductionId}
              name={one.name}
              students={one.students}
              amount={`-${one.amount}`}
              currency={currency}
            />
          ))}
          <Sum name={t('fees.set.total')} students={data.students} amount={data.total} currency={currency} />
          {data.late > 0 && <li className="py-2 text-sm text-muted">{t('fees.set.late', { count: data.late })}</li>}
        </ul>
      )}
      <div className="flex flex-wrap gap-2">
        {shown && data ? (
          <Button
            tone="primary"
            disabled={saving || data.students === 0}
            onClick={() =>
              save(
                () => charge({ ...of, fromMonth, hash: data.hash }),
                ({ changed }) => t('fees.set.charged', { count: changed }),
                () => setShown(false),
              )
            }
          >
            {t('fees.set.chargeNow')}
          </Button>
        ) : (
          <Button onClick={() => setShown(true)}>{t('fees.set.preview')}</Button>
        )}
        {charged > 0 && (
          <Button
            tone="quiet"
            disabled={saving}
            onClick={() =>
              save(
                () => undo(of),
                ({ changed, stayed }) => t('fees.set.undone', { changed, stayed }),
              )
            }
          >
            {t('fees.set.undo')}
          </Button>
        )}
      </div>
    </Card>
  )
}

type SumProps = { name: string; students: number; amount: string; currency: string | null }

function Sum({ name, students, amount, currency }: SumProps) {
  const { t } = useTranslation()
  return (
    <li className="flex min-h-11 flex-wrap items-center justify-between gap-x-4">
      <span>
        <Bdi>{name}</Bdi> <span className="text-sm text-muted">{t('fees.students', { count: students })}</span>
      </span>
      <FeeMoney amount={amount} currency={currency} />
    </li>
  )
}
