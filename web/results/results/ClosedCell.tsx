import { ArrowRight } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'

/** A figure of a closed term as text; with `now`, also what it would be now. */
export function ClosedCell({ closed, now }: { closed: string; now: string | null }) {
  const { t } = useTranslation()
  if (now === null || now === closed) return <Digits>{closed}</Digits>
  return (
    <span className="font-semibold whitespace-nowrap text-wait">
      <span aria-hidden="true">
        <Digits>
          {closed} <ArrowRight className="inline size-4" /> {now}
        </Digits>
      </span>
      <span className="sr-only">{t('results.closedTerm.changed', { closed, now })}</span>
    </span>
  )
}
