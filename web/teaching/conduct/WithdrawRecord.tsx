import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useRemoval } from '#web/records/removal.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { ConductRecord } from './words.ts'

/** Takes back what was a mistake, with a reason; it stays to be read and counts no more. */
export function WithdrawRecord({ record, onClose }: { record: ConductRecord; onClose: () => void }) {
  const { t } = useTranslation()
  const { offerUndo } = useRemoval({ schoolId: record.schoolId, kind: 'conduct', id: record.id })
  return (
    <WriteDialog
      operation={conduct.withdraw}
      start={{ studentId: record.studentId, recordId: record.id, reason: '' }}
      title={t('conduct.withdrawOf', { name: isolated(record.studentName) })}
      description={t('conduct.withdrawMeans')}
      submit="conduct.withdraw"
      done={t('conduct.withdrawn')}
      offerUndo={offerUndo}
      onClose={onClose}
    >
      <LinesField name="reason" label="conduct.field.reason" />
    </WriteDialog>
  )
}
