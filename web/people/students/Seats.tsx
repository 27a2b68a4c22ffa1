import { Armchair } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'

const loadRenewSeats = part(async () => (await import('./RenewSeats.tsx')).RenewSeats)
const RenewSeats = lazy(loadRenewSeats)

type Props = { schoolId: string; onDone: () => void }

/** Renews the seats of all active students. */
export function Seats({ schoolId, onDone }: Props) {
  const { t } = useTranslation()
  const [renewing, setRenewing] = useState(false)
  usePrefetch(loadRenewSeats)

  return (
    <>
      <Button
        className="shrink-0"
        icon={<Armchair className="size-5" aria-hidden="true" />}
        onClick={() => setRenewing(true)}
      >
        {t('settings.students.renewAll')}
      </Button>
      {renewing && (
        <LazyPart onClose={() => setRenewing(false)}>
          <RenewSeats schoolId={schoolId} studentIds={null} onDone={onDone} onClose={() => setRenewing(false)} />
        </LazyPart>
      )}
    </>
  )
}
