import { lazy, Suspense, useState } from 'react'
import { wholeNow } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { EditForm } from '#web/records/EditForm.tsx'
import { part } from '#web/ui/part.tsx'
import type { Kind, Work } from './kind.ts'
import { StudentsChoice } from './StudentsChoice.tsx'
import { type ChosenStudents, studentsNow, withStudents } from './students-chosen.ts'
import type { WorkForm } from './work-fields.ts'

const ClosedTermHint = lazy(part(async () => (await import('./ClosedTermHint.tsx')).ClosedTermHint, '.marks'))
const ClosedDayHint = lazy(part(async () => (await import('./ClosedDayHint.tsx')).ClosedDayHint, '.calendar'))

type Props = { kind: Kind; form: WorkForm; work: Work | null; onClose: () => void }

/** Sets new work for the whole class, or without some students; or changes existing work and its students. */
export function WorkDialog({ kind, form, work, onClose }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ChosenStudents | null>(null)

  /** The students are sent as a complete list, so it starts from those that are stored at the time of sending. */
  async function sent(values: Record<string, unknown>) {
    if (!work) return withStudents(values, chosen)
    if (!chosen) return values
    const stored = await wholeNow(kind.results.list, { workId: work.id })
    return {
      ...values,
      studentIds: studentsNow(
        chosen,
        stored.map(({ studentId }) => studentId),
      ),
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(`settings.${kind.name}.${work ? 'edit' : 'add'}`)}
    >
      <EditForm
        of={kind.name}
        fields={form.fields(work ?? undefined)}
        schema={kind.schema}
        start={work ? { classRoomId: work.classRoomId } : form.start}
        row={work}
        add={kind.work.add}
        update={kind.work.update}
        sent={sent}
        onTheirs={() => setChosen(null)}
        onSaved={onClose}
        beside={<DialogCancel />}
        also={{ value: chosen, start: null, put: (value) => setChosen(value as ChosenStudents | null) }}
      >
        <Suspense>
          <ClosedDayHint classRoomId={work?.classRoomId} />
        </Suspense>
        <Suspense>
          <ClosedTermHint classRoomId={work?.classRoomId} />
        </Suspense>
        <StudentsChoice kind={kind} work={work} chosen={chosen} onChoose={setChosen} />
      </EditForm>
    </Dialog>
  )
}
