import { excuses } from '#contract/absence/excuses.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
import type { Excuse } from './kinds.ts'

/** Asks why an excuse is refused; the parents read it. */
export function RefuseExcuse({ excuse, onClose }: { excuse: Excuse; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: decide } = useWrite(excuses.decide)
  async function save(values: InputOf<typeof excuses.decide>) {
    await decide(values)
    toast({ title: t('absence.refused') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('absence.refuseOf', { name: isolated(excuse.studentName) })}
      description={t('absence.refuseMeans')}
    >
      <Form
        schema={excuses.decide.input}
        start={{ studentId: excuse.studentId, excuseId: excuse.id, accept: false, reason: '' }}
        save={save}
        submit="absence.refuse"
        beside={<DialogCancel />}
      >
        <LinesField name="reason" label="absence.field.reason" />
      </Form>
    </Dialog>
  )
}
