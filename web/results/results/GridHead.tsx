import { Calculator } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'

/** The head of a column of marks: its part, the full mark, and whether it is computed. */
export function GridHead({ name, fullMark, isComputed }: { name: string; fullMark: number; isComputed: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      <span className="whitespace-nowrap">
        <Bdi>{name}</Bdi>
      </span>
      <span className="flex items-center justify-center gap-1 font-normal text-muted">
        <Digits>/{fullMark}</Digits>
        {isComputed && (
          <span title={t('results.computed')}>
            <Calculator className="size-4" aria-hidden="true" />
            <span className="sr-only">{t('results.computed')}</span>
          </span>
        )}
      </span>
    </>
  )
}
