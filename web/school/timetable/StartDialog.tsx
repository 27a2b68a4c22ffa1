import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import type { Version } from './planning.ts'

type Props = { schoolId: string; copyOf: Version | null; onClose: () => void; onStarted: (id: string) => void }

/** A new draft: empty, or a copy of a version. */
export function StartDialog({ schoolId, copyOf, onClose, onStarted }: Props) {
  const { t } = useTranslation()
  const start = useChange(timetableDrafts.start)
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={t(copyOf ? 'timetable.copy' : 'timetable.start')}
      description={t(copyOf ? 'timetable.copyMeans' : 'timetable.startMeans')}
    >
      <Form
        schema={timetableDrafts.start.input}
        start={{ schoolId, timetableName: copyOf?.timetableName ?? '', copyOfId: copyOf?.id ?? '' }}
        save={async (values) => {
          const { id } = await start(values)
          onClose()
          onStarted(id)
        }}
        submit="common.save"
        beside={<DialogCancel />}
      >
        <TextField name="timetableName" label="timetable.name" />
      </Form>
    </Dialog>
  )
}
