import { NewPayment, payments } from '#contract/platform/payments/payments.ts'
import { paymentTypeList } from '#contract/platform/reference/reference-lists.ts'
import { useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paymentTypeName } from '#web/lib/reference.ts'
import { numberTyped } from '#web/lib/text.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { AmountField } from '#web/records/AmountField.tsx'
import { useChange } from '#web/records/change.ts'

type Values = { schoolId: string; paymentTypeId: string; amount: string; paymentDate: string }

type Props = { school: { id: string; name: string; timeZone: string }; onClose: () => void }

/** Records money that was taken from a school without a request; it is credited at once. */
export function AddPayment({ school, onClose }: Props) {
  const { t } = useTranslation()
  const add = useChange(payments.add)
  const types = useRead(paymentTypeList.list, { isActive: true }).data ?? []

  async function save(values: Values) {
    const { coins } = await add({ ...values, amount: numberTyped(values.amount) })
    toast({ title: t('payments.credited', { coins }) })
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('transactions.add')}>
      <Form<Values>
        schema={NewPayment}
        start={{ schoolId: school.id, paymentTypeId: '', amount: '', paymentDate: todayIn(school.timeZone) }}
        save={save}
        submit="settings.add"
        beside={<DialogCancel />}
      >
        <p className="font-semibold">
          <Bdi>{school.name}</Bdi>
        </p>
        <ChoiceField
          name="paymentTypeId"
          label="transactions.method"
          items={types.map(({ id, name }) => ({ value: id, label: paymentTypeName(t, name) }))}
        />
        <AmountField name="amount" label="transactions.amount" />
        <DateField name="paymentDate" label="transactions.date" />
      </Form>
    </Dialog>
  )
}
