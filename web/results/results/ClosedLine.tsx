import { Lock } from 'lucide-react'
import { lazy, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const CorrectClosed = lazy(part(async () => (await import('./CorrectClosed.tsx')).CorrectClosed))

type Props = {
  issue: number
  /** How many students have figures that would differ now. */
  changed: number
  /** Whether to show what changed since. */
  since: boolean
  onSince: (since: boolean) => void
  mayCorrect: boolean
  /** Why marks are being corrected; null: they are not. */
  reason: string | null
  onReason: (reason: string | null) => void
}

/** Says above the marks that they are closed, and leads to what changed since and to a correction. */
export function ClosedLine({ issue, changed, since, onSince, mayCorrect, reason, onReason }: Props) {
  const { t } = useTranslation()
  const [asking, setAsking] = useState(false)
  return (
    <div className="sticky top-header z-20 -mx-4 flex flex-wrap items-center gap-x-4 gap-y-1 border-y border-accent bg-wait-soft px-4 py-1.5 text-sm md:mx-0 md:rounded-card md:border-x">
      <p className="flex min-w-0 items-center gap-2">
        <Lock className="size-4 shrink-0" aria-hidden="true" />
        {reason === null ? (
          <span className="font-medium">{t('results.closedTerm.line', { issue })}</span>
        ) : (
          <span className="min-w-0 [overflow-wrap:anywhere]">
            {t('results.closedTerm.correcting', { issue: issue + 1 })} <Bdi>{reason}</Bdi>
          </span>
        )}
      </p>
      {reason === null ? (
        <>
          {changed > 0 && (
            <label className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={since}
                onChange={({ target }) => onSince(target.checked)}
                className="size-5 shrink-0 accent-(--primary)"
              />
              {t('results.closedTerm.since', { count: changed })}
            </label>
          )}
          {mayCorrect && (
            <Button tone="quiet" onClick={() => setAsking(true)}>
              {t('results.closedTerm.correct')}
            </Button>
          )}
        </>
      ) : (
        <Button tone="quiet" onClick={() => onReason(null)}>
          {t('results.closedTerm.stop')}
        </Button>
      )}
      {asking && (
        <LazyPart onClose={() => setAsking(false)}>
          <CorrectClosed issue={issue} onReason={onReason} onClose={() => setAsking(false)} />
        </LazyPart>
      )}
    </div>
  )
}
