import { Printer } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { feeTills } from '#contract/money/fees/tills.ts'
import type { PrintedReceipt } from '#contract/money/fees/receipts.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { idIn, paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { ShownFamily } from './FamilySheet.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { FindFamily } from './FindFamily.tsx'
import { formOfReceipts, keepFormOfReceipts, useReceiptPrinter } from './receipt-printer.tsx'
import { namesOf, TakeForm } from './TakeForm.tsx'
import { TillBar } from './TillBar.tsx'

/**
 * The counter: one field finds the family, Enter opens it, the amount and Enter take the money and print the receipt, and the field waits for the
 * next one. A keyboard and a barcode reader are enough.
 */
export function TakeScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const takes = useMay(feeCounter.take)
  if (!school || !takes) return <Navigate to={paths.unauthorized()} state={{ keys: ['TakeFees'] }} replace />
  return (
    <Screen title={t('fees.take')} lead={<Bdi>{school.name}</Bdi>}>
      <Counter schoolId={school.id} />
    </Screen>
  )
}

function Counter({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { data: settings, error, refetch } = useRead(feeSettings.get, { schoolId })
  const { data: till, error: noTill, refetch: again } = useRead(feeTills.till, { schoolId })
  const [found, setFound] = useState<ShownFamily | null>(null)
  const [last, setLast] = useState<{ receipt: PrintedReceipt | null; family: ShownFamily } | null>(null)
  const [form, setForm] = useState(formOfReceipts)
  const { print, printing, sheets } = useReceiptPrinter(schoolId)
  const search = useRef<HTMLInputElement>(null)
  const [query, setQuery] = useSearchParams()
  const familyId = idIn(query, 'id') ?? ''
  const { data: chosen } = useRead(feeFamilies.get, { schoolId, familyId }, { enabled: familyId !== '' })
  const family = found ?? (familyId === '' ? null : (chosen ?? null))
  // A family that was chosen elsewhere is shown until it has paid; then the field waits for the next one.
  const leave = () => {
    setFound(null)
    if (familyId !== '') setQuery({}, { replace: true })
  }
  const ready = settings && till !== undefined
  useEffect(() => {
    if (ready && !family && !printing) search.current?.focus()
  }, [ready, family, printing])
  if (!ready) return <LoadingOrFailed error={error ?? noTill} again={error ? refetch : again} count={4} />
  const ways = settings.ways.filter(({ active }) => active)

  return (
    <div className="space-y-4">
      <TillBar schoolId={schoolId} till={till} currency={settings.currency} />
      <FindFamily
        ref={search}
        schoolId={schoolId}
        currency={settings.currency}
        onFound={(one) => {
          setLast(null)
          setFound(one)
        }}
      />
      {family && (
        <TakeForm
          key={`${family.familyId} ${family.receipts.length}`}
          schoolId={schoolId}
          family={family}
          ways={ways}
          isOpen={till !== null && till.closedAt === null}
          onCancel={leave}
          onTaken={(taken) => {
            leave()
            setLast(taken)
            if (taken.receipt) print(taken.receipt)
          }}
        />
      )}
      {last && <LastTaken last={last} onPrint={print} />}
      <div className="flex flex-wrap items-center gap-2">
        <span aria-hidden="true" className="text-sm text-muted">
          {t('fees.printsOn')}
        </span>
        <Segments
          label={t('fees.printsOn')}
          items={(['a5', 'roll'] as const).map((value) => ({ value, label: t(`fees.form.${value}`) }))}
          value={form}
          onChange={(value) => {
            keepFormOfReceipts(value)
            setForm(value)
          }}
        />
      </div>
      {sheets}
    </div>
  )
}

type LastProps = {
  last: { receipt: PrintedReceipt | null; family: ShownFamily }
  onPrint: (receipt: PrintedReceipt) => void
}

/** What was taken last, until the next family is found. */
function LastTaken({ last, onPrint }: LastProps) {
  const { t } = useTranslation()
  return (
    <Card className="flex flex-wrap items-center justify-between gap-4">
      <p role="status">
        {last.receipt ? (
          <>
            <Bdi>{namesOf(last.family)}</Bdi> · {t('fees.taken')}:{' '}
            <FeeMoney amount={last.receipt.content.amount} currency={last.family.currency} /> · {t('fees.receipt')}{' '}
            <Digits>
              {last.receipt.content.number}/{last.receipt.content.year}
            </Digits>
          </>
        ) : (
          <>
            <Bdi>{namesOf(last.family)}</Bdi> · {t('fees.promised')}
          </>
        )}{' '}
        <span className="text-muted">
          {t('fees.stillOwed')} <FeeMoney amount={last.family.owed} currency={last.family.currency} />
        </span>
      </p>
      {last.receipt && (
        <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => onPrint(last.receipt!)}>
          {t('fees.print')}
        </Button>
      )}
    </Card>
  )
}
