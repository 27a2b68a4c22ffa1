import { useState } from 'react'
import { calendarPresets } from '#contract/school/calendar/calendar-presets.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { dayAfter, weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { TypedBeside } from '#web/ui/typed.ts'
import { sayWhatFollowed } from './followed.ts'
import { type CalendarYear, weekdayNames } from './year.ts'

type Preset = OutputOf<typeof calendarPresets.list>[number]

/** Calendars of ministries. Only the selected entries are copied. */
export function PresetDialog({ year, onClose }: { year: CalendarYear; onClose: () => void }) {
  const { t, language } = useTranslation()
  const { data } = useRead(calendarPresets.list, { schoolId: year.schoolId })
  const [key, setKey] = useState<Preset['key']>('egypt-2026')
  // Selected entries stay selected while another calendar is viewed.
  const [ticks, setTicks] = useState<Partial<Record<Preset['key'], ReadonlySet<string>>>>({})
  // While a calendar is being stored, nothing can be selected, because the dialog may close afterwards.
  const [busy, setBusy] = useState(false)
  const ticked = ticks[key] ?? none
  const waiting = data?.find((one) => one.key !== key && ticks[one.key]?.size)?.key
  const onTick = (now: ReadonlySet<string>) => setTicks((all) => ({ ...all, [key]: now }))
  const onStored = () => {
    if (!waiting) return onClose()
    onTick(none)
    setKey(waiting)
  }
  const preset = data?.find((one) => one.key === key)
  const named = (one: { nameEn: string; nameAr: string }) => (language === 'ar' ? one.nameAr : one.nameEn)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('calendar.presets')}
      description={t('calendar.presetsLead')}
    >
      {data && preset ? (
        <>
          <Segments
            label={t('calendar.presets')}
            items={data.map((one) => ({ value: one.key, label: named(one) }))}
            value={key}
            onChange={setKey}
          />
          <TypedBeside isTyped={Object.values(ticks).some(({ size }) => size > 0)} />
          <Entries key={key} {...{ preset, year, ticked, busy, onTick, onBusy: setBusy, onStored }} />
        </>
      ) : (
        <Loading />
      )}
    </Dialog>
  )
}

const none: ReadonlySet<string> = new Set()

type EntriesProps = {
  preset: Preset
  year: CalendarYear
  ticked: ReadonlySet<string>
  busy: boolean
  onBusy: (busy: boolean) => void
  onTick: (ticked: ReadonlySet<string>) => void
  onStored: () => void
}

function Entries({ preset, year, ticked, busy, onTick, onBusy, onStored }: EntriesProps) {
  const { t, language } = useTranslation()
  const apply = useChange(calendarPresets.apply)
  const turn = (key: string, on: boolean) => {
    const next = new Set(ticked)
    if (on) next.add(key)
    else next.delete(key)
    onTick(next)
  }
  const run = async () => {
    onBusy(true)
    try {
      const saved = await apply({
        schoolId: year.schoolId,
        preset: preset.key,
        entries: [...ticked],
        language,
        ...(year.yearId && { yearId: year.yearId }),
        ...(year.version > 0 && { baseVersion: year.version }),
      })
      sayWhatFollowed(t, saved)
      onStored()
    } catch (error) {
      toastRefusal(error)
    } finally {
      onBusy(false)
    }
  }
  const note = language === 'ar' ? preset.noteAr : preset.noteEn
  return (
    <>
      {note && <p className="mt-3 rounded-field bg-wait-soft px-3 py-2 text-sm">{note}</p>}
      <ul className="mt-3 divide-y divide-line rounded-field border border-line">
        {preset.entries.map((entry) => (
          <EntryLine
            key={entry.key}
            entry={entry}
            isTicked={ticked.has(entry.key)}
            busy={busy}
            onTick={(on) => turn(entry.key, on)}
          />
        ))}
      </ul>
      {preset.sources.length > 0 && (
        <p className="mt-2 text-xs text-muted">
          {t('calendar.sources')} <Bdi>{preset.sources.map((source) => sourceInWords(source)).join(' · ')}</Bdi>
        </p>
      )}
      <div className="mt-4 flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button tone="primary" disabled={busy || ticked.size === 0} onClick={() => void run()}>
          {t('calendar.takeOver', { count: ticked.size })}
        </Button>
      </div>
    </>
  )
}

type LineProps = { entry: Preset['entries'][number]; isTicked: boolean; busy: boolean; onTick: (on: boolean) => void }

function EntryLine({ entry, isTicked, busy, onTick }: LineProps) {
  const { t, language } = useTranslation()
  return (
    <li>
      <label className="flex min-h-11 items-start gap-3 px-3 py-2.5 hover:bg-soft">
        <input
          type="checkbox"
          aria-label={language === 'ar' ? entry.nameAr : entry.nameEn}
          checked={isTicked || entry.stored}
          disabled={entry.stored || busy}
          onChange={({ target }) => onTick(target.checked)}
          className="mt-0.5 size-5 shrink-0 accent-(--primary)"
        />
        <span className="min-w-0">
          <span className="block font-medium">
            <Bdi>{language === 'ar' ? entry.nameAr : entry.nameEn}</Bdi>
          </span>
          <span className="block text-sm text-muted">
            {entry.fromDay && <Day day={entry.fromDay} named />}
            {entry.toDay && entry.toDay !== entry.fromDay && (
              <>
                {' – '}
                <Day day={entry.toDay} named />
              </>
            )}
            {entry.openWeekdays &&
              entry.openWeekdays
                .map((day) =>
                  weekdayName(
                    dayAfter(
                      '2026-11-01',
                      weekdayNames.findIndex((one) => one === day),
                    ),
                    language,
                  ),
                )
                .join(language === 'ar' ? '، ' : ', ')}
            {' · '}
            {t(entry.stored ? 'calendar.alreadyThere' : `calendar.certainties.${entry.certainty}`)}
          </span>
        </span>
      </label>
    </li>
  )
}
