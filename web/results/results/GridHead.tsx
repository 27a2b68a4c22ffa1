import { ArrowDownToLine, Calculator } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'

/** The head of a column of marks: its part, the full mark, and whether it is computed. */
type Props = {
  name: string
  fullMark: number
  isComputed: boolean
  /** Asks for a value for its empty cells. */
  onFill?: (() => void) | undefined
}

export function GridHead({ name, fullMark, isComputed, onFill }: Props) {
  const { t } = useTranslation()
  return (
    <>
      <span className="whitespace-nowrap">
        <Bdi>{name}</Bdi>
      </span>
      <span className="flex items-center justify-center gap-1 font-normal text-muted">
        <Digits>/{fullMark}</Digits>
        {onFill && (
          <button
            type="button"
            title={t('marks.fill')}
            onClick={onFill}
            className="grid size-8 place-items-center rounded-full hover:bg-soft"
          >
            <ArrowDownToLine className="size-4" aria-hidden="true" />
            <span className="sr-only">
              {t('marks.fill')}: {name}
            </span>
          </button>
        )}
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
