import { PaymentCorrection, payments } from '#contract/platform/payments/payments.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { numberTyped } from '#web/lib/text.ts'
import { DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { useChange } from '#web/records/change.ts'
import type { Transaction } from './transaction.ts'

type Values = { id: string; amount: string; reason: string }

type Props = { payment: Transaction; comesTo: number; onClose: () => void }

/** Says what a payment should have been, starting with what it and earlier corrections come to; the difference becomes a line of its own. */
export function CorrectPayment({ payment, comesTo, onClose }: Props) {
  const { t } = useTranslation()
  const correct = useChange(payments.correct)

  async function save({ id, amount, reason }: Values) {
    await correct({ id, amount: numberTyped(amount), reason })
    toast({ title: t('settings.saved') })
    onClose()
  }

  return (
    <Form<Values>
      schema={PaymentCorrection}
      start={{ id: payment.id, amount: String(comesTo), reason: '' }}
      save={save}
      beside={<DialogCancel />}
    >
      <AmountField name="amount" label="transactions.amount" hint="transactions.amountHint" />
      <TextField name="reason" label="payments.reason" dir="auto" />
    </Form>
  )
}
