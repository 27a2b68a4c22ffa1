import { excuseKinds, excuses } from '#contract/teaching/absence/excuses.ts'
import { stale } from '#web/lib/api.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { ExcuseFields } from './ExcuseFields.tsx'

type Props = { student: { studentId: string; studentName: string }; today: string; onClose: () => void }

/** The school excuses days of a student itself: they count as excused at once. */
export function EnterExcuse({ student, today, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <WriteDialog
      operation={excuses.enter}
      start={{ studentId: student.studentId, fromDay: today, toDay: today, excuseKind: 'illness' as const, text: '' }}
      title={t('absence.excuseOf', { name: isolated(student.studentName) })}
      description={t('absence.enterMeans')}
      submit="absence.does.excuse"
      done={t('absence.excused')}
      onClose={onClose}
      onStored={() => void stale(desk.get)}
    >
      <ExcuseFields kinds={excuseKinds} />
    </WriteDialog>
  )
}
