import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import type { ConductRecord } from './words.ts'

/** A person decides what follows from a record, and whether parents read it. */
export function DecideRecord({ record, onClose }: { record: ConductRecord; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={conduct.decide}
      start={{
        studentId: record.studentId,
        recordId: record.id,
        measure: record.measure ?? '',
        publish: true,
        baseVersion: record.version,
      }}
      title={t('conduct.decideOf', { name: isolated(record.studentName) })}
      description={t('conduct.decideMeans')}
      submit="common.save"
      done={t('conduct.decided')}
      onClose={onClose}
    >
      <TextField name="measure" label="conduct.field.measure" dir="auto" />
      <CheckField name="publish" label="conduct.field.publish" />
    </WriteDialog>
  )
}
