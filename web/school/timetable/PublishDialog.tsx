import { useFormContext } from 'react-hook-form'
import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useRead } from '#web/lib/api.ts'
import { isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { useChange } from '#web/records/change.ts'
import { DateField } from '#web/ui/DateField.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { ChangesList } from './ChangesList.tsx'
import type { Version } from './planning.ts'

/** `from`: the day that is offered, today without one. */
type Props = { school: OwnSchool; version: Version; from: string | null; onClose: () => void }

/** From which day a draft applies, with what changes for whom. */
export function PublishDialog({ school, version, from, onClose }: Props) {
  const { t } = useTranslation()
  const today = useToday(school.timeZone)
  const publish = useChange(timetableDrafts.publish)
  return (
    <Dialog open onOpenChange={onClose} title={t('timetable.publish')} description={t('timetable.publishMeans')}>
      <Form
        schema={timetableDrafts.publish.input}
        start={{ timetableId: version.id, validFrom: from && from > today ? from : today }}
        save={async (values) => {
          await publish(values)
          toast({ title: t('timetable.published') })
          onClose()
        }}
        submit="timetable.publish"
        beside={<DialogCancel />}
      >
        <DateField name="validFrom" label="timetable.validFrom" />
        <Changes version={version} />
      </Form>
    </Dialog>
  )
}

/** What changes on the chosen day: against the version that would be in force then. */
function Changes({ version: { id } }: { version: Version }) {
  const day = String(useFormContext().watch('validFrom'))
  const { data } = useRead(timetableDrafts.compare, { timetableId: id, ...(isCivilDay(day) && { day }) })
  return data && <ChangesList changes={data} />
}
