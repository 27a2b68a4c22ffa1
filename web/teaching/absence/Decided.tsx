import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Excuse } from './kinds.ts'

type Props = { excuse: Excuse; timeZone: string; busy: boolean; onUndo: () => void }

/** How an excuse was decided, by whom and when, and a way back. */
export function Decided({ excuse, timeZone, busy, onUndo }: Props) {
  const { t } = useTranslation()
  const { accepted, decidedByName, decidedAt, reason } = excuse
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        <StatusBadge
          status={accepted ? 'good' : 'bad'}
          word={t(`absence.decision.${accepted ? 'accepted' : 'refused'}`)}
        />
        {decidedAt && (
          <span>
            {decidedByName && (
              <>
                {t('absence.decidedBy')} <Bdi>{decidedByName}</Bdi> ·{' '}
              </>
            )}
            <Moment at={decidedAt} timeZone={timeZone} />
          </span>
        )}
      </p>
      {reason && (
        <p className="text-sm">
          <Bdi>{reason}</Bdi>
        </p>
      )}
      <div className="flex justify-end">
        <Button disabled={busy} onClick={onUndo}>
          {t('absence.undo')}
        </Button>
      </div>
    </>
  )
}
