import { useTranslation } from '#web/lib/i18n.ts'
import { contactTypeName } from '#web/lib/reference.ts'
import { queryClient } from '#web/lib/query.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { PictureField } from '#web/ui/PictureField.tsx'
import type { ReferenceEntry } from './lists.ts'

/** The icon that stands before every contact of a type. */
export function IconDialog({ entry: { id, name, iconUrl }, onClose }: { entry: ReferenceEntry; onClose: () => void }) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('settings.contactTypes.icon')}: ${isolated(contactTypeName(t, name))}`}
      description={t('settings.contactTypes.iconHint')}
    >
      <PictureField
        type={5}
        ownerId={id}
        src={iconUrl}
        label="settings.contactTypes.icon"
        onChanged={() => void queryClient.invalidateQueries()}
      />
    </Dialog>
  )
}
