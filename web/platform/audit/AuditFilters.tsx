import { useId } from 'react'
import { kindWords } from '#contract/platform/audit/acts.ts'
import { isCivilDay, shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { FilterChoice } from '#web/records/lazy-parts.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'
import { FilterLine } from '#web/ui/FilterLine.tsx'
import type { SetFilter } from '#web/ui/SetFilters.tsx'
import type { ChosenFilters } from './filters.ts'

type Props = { filters: ChosenFilters }

type Name = 'kind' | 'from' | 'to' | 'person'

/** By kind, by days, and by the person whose name was chosen in a line. */
export function AuditFilters({ filters }: Props) {
  const { t, language } = useTranslation()
  const { kind, personId, personName, dateFrom, dateTo, narrow, only } = filters
  const at = language === 'ar' ? 1 : 0
  const chips: SetFilter<Name>[] = [
    ...(kind ? [{ name: 'kind' as const, label: t('settings.audit.kind'), value: kindWords[kind][at] }] : []),
    ...(dateFrom ? [{ name: 'from' as const, label: t('settings.audit.from'), value: shownDay(dateFrom) }] : []),
    ...(dateTo ? [{ name: 'to' as const, label: t('settings.audit.to'), value: shownDay(dateTo) }] : []),
    ...(personId
      ? [
          {
            name: 'person' as const,
            label: t('settings.audit.person'),
            value: personName,
            title: t('settings.audit.everybody'),
          },
        ]
      : []),
  ]
  return (
    <FilterLine
      chips={chips}
      onDrop={(name) => (name === 'person' ? only(null) : narrow({ [name]: '' }))}
      onClear={() => narrow({ kind: '', from: '', to: '', person: '', name: '' })}
      counted={!dateFrom && !dateTo && <p className="text-sm text-muted">{t('settings.audit.recent')}</p>}
      fields={() => <Fields filters={filters} />}
    />
  )
}

function Fields({ filters: { kind, dateFrom, dateTo, narrow } }: Props) {
  const { t, language } = useTranslation()
  const at = language === 'ar' ? 1 : 0
  const kinds = Object.entries(kindWords).map(([value, words]) => ({ value, label: words[at] }))
  return (
    <div className="mt-2 mb-3 grid items-end gap-3 sm:flex sm:flex-wrap">
      <FilterChoice
        words
        wide
        className="min-h-12 w-64"
        label={t('settings.audit.kind')}
        items={[{ value: 'all', label: t('settings.audit.allKinds') }, ...kinds]}
        value={kind ?? 'all'}
        onChange={(value) => narrow({ kind: value === 'all' ? '' : value })}
      />
      <DayFilter label={t('settings.audit.from')} value={dateFrom} onChange={(from) => narrow({ from })} />
      <DayFilter label={t('settings.audit.to')} value={dateTo} onChange={(to) => narrow({ to })} />
    </div>
  )
}

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
  return (
    <div className="sm:w-52">
      <label htmlFor={id} className="mb-1 block text-sm text-muted">
        {label}
      </label>
      <DateInput id={id} value={value ?? ''} onChange={(day) => (day === '' || isCivilDay(day)) && onChange(day)} />
    </div>
  )
}
