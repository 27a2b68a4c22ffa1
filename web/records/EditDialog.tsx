import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { EditForm, type EditProps } from './EditForm.tsx'

type Props = EditProps & {
  /** At the side of the page. */
  side?: boolean
  onClose: () => void
}

/** `EditForm` in a dialog with the title `settings.<of>.add` or `.edit`; it closes after a save. */
export function EditDialog({ onClose, side = false, ...form }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog
      open
      side={side}
      onOpenChange={(open) => !open && onClose()}
      title={t(`settings.${form.of}.${form.row ? 'edit' : 'add'}`)}
    >
      <EditForm {...form} onSaved={onClose} beside={<DialogCancel />} />
    </Dialog>
  )
}
