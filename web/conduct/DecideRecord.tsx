import { conduct } from '#contract/conduct/conduct.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import type { ConductRecord } from './words.ts'

/** A person decides what follows from a record, and whether parents read it. */
export function DecideRecord({ record, onClose }: { record: ConductRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { mutateAsync: decide } = useWrite(conduct.decide)
  async function save(values: InputOf<typeof conduct.decide>) {
    await decide(values)
    toast({ title: t('conduct.decided') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('conduct.decideOf', { name: isolated(record.studentName) })}
      description={t('conduct.decideMeans')}
    >
      <Form
        schema={conduct.decide.input}
        start={{
          studentId: record.studentId,
          recordId: record.id,
          measure: record.measure ?? '',
          publish: true,
          baseVersion: record.version,
        }}
        save={save}
        submit="common.save"
        beside={<DialogCancel />}
      >
        <TextField name="measure" label="conduct.field.measure" dir="auto" />
        <CheckField name="publish" label="conduct.field.publish" />
      </Form>
    </Dialog>
  )
}
