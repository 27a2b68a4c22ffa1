import { students } from '#contract/people/students/students.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { useWorkForm } from '#web/teaching/class-work/work-fields.ts'
import { EditForm } from '#web/records/EditForm.tsx'
import type { Field } from '#web/records/fields.ts'
import { type OneMoreProps, studentItems } from './one-more.ts'

/**
 * Work for a single student, such as an exam on a later day, with its result if there is one. The form starts as a copy of this
 * work.
 */
export function ForOne({ kind, classRoom, work, onClose }: OneMoreProps & { onClose: () => void }) {
  const { t } = useTranslation()
  const form = useWorkForm(kind, classRoom.schoolId, classRoom)
  const roll = useRead(students.ofClass, { classRoomId: classRoom.id }).data
  const mayRate = useMay(kind.results.rate, classRoom.schoolId)

  const result: Field = { name: 'result', kind: 'number' }
  const { courseId, date, rate, details, monthId } = work
  const like = { courseId, date, rate: String(rate), details, ...(monthId && { monthId }) }
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('marks.forOne')}>
      {form.ready && roll ? (
        <EditForm
          of={kind.name}
          fields={[
            { name: 'studentId', kind: 'choice', items: studentItems(roll) },
            ...form.fields(work),
            ...(mayRate ? [result] : []),
          ]}
          schema={kind.schemaForOne}
          start={{ ...form.start, ...like }}
          row={null}
          add={kind.results.add}
          onSaved={onClose}
          beside={<DialogCancel />}
        />
      ) : (
        <Loading count={4} />
      )}
    </Dialog>
  )
}
