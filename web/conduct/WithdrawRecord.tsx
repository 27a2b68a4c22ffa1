import { conduct } from '#contract/conduct/conduct.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ConductRecord } from './words.ts'

/** Takes back what was a mistake, with a reason; it stays to be read and counts no more. */
export function WithdrawRecord({ record, onClose }: { record: ConductRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: withdraw } = useWrite(conduct.withdraw)
  async function save(values: InputOf<typeof conduct.withdraw>) {
    await withdraw(values)
    toast({ title: t('conduct.withdrawn') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('conduct.withdrawOf', { name: isolated(record.studentName) })}
      description={t('conduct.withdrawMeans')}
    >
      <Form
        schema={conduct.withdraw.input}
        start={{ studentId: record.studentId, recordId: record.id, reason: '' }}
        save={save}
        submit="conduct.withdraw"
        beside={<DialogCancel />}
      >
        <LinesField name="reason" label="conduct.field.reason" />
      </Form>
    </Dialog>
  )
}
