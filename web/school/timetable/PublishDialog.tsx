import { timetableDrafts } from '#contract/school/timetable/timetable-drafts.ts'
import { useRead } from '#web/lib/api.ts'
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

type Props = { school: OwnSchool; version: Version; onClose: () => void }

/** From which day a draft applies, with what changes for whom. */
export function PublishDialog({ school, version, onClose }: Props) {
  const { t } = useTranslation()
  const today = useToday(school.timeZone)
  const publish = useChange(timetableDrafts.publish)
  const { data } = useRead(timetableDrafts.compare, { timetableId: version.id })
  return (
    <Dialog open onOpenChange={onClose} title={t('timetable.publish')} description={t('timetable.publishMeans')}>
      <Form
        schema={timetableDrafts.publish.input}
        start={{ timetableId: version.id, validFrom: today }}
        save={async (values) => {
          await publish(values)
          toast({ title: t('timetable.published') })
          onClose()
        }}
        submit="timetable.publish"
        beside={<DialogCancel />}
      >
        <DateField name="validFrom" label="timetable.validFrom" />
        {data && <ChangesList changes={data} />}
      </Form>
    </Dialog>
  )
}
