import { excuses } from '#contract/teaching/absence/excuses.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { Excuse } from './kinds.ts'

type Props = { excuse: Excuse; offerUndo: (done: string) => void; onClose: () => void }

/** Asks why an excuse is refused; the parents read it. */
export function RefuseExcuse({ excuse, offerUndo, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={excuses.decide}
      start={{ studentId: excuse.studentId, excuseId: excuse.id, accept: false, reason: '' }}
      title={t('absence.refuseOf', { name: isolated(excuse.studentName) })}
      description={t('absence.refuseMeans')}
      submit="absence.refuse"
      done={t('absence.refused')}
      offerUndo={offerUndo}
      onClose={onClose}
    >
      <LinesField name="reason" label="absence.field.reason" />
    </WriteDialog>
  )
}
