import { excuseKinds, excuses } from '#contract/absence/excuses.ts'
import type { InputOf } from '#contract/language/operation.ts'
import { useWrite, stale } from '#web/lib/api.ts'
import { desk } from '#contract/absence/desk.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { ExcuseFields } from './ExcuseFields.tsx'

type Props = { student: { studentId: string; studentName: string }; today: string; onClose: () => void }

/** The school excuses days of a student itself: they count as excused at once. */
export function EnterExcuse({ student, today, onClose }: Props) {
  const { t } = useTranslation()
  const { mutateAsync: enter } = useWrite(excuses.enter)
  async function save(values: InputOf<typeof excuses.enter>) {
    await enter(values)
    void stale(desk.get)
    toast({ title: t('absence.excused') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t('absence.excuseOf', { name: isolated(student.studentName) })}
      description={t('absence.enterMeans')}
    >
      <Form
        schema={excuses.enter.input}
        start={{ studentId: student.studentId, fromDay: today, toDay: today, excuseKind: 'illness' as const, text: '' }}
        save={save}
        submit="absence.does.excuse"
        beside={<DialogCancel />}
      >
        <ExcuseFields kinds={excuseKinds} />
      </Form>
    </Dialog>
  )
}
