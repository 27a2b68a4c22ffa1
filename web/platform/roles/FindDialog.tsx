import { useTranslation } from '#web/lib/i18n.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { FindByPhone } from './FindByPhone.tsx'
import type { Place } from './place.ts'

type Props = { place: Place; onFound: (person: { id: string; name: string }) => void; onClose: () => void }

/** Finds a person who has no rights here yet. */
export function FindDialog({ place, onFound, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={t('rights.find')}>
      <FindByPhone place={place} onFound={onFound} />
    </Dialog>
  )
}
