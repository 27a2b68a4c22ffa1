import { absenceRules } from '#contract/absence/rules.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { toast } from '#web/ui/toast.ts'
import type { AbsenceStep } from './words.ts'

/** A person says what was done about a step. */
export function HandleStep({ step, onClose }: { step: AbsenceStep; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: handle } = useWrite(absenceRules.handle)
  async function save(values: InputOf<typeof absenceRules.handle>) {
    await handle(values)
    toast({ title: t('absence.handled') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('absence.handleOf', { name: isolated(step.studentName) })}
      description={t('absence.handleMeans')}
    >
      <Form
        schema={absenceRules.handle.input}
        start={{ studentId: step.studentId, stepId: step.id, note: '' }}
        save={save}
        submit="absence.handle"
        beside={<DialogCancel />}
      >
        <LinesField name="note" label="absence.field.done" />
      </Form>
    </Dialog>
  )
}
