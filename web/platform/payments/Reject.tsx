import { useState } from 'react'
import { paymentRequests, Rejection } from '#contract/platform/payments/payments.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { Money } from '#web/ui/Money.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { currentOf, useChange } from '#web/records/change.ts'
import type { Request } from './request.ts'

type Values = { requestId: string; reason: string }

/** Rejects a request after a question, with a reason that the school sees. */
export function Reject({ request: opened, onClose }: { request: Request; onClose: () => void }) {
  const { t } = useTranslation()
  const [request, setRequest] = useState(opened)
  const { id, schoolName, transferCode, transferAmount, version } = request
  const reject = useChange(paymentRequests.reject)

  async function save(values: Values) {
    try {
      await reject({ ...values, baseVersion: version })
      toast({ title: t('payments.rejected') })
    } catch (error) {
      setRequest(currentOf(paymentRequests.reject, error) ?? request)
      throw error
    }
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
        {request !== opened && <p className="text-wait">{translated('Somebody else changed this meanwhile')}</p>}
        <p className="text-muted">
          <Bdi>{schoolName}</Bdi> · <Digits>{transferCode}</Digits> · <Money amount={transferAmount} />
        </p>
        <TextField name="reason" label="payments.reason" hint="payments.reasonHint" dir="auto" />
      </Form>
    </Dialog>
  )
}
