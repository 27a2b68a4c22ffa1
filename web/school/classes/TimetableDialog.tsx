import * as z from 'zod/mini'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { Link, optional } from '#contract/language/fields.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { queryClient } from '#web/lib/query.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import { EditForm } from '#web/records/EditForm.tsx'
import type { Field } from '#web/records/fields.ts'
import type { ClassRoom } from './ClassCard.tsx'

/** A class's weekly timetable: a picture of it, or a link to where it stands. */
export function TimetableDialog({ classRoom, onClose }: { classRoom: ClassRoom; onClose: () => void }) {
  const { t } = useTranslation()
  const { id, name, wcsUrl, version } = classRoom
  const picture = wcsUrl?.startsWith('/media/') ? wcsUrl : null
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('settings.classes.timetable')}: ${isolated(name)}`}
      description={t('settings.classes.timetableHint')}
    >
      <div className="space-y-5">
        <PictureField
          type={6}
          ownerId={id}
          src={picture}
          label="settings.classes.timetable"
          onChanged={() => void queryClient.invalidateQueries()}
        />
        <EditForm
          key={version}
          of="classes"
          fields={fields}
          schema={TimetableLink}
          start={{}}
          row={{ ...classRoom, wcsUrl: picture ? '' : wcsUrl } as ClassRoom}
          update={classSettings.update}
          onSaved={onClose}
          beside={<DialogCancel />}
        />
      </div>
    </Dialog>
  )
}

const fields: Field[] = [{ name: 'wcsUrl', kind: 'link' }]

const TimetableLink = z.strictObject({ wcsUrl: optional(Link) })
