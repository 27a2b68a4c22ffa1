import { paymentRequests, Rejection } from '#contract/payments/payments.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import type { Request } from './request.ts'

type Values = { requestId: string; reason: string }

/** Rejects a request after a question, with a reason that the school sees. */
export function Reject({
  request: { id, schoolName, transferCode },
  onClose,
}: {
  request: Request
  onClose: () => void
}) {
  const { t } = useTranslation()
  const reject = useChange(paymentRequests.reject)

  async function save(values: Values) {
    await reject(values)
    toast({ title: t('payments.rejected') })
    onClose()
  }

  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('payments.rejectAsk')}>
      <Form<Values>
        schema={Rejection}
        start={{ requestId: id, reason: '' }}
        save={save}
        submit="common.confirm"
        beside={<DialogCancel />}
      >
        <p className="text-muted">
          <Bdi>{schoolName}</Bdi> · <Digits>{transferCode}</Digits>
        </p>
        <TextField name="reason" label="payments.reason" hint="payments.reasonHint" dir="auto" />
      </Form>
    </Dialog>
  )
}
