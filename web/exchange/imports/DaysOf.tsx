import { dayStates } from '#contract/exchange/imports/attendance-shapes.ts'
import { nameOfMonth, todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { Import, SheetColumn } from './import.ts'
import { LazyDropdown } from './LazyDropdown.tsx'
import { isNumberAlone } from './steps.ts'

export type DaysWhence = NonNullable<Import['attendance']>
type Word = DaysWhence['words'][number]

type Props = {
  columns: readonly Pick<SheetColumn, 'meaning' | 'heading'>[]
  attendance: DaysWhence
  onChange: (attendance: DaysWhence) => void
}

/** What the letters of a table of attendance mean, and the month of days that are only numbers: said once for all rows. */
export function DaysOf({ columns, attendance, onChange }: Props) {
  const { t } = useTranslation()
  const ofDays = columns.filter(({ meaning }) => meaning === 'attendOfDay')
  const hasMonth = columns.some(({ meaning }) => meaning === 'attendMonth')
  const { month, words } = attendance
  const mean = (word: string, state: Word['state']) =>
    onChange({ ...attendance, words: words.map((one) => (one.word === word ? { ...one, state, guess: null } : one)) })
  return (
    <section className="mb-6 rounded-card border border-line bg-surface px-5 py-4">
      {!hasMonth && ofDays.some(({ heading }) => isNumberAlone(heading)) && (
        <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <h2 className="min-w-0 flex-1 basis-60 font-semibold">{t('imports.monthOfDays')}</h2>
          <Months month={month} onMonth={(to) => onChange({ ...attendance, month: to })} />
        </div>
      )}
      {words.length > 0 && (
        <>
          <h2 className="font-semibold">{t('imports.daysOf')}</h2>
          <p className="max-w-prose text-sm text-muted">{t('imports.daysOfHint')}</p>
          <ul className="mt-3 space-y-2" aria-label={t('imports.daysOf')}>
            {words.map((word) => (
              <Letter
                key={word.word}
                of={word}
                ofRows={ofDays.length === 0}
                onState={(state) => mean(word.word, state)}
              />
            ))}
          </ul>
        </>
      )}
      <WithoutRows attendance={attendance} onChange={onChange} />
    </section>
  )
}

/** What becomes of cells on closed days, and of students of the same classes and days who are in no row. */
function WithoutRows({ attendance, onChange }: Pick<Props, 'attendance' | 'onChange'>) {
  const { t } = useTranslation()
  const { closedCells, leavesClosed, others, othersPresent } = attendance
  return (
    <>
      {(closedCells > 0 || leavesClosed) && (
        <Tick
          label={t('imports.leavesClosed', { count: closedCells })}
          checked={leavesClosed}
          onChange={(leaves) => onChange({ ...attendance, leavesClosed: leaves })}
        />
      )}
      {(others > 0 || othersPresent) && (
        <>
          <Tick
            label={t('imports.othersPresent', { count: others })}
            checked={othersPresent}
            onChange={(present) => onChange({ ...attendance, othersPresent: present })}
          />
          <p className="max-w-prose text-sm text-muted">{t('imports.othersPresentHint')}</p>
        </>
      )}
    </>
  )
}

function Letter({ of, ofRows, onState }: { of: Word; ofRows: boolean; onState: (state: Word['state']) => void }) {
  const { t } = useTranslation()
  const { word, state, guess, cells } = of
  const name = word || t(ofRows ? 'imports.everyRow' : 'imports.emptyCells')
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2">
      <span className="min-w-0 flex-1 basis-60">
        <strong className="font-semibold">
          <Bdi>{name}</Bdi>
        </strong>{' '}
        <span className="text-sm text-muted">{!(ofRows && word === '') && t('imports.inCells', { count: cells })}</span>
      </span>
      {(state === null || guess === 'near') && (
        <StatusBadge status="waiting" word={t(`imports.guess.${state === null ? 'unknown' : 'nearly'}`)} />
      )}
      <LazyDropdown
        label={t('imports.meaningOfLetter', { letter: name })}
        placeholder={t('imports.chooseState')}
        items={dayStates.map((value) => ({ value, label: t(`imports.dayState.${value}`) }))}
        value={state}
        onChange={(value) => onState(dayStates.find((one) => one === value) ?? null)}
      />
    </li>
  )
}

const monthsBack = 14

/** The last months; and the one that the file names, which may be of the Hijri calendar. */
function Months({ month, onMonth }: { month: string | null; onMonth: (month: string) => void }) {
  const { t, language } = useTranslation()
  const [year, nth] = todayOfDevice().split('-').map(Number) as [number, number]
  const last = Array.from({ length: monthsBack }, (_, back) =>
    new Date(Date.UTC(year, nth - 1 - back, 1)).toISOString().slice(0, 7),
  )
  const items = month === null || last.includes(month) ? last : [month, ...last]
  const isCivil = (one: string) => one.startsWith('20')
  return (
    <LazyDropdown
      label={t('imports.monthOfDays')}
      placeholder={t('imports.monthOfDays')}
      items={items.map((value) => ({
        value,
        label: isCivil(value) ? `${nameOfMonth(`${value}-01`, language)} ${value.slice(0, 4)}` : value,
      }))}
      value={month}
      onChange={onMonth}
    />
  )
}
