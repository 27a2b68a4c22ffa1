import { Printer } from 'lucide-react'
import { useState } from 'react'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Empty } from '#web/ui/States.tsx'
import type { ShownFamily } from './FamilySheet.tsx'
import { FeeMoney } from './FeeMoney.tsx'
import { useReceiptPrinter } from './receipt-printer.tsx'
import { stateOfReceipt } from './receipt-state.ts'

type Printing = ReturnType<typeof useReceiptPrinter>

/** The receipts of a family and the cheques that wait. */
export function ReceiptsOfFamily({ schoolId, family }: { schoolId: string; family: ShownFamily }) {
  const { t } = useTranslation()
  const reverses = useMay(feeDecisions.reverse)
  const [reversing, setReversing] = useState<string | null>(null)
  const printer = useReceiptPrinter(schoolId)
  const { currency } = family
  return (
    <div className="space-y-4">
      {family.promises.map((promise) => (
        <Cheque key={promise.id} {...{ schoolId, promise, currency, printer }} />
      ))}
      {family.receipts.length === 0 ? (
        <Empty sentence={t('fees.none.receipts')} />
      ) : (
        <ul className="space-y-2">
          {family.receipts.map((receipt) => (
            <li key={receipt.id}>
              <ReceiptCard
                {...{ receipt, currency, printer }}
                {...(reverses && { onReverse: () => setReversing(receipt.id) })}
              />
            </li>
          ))}
        </ul>
      )}
      {reversing && (
        <WriteDialog
          operation={feeDecisions.reverse}
          start={{ schoolId, receiptId: reversing, reason: '' }}
          title={t('fees.reverse')}
          description={t('fees.reverseMeans')}
          submit="fees.reverse"
          done={t('fees.reversed')}
          typesAtOnce
          onClose={() => setReversing(null)}
        >
          <TextField name="reason" label="fees.reason" />
        </WriteDialog>
      )}
      {printer.sheets}
    </div>
  )
}

type ChequeProps = {
  schoolId: string
  promise: ShownFamily['promises'][number]
  currency: string
  printer: Printing
}

/** A cheque dated ahead: it counts once it is cleared. */
function Cheque({ schoolId, promise, currency, printer }: ChequeProps) {
  const { t } = useTranslation()
  const takes = useMay(feeCounter.take)
  const clear = useChange(feeCounter.clearCheque)
  const { saving, save } = useSaving()
  const settle = (cleared: boolean) =>
    save(
      async () => {
        const { receipt } = await clear({ schoolId, promiseId: promise.id, cleared })
        if (receipt) printer.print(receipt)
      },
      t(cleared ? 'fees.cleared' : 'fees.returned'),
    )
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
      <p>
        {t('fees.cheque')} <Digits>{promise.reference}</Digits> ·{' '}
        <FeeMoney amount={promise.amount} currency={currency} />
        <span className="block text-sm text-muted">
          {t('fees.dated')} <Day day={promise.dated} /> · {t(`fees.promise.${promise.state}`)}
        </span>
      </p>
      {takes && promise.state === 'waiting' && (
        <span className="flex flex-wrap gap-2">
          <Button disabled={saving || printer.printing} onClick={() => settle(true)}>
            {t('fees.markCleared')}
          </Button>
          <Button tone="quiet" disabled={saving} onClick={() => settle(false)}>
            {t('fees.markReturned')}
          </Button>
        </span>
      )}
    </Card>
  )
}

type CardProps = {
  receipt: ShownFamily['receipts'][number]
  currency: string
  printer: Printing
  onReverse?: () => void
}

function ReceiptCard({ receipt, currency, printer, onReverse }: CardProps) {
  const { t } = useTranslation()
  const state = stateOfReceipt(t, receipt)
  return (
    <Card className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-3">
      <p className="min-w-0">
        {t('fees.receipt')}{' '}
        <Digits>
          {receipt.number}/{receipt.year}
        </Digits>{' '}
        · <FeeMoney amount={receipt.amount} currency={currency} />
        <span className="block text-sm text-muted">
          <Day day={receipt.receivedOn} /> · <Bdi>{receipt.wayName}</Bdi>{' '}
          {receipt.reference && <Digits>{receipt.reference}</Digits>} · <Bdi>{receipt.takenByName}</Bdi>
        </span>
        {state && (
          <span className="block text-sm text-danger">
            {state} {receipt.reason && <Bdi>{receipt.reason}</Bdi>}
          </span>
        )}
      </p>
      <span className="flex flex-wrap gap-2">
        <Button
          tone="quiet"
          disabled={printer.printing}
          icon={<Printer className="size-5" aria-hidden="true" />}
          onClick={() => printer.printAgain(receipt.id)}
        >
          {t('fees.print')}
        </Button>
        {onReverse && !state && (
          <Button tone="quiet" onClick={onReverse}>
            {t('fees.reverse')}
          </Button>
        )}
      </span>
    </Card>
  )
}
