import { Plus, Trash2 } from 'lucide-react'
import { useId } from 'react'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { shownDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { DateInput } from '#web/ui/DateInput.tsx'
import { sayWhatFollowed } from './followed.ts'
import { type TypedLines, SettingCard } from './SettingCard.tsx'
import type { CalendarYear } from './year.ts'

export type TermLine = { key: number; name: string; startDate: string; endDate: string }

export const termsOf = ({ terms }: CalendarYear): TermLine[] =>
  terms.map(({ name, startDate, endDate }, key) => ({ key, name, startDate, endDate }))

/** The terms of the year that is shown: a name with its first and last day. */
export function TermsCard({ year, draft }: { year: CalendarYear; draft: TypedLines<TermLine> }) {
  const { t } = useTranslation()
  const save = useChange(calendarSettings.terms)
  const { lines: terms, type: setTerms } = draft
  const change = (key: number, part: Partial<TermLine>) =>
    setTerms(terms.map((term) => (term.key === key ? { ...term, ...part } : term)))
  if (!year.yearId) return null
  const yearId = year.yearId
  return (
    <SettingCard
      title={t('calendar.terms')}
      lead={t('calendar.termsLead')}
      draft={draft}
      inWords={({ name, startDate, endDate }) => `${isolated(name)} · ${shownDay(startDate)} – ${shownDay(endDate)}`}
      save={async (lines) =>
        sayWhatFollowed(
          t,
          await save({
            schoolId: year.schoolId,
            yearId,
            terms: lines.map(({ name, startDate, endDate }) => ({ name, startDate, endDate })),
            ...(year.version > 0 && { baseVersion: year.version }),
          }),
        )
      }
    >
      <ul className="space-y-3">
        {terms.map(({ key, name, startDate, endDate }, nth) => (
          <li key={key} className="flex flex-wrap items-end gap-2">
            <label className="flex-1 basis-60 text-sm">
              {t('calendar.termName', { number: nth + 1 })}
              <input
                value={name}
                onChange={(event) => change(key, { name: event.target.value })}
                className="min-h-11 w-full rounded-field border border-line bg-surface px-3"
              />
            </label>
            <DayInput
              label={t('calendar.from')}
              value={startDate}
              onChange={(day) => change(key, { startDate: day })}
            />
            <DayInput label={t('calendar.to')} value={endDate} onChange={(day) => change(key, { endDate: day })} />
            <IconButton
              label={`${t('settings.remove')}: ${name}`}
              onClick={() => setTerms(terms.filter((term) => term.key !== key))}
            >
              <Trash2 className="size-5" aria-hidden="true" />
            </IconButton>
          </li>
        ))}
      </ul>
      <Button
        tone="quiet"
        icon={<Plus className="size-5" aria-hidden="true" />}
        onClick={() =>
          setTerms([
            ...terms,
            {
              key: Math.max(-1, ...terms.map(({ key }) => key)) + 1,
              name: t('calendar.termNamed', { number: terms.length + 1 }),
              startDate: terms.length === 0 ? year.firstDay : '',
              endDate: '',
            },
          ])
        }
      >
        {t('calendar.addTerm')}
      </Button>
    </SettingCard>
  )
}

type DayProps = { label: string; value: string; onChange: (day: string) => void }

function DayInput({ label, value, onChange }: DayProps) {
  const id = useId()
  return (
    <div className="flex-1 basis-40 text-sm">
      <label htmlFor={id}>{label}</label>
      <DateInput id={id} value={value} onChange={onChange} />
    </div>
  )
}
