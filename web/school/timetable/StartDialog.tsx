import { useFormContext } from 'react-hook-form'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import type { Version } from './planning.ts'

type Props = {
  schoolId: string
  today: string
  copyOf: Version | null
  onClose: () => void
  onStarted: (id: string) => void
}

/** A new draft: empty, or a copy of a version. */
export function StartDialog({ schoolId, today, copyOf, onClose, onStarted }: Props) {
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
        start={{ schoolId, copyOfId: copyOf?.id ?? '', ...cycleOf(copyOf, today) }}
        save={async (values) => {
          const { id } = await start(values)
          onClose()
          onStarted(id)
        }}
        submit="common.save"
        beside={<DialogCancel />}
      >
        <CycleFields />
      </Form>
    </Dialog>
  )
}

/** The name and the weeks of a draft. */
export function CycleDialog({ version, onClose }: { version: Version; onClose: () => void }) {
  const { t } = useTranslation()
  const update = useChange(timetableDrafts.update)
  return (
    <Dialog open onOpenChange={onClose} title={t('timetable.nameAndWeeks')}>
      <Form
        schema={timetableDrafts.update.input}
        start={{ timetableId: version.id, baseVersion: version.version, ...cycleOf(version, version.anchor) }}
        save={async (values) => {
          await update(values)
          onClose()
        }}
        submit="common.save"
        beside={<DialogCancel />}
      >
        <CycleFields />
      </Form>
    </Dialog>
  )
}

const cycleOf = (version: Version | null, today: string) => ({
  timetableName: version?.timetableName ?? '',
  weeks: String(version?.weeks ?? 1),
  anchor: version?.anchor ?? today,
})

function CycleFields() {
  const { t } = useTranslation()
  const { watch } = useFormContext()
  return (
    <>
      <TextField name="timetableName" label="timetable.name" />
      <ChoiceField
        name="weeks"
        label="timetable.weeks"
        items={['1', '2'].map((value) => ({ value, label: t(`timetable.cycle.${value}`) }))}
      />
      {String(watch('weeks')) === '2' && (
        <DateField name="anchor" label="timetable.anchor" hint="timetable.anchorMeans" />
      )}
    </>
  )
}
