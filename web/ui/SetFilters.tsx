import { X } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './Button.tsx'

/** `title`: what the click does, if it does more than removing the filter. */
export type SetFilter<N extends string> = { name: N; label: string; value: string; title?: string }

type Props<N extends string> = { filters: SetFilter<N>[]; onDrop: (name: N) => void; onClear: () => void }

/** The filters that are set in a list, one chip each; a click removes it. */
export function SetFilters<N extends string>({ filters, onDrop, onClear }: Props<N>) {
  const { t } = useTranslation()
  if (filters.length === 0) return null
  return (
    <ul className="flex shrink-0 items-center gap-2 md:min-w-0 md:shrink md:flex-wrap">
      {filters.map(({ name, label, value, title = `${t('settings.remove')}: ${label}` }) => (
        <li key={name}>
          <button
            type="button"
            title={title}
            onClick={() => onDrop(name)}
            className="inline-flex min-h-11 items-center gap-2 rounded-full bg-soft px-4 text-sm font-medium whitespace-nowrap text-primary hover:opacity-90"
          >
            <span>
              {label}: <bdi>{value}</bdi>
            </span>
            <X className="size-4 shrink-0" aria-hidden="true" />
          </button>
        </li>
      ))}
      <li>
        <Button tone="quiet" className="whitespace-nowrap" onClick={onClear}>
          {t('work.clear')}
        </Button>
      </li>
    </ul>
  )
}
