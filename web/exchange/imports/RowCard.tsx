import type { ReactNode } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { countryName, relationName } from '#web/lib/reference.ts'
import { Bdi, Day, PhoneNumber } from '#web/ui/Bdi.tsx'
import { type Status, StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { ImportRow } from './import.ts'

/**
 * A row as it will be stored, with class and parents, or the reason why it will not be stored. For a change: the values before
 * and after.
 */
export function RowCard({ row, plain, children }: { row: ImportRow; plain?: boolean; children?: ReactNode }) {
  const { t } = useTranslation()
  return (
    <>
      <RowHead row={row} plain={plain}>
        {children}
      </RowHead>
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        {row.classRoomName && <Bdi>{row.classRoomName}</Bdi>}
        {row.birthDate && <Day day={row.birthDate} />}
        {row.isPaid !== null && <span>{t(row.isPaid ? 'imports.paid' : 'imports.notPaid')}</span>}
        {row.guardians.map(({ phoneNumber, relationName: name }) => (
          <span key={phoneNumber}>
            {relationName(t, name)} <PhoneNumber phone={phoneNumber} />
          </span>
        ))}
      </p>
      <Record row={row} />
      <Changes row={row} />
      <Problems row={row} />
      {row.hindrance && <p className="mt-1 text-sm text-danger">{translated(row.hindrance)}</p>}
    </>
  )
}

/** What a row changes, with the values before and after. */
export function Changes({ row }: { row: ImportRow }) {
  const { t } = useTranslation()
  if (row.changes.length === 0) return null
  return (
    <ul className="mt-1 text-sm">
      {row.changes.map(({ field, was, becomes }, i) => (
        <li key={`${field}-${i}`} className="flex flex-wrap gap-x-2">
          <span className="text-muted">{t(`imports.field.${field}`)}:</span>
          {was && (
            <del className="text-muted">
              <Bdi>{worded(t, field, was)}</Bdi>
            </del>
          )}
          <ins className="font-medium no-underline">
            <Bdi>
              {becomes ? worded(t, field, becomes) : t(whole.has(field) ? 'imports.state.written' : 'imports.nothing')}
            </Bdi>
          </ins>
        </li>
      ))}
    </ul>
  )
}

type Head = {
  row: ImportRow
  /** Without what will happen to the row. */
  plain?: boolean | undefined
  children?: ReactNode
}

/** The number of the row, the student, and what will happen to the row. */
export function RowHead({ row: { row, studentName, outcome }, plain, children }: Head) {
  const { t } = useTranslation()
  const { status, word } = outcomes[outcome]
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <span className="rounded-full bg-soft px-2.5 py-0.5 text-sm text-muted tabular-nums">
        {t('imports.row', { number: row })}
      </span>
      <p className="min-w-32 flex-1 font-semibold [overflow-wrap:anywhere]">
        <Bdi>{studentName}</Bdi>
      </p>
      {!plain && <StatusBadge status={status} word={t(word)} />}
      {children}
    </div>
  )
}

/** The problems of the whole row, and of cells that are not shown. `cells`: the positions of the cells that are shown. */
export function Problems({ row: { problems }, cells = [] }: { row: ImportRow; cells?: readonly number[] }) {
  const shown = problems.filter(({ position }) => position === null || !cells.includes(position))
  if (shown.length === 0) return null
  return (
    <ul className="mt-1 text-sm text-danger">
      {shown.map(({ position, reason }) => (
        <li key={`${position}-${reason}`}>{translated(reason)}</li>
      ))}
    </ul>
  )
}

const outcomes: Record<ImportRow['outcome'], { status: Status; word: string }> = {
  add: { status: 'good', word: 'imports.outcome.add' },
  change: { status: 'waiting', word: 'imports.outcome.change' },
  same: { status: 'neutral', word: 'imports.outcome.same' },
  problem: { status: 'bad', word: 'imports.outcome.problem' },
  leftOut: { status: 'neutral', word: 'imports.outcome.leftOut' },
}

/** Parts of a student that a change names only as a whole. */
const whole = new Set<string>(['record', 'health', 'guardianOfRecord'])

/** What the row contains of the official record. */
function Record({ row: { record } }: { row: ImportRow }) {
  const { t, language } = useTranslation()
  if (record.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-4 text-sm text-muted">
      {record.map(({ field, name, value }, at) => (
        <li key={at}>
          {field === 'attendOfDay' ? (
            <DayOfRow day={name} state={value} />
          ) : (
            <>
              {name ? <Bdi>{name}</Bdi> : t(field === 'mark' ? 'imports.total' : `imports.meaning.${field}`)}:{' '}
              <Bdi>{wordOf(t, language, field, value)}</Bdi>
            </>
          )}
        </li>
      ))}
    </ul>
  )
}

/** A day of attendance and its state; without the day, on how many days the student was there. */
function DayOfRow({ day, state }: { day: string | null; state: string }) {
  const { t } = useTranslation()
  if (day === null) return t('imports.presentDays', { count: Number(state) })
  return (
    <>
      <Day day={day} />: {wordOfDay(t, state)}
    </>
  )
}

function wordOf(t: (key: string) => string, language: string, field: string | null, value: string) {
  if (field === 'nationality') return countryName(t, language, value)
  if (field === 'sex') return t(`reference.sexes.${value}`)
  if (field === 'religion') return t(`reference.religions.${value}`)
  return field === 'admittedOn' ? value.replaceAll('-', '/') : leftToRight(value)
}

/** Phones and marks in a text of several parts («85 / 100 · 71 %»), each in its own direction and line. */
const leftToRight = (text: string) =>
  text
    .split(' · ')
    .map((part) => (/^[+\d][-+\d\s()/.%]*$/.test(part) ? `\u2066${part.replaceAll(' ', '\u00a0')}\u2069` : part))
    .join(' · ')

type Words = (key: string, values?: Record<string, string | number>) => string

/** The state of a day, with the minutes of who was late. */
function wordOfDay(t: Words, value: string) {
  const [state, minutes] = value.split(' ')
  const word = t(`imports.dayState.${state}`)
  return minutes ? t('imports.minutesLate', { state: word, minutes }) : word
}

/** A value of a change in the reader's language. */
function worded(t: Words, field: ImportRow['changes'][number]['field'], value: string) {
  if (field === 'day') return [value.slice(0, 10).replaceAll('-', '/'), wordOfDay(t, value.slice(11))].join(' ')
  if (field === 'isPaid') return t(value === 'true' ? 'imports.paid' : 'imports.notPaid')
  return field === 'birthDate' ? value.replaceAll('-', '/') : leftToRight(value)
}
