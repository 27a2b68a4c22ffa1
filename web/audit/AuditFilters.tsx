import { X } from 'lucide-react'
import { useId, useState } from 'react'
import { kindWords } from '#contract/audit/acts.ts'
import { isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'
import type { ChosenFilters } from './filters.ts'

/** By kind, by days, and by the person whose name was chosen in a line. */
export function AuditFilters({ filters: { kind, personId, personName, dateFrom, dateTo, narrow, only } }: Props) {
  const { t, language } = useTranslation()
  const at = language === 'ar' ? 1 : 0
  const kinds = Object.entries(kindWords).map(([value, words]) => ({ value, label: words[at] }))
  return (
    <div className="mb-5 space-y-3">
      <div className="grid items-end gap-3 sm:flex sm:flex-wrap">
        <FilterChoice
          words
          wide
          className="min-h-12 sm:w-52"
          label={t('settings.audit.kind')}
          items={[{ value: 'all', label: t('settings.audit.allKinds') }, ...kinds]}
          value={kind ?? 'all'}
          onChange={(value) => narrow({ kind: value === 'all' ? '' : value })}
        />
        <DayFilter label={t('settings.audit.from')} value={dateFrom} onChange={(from) => narrow({ from })} />
        <DayFilter label={t('settings.audit.to')} value={dateTo} onChange={(to) => narrow({ to })} />
      </div>
      {!dateFrom && !dateTo && <p className="text-sm text-muted">{t('settings.audit.recent')}</p>}
      {personId && (
        <Button onClick={() => only(null)} title={t('settings.audit.everybody')}>
          {t('settings.audit.onlyPerson', { name: isolated(personName) })}
          <X className="size-4" aria-hidden="true" />
          <span className="sr-only">{t('settings.audit.everybody')}</span>
        </Button>
      )}
    </div>
  )
}

type Props = { filters: ChosenFilters }

/** Narrows as soon as a whole day stands in it, or nothing. */
function DayFilter({
  label,
  value,
  onChange,
}: {
  label: string
  value: string | null
  onChange: (day: string) => void
}) {
  const id = useId()
  const [typed, setTyped] = useState(value ?? '')
  return (
    <div className="sm:w-52">
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <DateInput
        id={id}
        value={typed}
        onChange={(text) => {
          setTyped(text)
          if (text === '' || isCivilDay(text)) onChange(text)
        }}
      />
    </div>
  )
}
