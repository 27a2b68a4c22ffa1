import { excuses } from '#contract/teaching/absence/excuses.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { Excuse } from './kinds.ts'

/** Asks why an excuse is refused; the parents read it. */
export function RefuseExcuse({ excuse, onClose }: { excuse: Excuse; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={excuses.decide}
      start={{ studentId: excuse.studentId, excuseId: excuse.id, accept: false, reason: '' }}
      title={t('absence.refuseOf', { name: isolated(excuse.studentName) })}
      description={t('absence.refuseMeans')}
      submit="absence.refuse"
      done={t('absence.refused')}
      onClose={onClose}
    >
      <LinesField name="reason" label="absence.field.reason" />
    </WriteDialog>
  )
}
