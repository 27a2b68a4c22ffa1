import { X } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import type { FilterName } from './kind.ts'

export type SetFilter = { name: FilterName; label: string; value: string }

type Props = { filters: SetFilter[]; onDrop: (name: FilterName) => void; onClear: () => void }

/** What a list is narrowed to, one chip each; a click takes it back. */
export function SetFilters({ filters, onDrop, onClear }: Props) {
  const { t } = useTranslation()
  if (filters.length === 0) return null
  return (
    <ul className="flex shrink-0 items-center gap-2 md:min-w-0 md:shrink md:flex-wrap">
      {filters.map(({ name, label, value }) => (
        <li key={name}>
          <button
            type="button"
            title={`${t('settings.remove')}: ${label}`}
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
