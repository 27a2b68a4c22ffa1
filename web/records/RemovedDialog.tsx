import type { RemovableKind } from '#contract/overviews/removals/removals.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RemovedList } from './RemovedList.tsx'

type Props = { schoolId: string; kind: RemovableKind; onClose: () => void }

/** What was removed from the lists of one kind, over the list. */
export function RemovedDialog({ schoolId, kind, onClose }: Props) {
  const { t } = useTranslation()
  const school = useSession().schools.find(({ id }) => id === schoolId)
  if (!school) return null
  return (
    <Dialog open onOpenChange={onClose} title={t('settings.removed.title')} description={t('settings.removed.lead')}>
      <RemovedList school={school} kind={kind} />
    </Dialog>
  )
}
