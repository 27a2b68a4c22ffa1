import { type ReactNode, useState } from 'react'
import { payments } from '#contract/platform/payments/payments.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { coinTypeName, paymentTypeName } from '#web/lib/reference.ts'
import { Money } from '#web/ui/Money.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { CorrectPayment } from './CorrectPayment.tsx'
import { comesTo, type Transaction } from './transaction.ts'

type Props = { payment: Transaction; onClose: () => void }

/** All details of one payment, and its correction for people who may make one; a correction cannot be corrected. */
export function PaymentDialog({ payment, onClose }: Props) {
  const { t } = useTranslation()
  const [correcting, setCorrecting] = useState(false)
  const { data, error, refetch } = useRead(payments.list, { fromId: payment.fromId }, { enabled: !payment.adjusts })
  const corrected = data && comesTo(payment, data)
  const kind = payment.adjusts ? 'transactions.correction' : 'transactions.one'
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t(correcting ? 'transactions.correct' : kind)}>
      <dl className="mb-5 grid grid-cols-[auto_1fr] gap-x-5 gap-y-2">
        <Fact label={t('transactions.date')}>
          <Day day={payment.paymentDate} />
        </Fact>
        <Fact label={t('transactions.method')}>
          <Bdi>{paymentTypeName(t, payment.paymentTypeName)}</Bdi>
        </Fact>
        {payment.transferCode && (
          <Fact label={t('settings.payment.transferCode')}>
            <Digits>{payment.transferCode}</Digits>
          </Fact>
        )}
        <Fact label={t('transactions.from')}>
          <Bdi>{payment.fromName}</Bdi>
        </Fact>
        <Fact label={t('transactions.to')}>
          <Bdi>{payment.toName}</Bdi>
        </Fact>
        <Fact label={t('transactions.amount')}>
          <Money amount={payment.amount} />
        </Fact>
        {corrected !== undefined && corrected !== payment.amount && (
          <Fact label={t('transactions.comesTo')}>
            <Money amount={corrected} />
          </Fact>
        )}
        <Fact label={t('transactions.coinType')}>
          <Bdi>{coinTypeName(t, payment.coinTypeName)}</Bdi> <Digits>({payment.coins})</Digits>
        </Fact>
      </dl>
      {!correcting && payment.may.correct && (
        <div className="flex justify-end">
          <Button onClick={() => setCorrecting(true)}>{t('transactions.correct')}</Button>
        </div>
      )}
      {correcting && corrected === undefined && <LoadingOrFailed error={error} again={refetch} count={2} />}
      {correcting && corrected !== undefined && (
        <CorrectPayment payment={payment} comesTo={corrected} onClose={onClose} />
      )}
    </Dialog>
  )
}

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <>
    <dt className="text-muted">{label}</dt>
    <dd className="min-w-0 [overflow-wrap:anywhere]">{children}</dd>
  </>
)
