import { ArchiveArrowUp } from 'lucide-react'
import { lazy, useState } from 'react'
import type { RemovableKind } from '#contract/overviews/removals/removals.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const RemovedDialog = lazy(part(async () => (await import('./RemovedDialog.tsx')).RemovedDialog, '.settings'))

/**
 * The way from a list to what was removed from it, for everybody who may remove there: the setting of the same name belongs to those who read
 * the audit, and a teacher does not.
 */
export function RecentlyRemoved(what: { schoolId: string; kind: RemovableKind }) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <div className="mt-3 flex justify-end">
      <Button tone="quiet" onClick={() => setOpen(true)}>
        <ArchiveArrowUp className="size-5" aria-hidden="true" />
        {t('removals.recent')}
      </Button>
      {isOpen && (
        <LazyPart onClose={close}>
          <RemovedDialog {...what} onClose={close} />
        </LazyPart>
      )}
    </div>
  )
}
