import { Landmark } from 'lucide-react'
import { lazy, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { feesOnline } from '#contract/money/online/online.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { SentPicture } from '#web/ui/SentPicture.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'
import { Card } from '#web/ui/Card.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { FeeMoney } from './FeeMoney.tsx'

const PictureField = lazy(part(async () => (await import('#web/ui/PictureField.tsx')).PictureField))

type Told = OutputOf<typeof feesOnline.own>['told']

/** Transfers that a parent made at a bank and reports to the school, and what became of them. */
export function ToldTransfers({ schoolId, today, told }: { schoolId: string; today: string; told: Told }) {
  const { t } = useTranslation()
  const [telling, setTelling] = useState(false)
  const takeBack = useChange(feesOnline.takeBackTold)
  const { saving, save } = useSaving()
  const own = told.filter((one) => one.schoolId === schoolId)
  return (
    <>
      <Button icon={<Landmark className="size-5" aria-hidden="true" />} onClick={() => setTelling(true)}>
        {t('fees.online.tell')}
      </Button>
      <ul className="space-y-2">
        {own.map((one) => (
          <li key={one.id}>
            <Card className="flex flex-wrap items-center justify-between gap-x-4 py-2">
              <span className="min-w-0">
                {t('fees.online.transfer')} <Digits>{one.reference}</Digits> ·{' '}
                <FeeMoney amount={one.amount} currency={one.currency} />
                <span className="block text-sm text-muted">
                  <Day day={one.day} /> · {t(`fees.online.told.${one.toldState}`)}
                  {one.reason && (
                    <>
                      : <Bdi>{one.reason}</Bdi>
                    </>
                  )}
                </span>
                <SentPicture src={one.imageUrl} label={t('fees.online.openPicture')} />
                {one.again && one.toldState === 'waiting' && (
                  <span className="block text-sm text-danger">{t('fees.online.again')}</span>
                )}
              </span>
              {one.toldState === 'waiting' && (
                <Button
                  tone="quiet"
                  disabled={saving}
                  onClick={() => save(() => takeBack({ toldId: one.id }), t('fees.online.takenBack'))}
                >
                  {t('fees.online.takeBack')}
                </Button>
              )}
            </Card>
          </li>
        ))}
      </ul>
      {telling && <Tell schoolId={schoolId} today={today} onClose={() => setTelling(false)} />}
    </>
  )
}

function Tell({ schoolId, today, onClose }: { schoolId: string; today: string; onClose: () => void }) {
  const { t } = useTranslation()
  const [clientOperationId] = useState(() => crypto.randomUUID())
  const [imageUrl, setImageUrl] = useState<string | null>(null)
  const start = { clientOperationId, schoolId, amount: '', day: today, reference: '', note: '' }
  return (
    <WriteDialog
      operation={feesOnline.tell}
      start={start}
      beside={imageUrl ? { imageUrl } : {}}
      title={t('fees.online.tell')}
      description={t('fees.online.tellMeans')}
      submit="fees.online.send"
      done={t('fees.online.toldNow')}
      onClose={onClose}
    >
      <TextField name="amount" label="fees.amount" dir="ltr" inputMode="decimal" />
      <DateField name="day" label="fees.day" />
      <TextField name="reference" label="fees.reference" dir="ltr" />
      <TextField name="note" label="fees.note" />
      <LazyPart fallback={<Skeleton className="h-28" />}>
        <PictureField type={8} ownerId={schoolId} src={imageUrl} onChanged={setImageUrl} label="fees.online.picture" />
      </LazyPart>
    </WriteDialog>
  )
}
