import type { OutputOf } from '#contract/language/operation.ts'
import { PaymentCorrection, payments } from '#contract/payments/payments.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { plainDigits } from '#web/lib/text.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { useChange } from '#web/records/change.ts'

type Transaction = OutputOf<typeof payments.list>[number]

type Values = { id: string; amount: string; reason: string }

/** Says what a payment should have been; the difference becomes a line of its own. */
export function Correct({ payment, onClose }: { payment: Transaction; onClose: () => void }) {
  const { t } = useTranslation()
  const correct = useChange(payments.correct)

  async function save({ id, amount, reason }: Values) {
    await correct({ id, amount: Number(plainDigits(amount)), reason })
    toast({ title: t('settings.saved') })
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('transactions.correct')}>
      <Form<Values>
        schema={PaymentCorrection}
        start={{ id: payment.id, amount: String(payment.amount), reason: '' }}
        save={save}
        beside={<DialogCancel />}
      >
        <p className="text-muted">
          <Bdi>{payment.fromName}</Bdi> · <Day day={payment.paymentDate} />
        </p>
        <AmountField name="amount" label="transactions.amount" hint="transactions.amountHint" />
        <TextField name="reason" label="payments.reason" dir="auto" />
      </Form>
    </Dialog>
  )
}
