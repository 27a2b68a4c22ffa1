import { Armchair, X } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'

const loadRenewSeats = part(async () => (await import('./RenewSeats.tsx')).RenewSeats)
const RenewSeats = lazy(loadRenewSeats)

type Props = { schoolId: string; chosen: ReadonlySet<string>; onDone: () => void }

/** Renews the seats of every active student, or, once some are chosen, of those; a bar at the foot counts them. */
export function Seats({ schoolId, chosen, onDone }: Props) {
  const { t } = useTranslation()
  const [renewing, setRenewing] = useState<'all' | 'chosen' | null>(null)
  usePrefetch(loadRenewSeats)
  const icon = <Armchair className="size-5" aria-hidden="true" />

  return (
    <>
      <Button className="shrink-0" icon={icon} onClick={() => setRenewing('all')}>
        {t('settings.students.renewAll')}
      </Button>
      {chosen.size > 0 && (
        <div
          role="region"
          aria-label={t('settings.students.chosenOnes')}
          className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3"
        >
          <p role="status">{t('settings.students.chosen', { count: chosen.size })}</p>
          <Button tone="primary" icon={icon} onClick={() => setRenewing('chosen')}>
            {t('settings.students.renewChosen')}
          </Button>
          <Button tone="quiet" icon={<X className="size-5" aria-hidden="true" />} onClick={onDone}>
            {t('settings.students.chooseNone')}
          </Button>
        </div>
      )}
      {renewing && (
        <LazyPart onClose={() => setRenewing(null)}>
          <RenewSeats
            schoolId={schoolId}
            studentIds={renewing === 'chosen' ? [...chosen] : null}
            onDone={onDone}
            onClose={() => setRenewing(null)}
          />
        </LazyPart>
      )}
    </>
  )
}
