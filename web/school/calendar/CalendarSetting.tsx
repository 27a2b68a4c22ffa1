import { CalendarPlus, Printer, Sparkles } from 'lucide-react'
import { lazy, useState } from 'react'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { calendarSettings } from '#contract/school/calendar/calendar-settings.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useUnsavedEdit } from '#web/records/unsaved-edit.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'
import { useSaving } from '#web/records/saving.ts'
import { PublishedRules } from '#web/records/PublishedRules.tsx'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { AskBeforeLosing } from '#web/ui/AskBeforeLosing.tsx'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button, IconButton } from '#web/ui/Button.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { DayList } from './DayList.tsx'
import { HoursCard, hoursOf } from './HoursCard.tsx'
import { useLines } from './SettingCard.tsx'
import { TermBrackets } from './TermBrackets.tsx'
import { TermsCard, termsOf } from './TermsCard.tsx'
import { WeekCard, weekLinesOf } from './WeekCard.tsx'
import { type CalendarYear, type Entry, type Opened, yearUnder } from './year.ts'
import { YearPaper } from './YearPaper.tsx'
import { YearStrip } from './YearStrip.tsx'

const DayDialog = lazy(part(async () => (await import('./DayDialog.tsx')).DayDialog))
const PresetDialog = lazy(part(async () => (await import('./PresetDialog.tsx')).PresetDialog))

/** When the school is open: the year with its days, and the settings that determine them. */
export function CalendarSetting({ school }: { school: OwnSchool }) {
  const [yearId, setYearId] = useState<string | null>(null)
  const { data, error, refetch } = useRead(calendar.year, { schoolId: school.id, ...(yearId && { yearId }) })
  if (data) return <Year key={`${school.id} ${data.yearId}`} {...{ school, year: data, setYearId }} />
  return <LoadingOrFailed error={error} again={refetch} />
}

type Props = { school: OwnSchool; year: CalendarYear; setYearId: (id: string) => void }

function Year({ school, year, setYearId }: Props) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<Opened | null>(null)
  const id = `${school.id} ${year.yearId}`
  const terms = useLines(useUnsavedEdit(termsOf(year), `terms ${id}`))
  const weeks = useLines(useUnsavedEdit(weekLinesOf(year), `weeks ${id}`))
  const hours = useLines(useUnsavedEdit(hoursOf(year), `hours ${id}`))
  const isTyped = terms.isTyped || weeks.isTyped || hours.isTyped
  const edit = (entry: Entry | null) => setOpened({ year, entry })
  const [printing, setPrinting] = useState(false)
  const manages = useMay(calendar.saveDays, school.id)
  return (
    <Screen
      title={t('calendar.title')}
      tools={<Tools year={year} manages={manages} onPrint={() => setPrinting(true)} onEdit={edit} />}
    >
      <AskIfTyped isTyped={isTyped} />
      <div className="space-y-6">
        <div className="flex flex-wrap items-center gap-2">
          {year.yearId && (
            <AskBeforeLosing isTyped={isTyped} go={setYearId}>
              {(choose) => (
                <Dropdown
                  label={t('calendar.year')}
                  items={year.years.map(({ id: value, name: label }) => ({ value, label }))}
                  value={year.yearId}
                  onChange={choose}
                />
              )}
            </AskBeforeLosing>
          )}
          <OpenDays year={year} />
        </div>
        {manages && <p className="text-sm text-muted">{t('calendar.howToChoose')}</p>}
        <div className="space-y-6">
          <div>
            <TermBrackets year={year} />
            <YearStrip
              year={year}
              showsHijri={year.showsHijri}
              {...(manages && { onChoose: (fromDay, toDay) => edit({ fromDay, toDay }) })}
            />
          </div>
          <Days year={year} manages={manages} onEdit={edit} />
        </div>
        {manages && (
          <div className="space-y-4">
            <TermsCard year={year} draft={terms} />
            <WeekCard year={year} draft={weeks} />
            <HoursCard year={year} draft={hours} />
            <HijriWish year={year} />
          </div>
        )}
        {opened && (
          <LazyPart onClose={() => setOpened(null)}>
            {opened.entry ? (
              <DayDialog year={yearUnder(opened, year)} draft={opened.entry} onClose={() => setOpened(null)} />
            ) : (
              <PresetDialog year={year} onClose={() => setOpened(null)} />
            )}
          </LazyPart>
        )}
        {manages && <PublishedRules topic="calendar" />}
        {printing && <YearPaper school={school} year={year} onClose={() => setPrinting(false)} />}
      </div>
    </Screen>
  )
}

type ToolsProps = { year: CalendarYear; manages: boolean; onPrint: () => void; onEdit: (entry: Entry | null) => void }

function Tools({ year, manages, onPrint, onEdit }: ToolsProps) {
  const { t } = useTranslation()
  return (
    <>
      <IconButton label={t('calendar.print')} onClick={onPrint}>
        <Printer className="size-5" aria-hidden="true" />
      </IconButton>
      <ExportButton
        list={calendar.days}
        input={{ schoolId: year.schoolId, dateFrom: year.firstDay, dateTo: year.lastDay }}
        narrowed={false}
      />
      {manages && (
        <>
          <Button short icon={<Sparkles className="size-5" aria-hidden="true" />} onClick={() => onEdit(null)}>
            {t('calendar.presets')}
          </Button>
          <Button
            short
            tone="primary"
            icon={<CalendarPlus className="size-5" aria-hidden="true" />}
            onClick={() => onEdit({ fromDay: year.today, toDay: year.today })}
          >
            {t('calendar.addDay')}
          </Button>
        </>
      )}
    </>
  )
}

function Days({ year, manages, onEdit }: Omit<ToolsProps, 'onPrint'>) {
  const { t } = useTranslation()
  const remove = useChange(calendar.removeDays)
  const inSchool = { schoolId: year.schoolId, ...(year.version > 0 && { baseVersion: year.version }) }
  return year.days.length === 0 ? (
    <Empty sentence={t('calendar.noDays')} />
  ) : (
    <DayList
      entries={year.days}
      grades={year.grades}
      showsHijri={year.showsHijri}
      tools={(entry) =>
        manages && (
          <>
            <EditButton name={entry.name} onClick={() => onEdit(entry)} />
            <RemoveWithUndo
              name={entry.name}
              thing={{ schoolId: year.schoolId, kind: 'calendarDay', id: entry.id }}
              run={() => remove({ ...inSchool, dayIds: [entry.id] })}
            />
          </>
        )
      }
    />
  )
}

function OpenDays({ year }: { year: CalendarYear }) {
  const { t } = useTranslation()
  return (
    <p className="text-muted">
      {t('calendar.openDays', { count: year.openDays })}
      {year.gradeOpenDays.map(({ gradeId, openDays }) => (
        <span key={gradeId}>
          {' · '}
          {year.grades.find(({ id }) => id === gradeId)?.name} <Digits>{openDays}</Digits>
        </span>
      ))}
    </p>
  )
}

/** Whether everybody at the school also sees Hijri dates. */
function HijriWish({ year }: { year: CalendarYear }) {
  const { t } = useTranslation()
  const change = useChange(calendarSettings.wishes)
  const { saving, save } = useSaving()
  return (
    <label className="flex min-h-11 items-center gap-3 rounded-card border border-line bg-surface p-5">
      <input
        type="checkbox"
        checked={year.showsHijri}
        disabled={saving}
        onChange={({ target }) => save(() => change({ schoolId: year.schoolId, showsHijri: target.checked }))}
        className="size-5 accent-(--primary)"
      />
      {t('calendar.schoolShowsHijri')}
    </label>
  )
}
