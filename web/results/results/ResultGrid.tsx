import { lazy, useState } from 'react'
import { results } from '#contract/results/results/results.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ClosedLine } from './ClosedLine.tsx'
import { readCell } from './cells.ts'
import { DraftBar } from './DraftBar.tsx'
import { useGridDrafts } from './grid-drafts.ts'
import { GridHead } from './GridHead.tsx'
import { columnsOf, MarksRow } from './MarksRow.tsx'
import { oddColumns } from './odd-marks.ts'
import { type GridOfResults, sharesOf } from './plan.ts'
import { useNameOf } from './words.ts'

const FillEmpty = lazy(part(async () => (await import('#web/records/FillEmpty.tsx')).FillEmpty, '.marks'))
const MarksOfStudent = lazy(part(async () => (await import('./MarksOfStudent.tsx')).MarksOfStudent))

type Place = { classRoomId: string; courseId: string; termId: string }

/**
 * The marks of a class in a course: typed parts are fields, computed ones say how they came about. In a closed term all of them are text, as
 * they were closed, until somebody begins a correction.
 */
export function ResultGrid({ place }: { place: Place }) {
  const { data, error, refetch } = useRead(results.grid, place)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  return <Sheet grid={data} place={place} />
}

function Sheet({ grid, place }: { grid: GridOfResults; place: Place }) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState<GridOfResults['students'][number] | null>(null)
  const [since, setSince] = useState(false)
  const [filling, setFilling] = useState<GridColumn | null>(null)
  const typed = useGridDrafts(grid, place)
  const { restored, drafts, put, isMeanwhile, cancel, correcting, setCorrecting } = typed
  const isFrozen = grid.closing !== null && correcting === null
  useLive('marksOfClass', place.classRoomId, () => void stale(results.grid))
  if (grid.students.length === 0) return <Empty sentence={t('results.noStudents')} />
  return (
    <div className="space-y-4">
      {grid.closing && (
        <ClosedLine
          issue={grid.closing.issue}
          changed={grid.students.filter(({ now }) => now).length}
          since={since}
          onSince={setSince}
          mayCorrect={grid.may.save}
          reason={correcting}
          onReason={(next) => {
            cancel()
            setCorrecting(next)
          }}
        />
      )}
      {restored && <Restored onDiscard={cancel} />}
      <div
        style={{ maxHeight: '78vh', overflow: 'auto' }}
        className="relative -mx-4 border border-line bg-surface md:mx-0 md:rounded-card"
      >
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it only learns which of its cells has the focus */}
        <table
          onFocus={({ target }) => typed.onTyping(target.dataset.cell ?? null)}
          onBlur={() => typed.onTyping(null)}
          className="w-full text-sm"
          style={{ borderCollapse: 'separate', borderSpacing: 0 }}
        >
          <Headings grid={grid} {...(grid.may.save && !isFrozen && { onFill: setFilling })} />
          <tbody>
            {grid.students.map((student, row) => (
              <MarksRow
                key={student.studentId}
                grid={grid}
                student={student}
                row={row}
                isFrozen={isFrozen}
                since={since}
                typing={{ drafts, put, isMeanwhile }}
                onOpen={() => setOpened(student)}
              />
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-muted">
        <Bdi>{grid.schemeName}</Bdi> · {t('results.of', { full: grid.fullMark, pass: grid.passMark })} ·{' '}
        {t('results.howToType')} · {t('results.howComputed')}
      </p>
      <AskIfTyped isTyped={typed.isLost} closing={drafts.size > 0} />
      {grid.may.save && !isFrozen && <DraftBar count={drafts.size} typed={typed} />}
      <OddColumns grid={grid} />
      {filling && <Filling grid={grid} column={filling} typed={typed} onClose={() => setFilling(null)} />}
      {opened && (
        <LazyPart onClose={() => setOpened(null)}>
          <MarksOfStudent grid={grid} student={opened} place={place} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
    </div>
  )
}

type GridColumn = ReturnType<typeof columnsOf>[number]

/** One value for the empty cells of a column; they are stored as if each was typed. */
function Filling({ grid, column, typed, onClose }: FillingProps) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const { id, nth, round, part, fullMark } = column
  const empty = grid.students.flatMap(({ studentId, cells }) => {
    const key = `${studentId} ${id} ${round}`
    const { mark, state, version } = cells[nth]!
    return mark === null && state === null && !typed.drafts.has(key) ? [{ key, studentId, baseVersion: version }] : []
  })
  return (
    <LazyPart onClose={onClose}>
      <FillEmpty
        title={`${t('marks.fill')}: ${part ? nameOf(part) : ''}`}
        empty={empty.length}
        isRead={(text) => !readCell(text, fullMark, t).problem}
        onFill={(text) => {
          for (const { key, ...cell } of empty)
            typed.put(key, { ...cell, partId: id, round, ...readCell(text, fullMark, t), text })
        }}
        onClose={onClose}
      />
    </LazyPart>
  )
}

type FillingProps = {
  grid: GridOfResults
  column: GridColumn
  typed: ReturnType<typeof useGridDrafts>
  onClose: () => void
}

/** Columns with twice the mean of another: a hint that blocks nothing. */
function OddColumns({ grid }: { grid: GridOfResults }) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const pairs = oddColumns(grid.students.map(sharesOf))
  if (pairs.length === 0) return null
  const name = (place: number) => isolated(nameOf(grid.parts[place]!))
  return (
    <ul className="text-sm text-wait">
      {pairs.map(([high, low]) => (
        <li key={`${high} ${low}`}>{t('results.oddColumn', { high: name(high), low: name(low) })}</li>
      ))}
    </ul>
  )
}

function Headings({ grid, onFill }: { grid: GridOfResults; onFill?: (column: GridColumn) => void }) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  return (
    <thead>
      <tr>
        <th scope="col" className={cx(head, 'start-0 z-30 text-start')}>
          {t('results.student')}
        </th>
        {columnsOf(grid).map((column) => {
          const { id, round, part, fullMark } = column
          const isTyped = round === 1 && part?.source === 'typed'
          return (
            <th key={id + round} scope="col" className={head}>
              <GridHead
                name={part ? nameOf(part) : t('results.secondRound')}
                fullMark={fullMark}
                isComputed={part !== null && part.source !== 'typed'}
                onFill={isTyped && onFill ? () => onFill(column) : undefined}
              />
            </th>
          )
        })}
        <th scope="col" className={head}>
          {t('results.total')}
        </th>
      </tr>
    </thead>
  )
}

const head = 'sticky top-0 z-10 border-b border-line bg-surface px-3 py-1 text-center'
