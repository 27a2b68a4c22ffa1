import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { AbsenceStep } from './words.ts'

type Props = { step: AbsenceStep; offerUndo: (done: string) => void; onClose: () => void }

/** A person says what was done about a step. */
export function HandleStep({ step, offerUndo, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={absenceRules.handle}
      start={{ studentId: step.studentId, stepId: step.id, note: '' }}
      title={t('absence.handleOf', { name: isolated(step.studentName) })}
      description={t('absence.handleMeans')}
      submit="absence.handle"
      done={t('absence.handled')}
      offerUndo={offerUndo}
      onClose={onClose}
    >
      <LinesField name="note" label="absence.field.done" />
    </WriteDialog>
  )
}
