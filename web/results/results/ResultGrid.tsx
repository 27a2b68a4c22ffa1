import { lazy, useState } from 'react'
import { results } from '#contract/results/results/results.ts'
import { stale, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { part } from '#web/ui/part.tsx'
import { Restored } from '#web/ui/Restored.tsx'
import { Empty } from '#web/ui/States.tsx'
import { readCell, shownCell } from './cells.ts'
import { ClosedCell } from './ClosedCell.tsx'
import { closedPart, closedSecond, closedTotal } from './closed-cells.ts'
import { ClosedLine } from './ClosedLine.tsx'
import { ComputedCell } from './ComputedCell.tsx'
import { CourseTotal } from './CourseTotal.tsx'
import { DraftBar } from './DraftBar.tsx'
import { GridCell } from './GridCell.tsx'
import { useGridDrafts } from './grid-drafts.ts'
import { GridHead } from './GridHead.tsx'
import type { GridOfResults } from './plan.ts'
import { useDerivation, useNameOf } from './words.ts'

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
  const nameOf = useNameOf()
  const derivation = useDerivation()
  const [opened, setOpened] = useState<GridOfResults['students'][number] | null>(null)
  const [since, setSince] = useState(false)
  const { restored, drafts, put, isMeanwhile, meanwhile, cancel, ...more } = useGridDrafts(grid, place)
  const { correcting, setCorrecting, ...rest } = more
  const isFrozen = grid.closing !== null && correcting === null
  useLive('marksOfClass', place.classRoomId, () => void stale(results.grid))
  if (grid.students.length === 0) return <Empty sentence={t('results.noStudents')} />
  const columns = [
    ...grid.parts.map((part, nth) => ({ id: part.id, nth, round: 1, part, fullMark: part.fullMark })),
    ...(grid.hasSecondRound ? [{ id: grid.courseId, nth: -1, round: 2, part: null, fullMark: grid.fullMark }] : []),
  ]
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
        <table className="w-full text-sm" style={{ borderCollapse: 'separate', borderSpacing: 0 }}>
          <thead>
            <tr>
              <th scope="col" className={cx(head, 'start-0 z-30 text-start')}>
                {t('results.student')}
              </th>
              {columns.map(({ id, round, part, fullMark }) => (
                <th key={id + round} scope="col" className={head}>
                  <GridHead
                    name={part ? nameOf(part) : t('results.secondRound')}
                    fullMark={fullMark}
                    isComputed={part !== null && part.source !== 'typed'}
                  />
                </th>
              ))}
              <th scope="col" className={head}>
                {t('results.total')}
              </th>
            </tr>
          </thead>
          <tbody>
            {grid.students.map((student, row) => (
              <tr key={student.studentId}>
                <th
                  scope="row"
                  aria-label={student.studentName}
                  className={cx(cell, 'sticky start-0 z-10 min-w-24 bg-surface text-start font-medium')}
                >
                  <button
                    type="button"
                    onClick={() => setOpened(student)}
                    className="min-h-11 w-full text-start underline decoration-line underline-offset-4 hover:text-primary"
                  >
                    <Bdi>{student.studentName}</Bdi>
                  </button>
                </th>
                {columns.map(({ id, nth, round, part, fullMark }) => {
                  const key = `${student.studentId} ${id} ${round}`
                  const stored = round === 2 ? student.second : student.cells[nth]!
                  const shown = isFrozen ? student.figures : (student.now ?? student.figures)
                  const figure = part ? shown.parts[nth]! : null
                  const isComputed = part !== null && part.source !== 'typed'
                  const now = since ? student.now : null
                  if (isFrozen)
                    return (
                      <td key={key} className={cx(cell, 'h-11 bg-soft text-center')}>
                        <ClosedCell
                          closed={figure ? closedPart(figure, t) : closedSecond(student.figures, t)}
                          now={now && (part ? closedPart(now.parts[nth]!, t) : closedSecond(now, t))}
                        />
                      </td>
                    )
                  const label = `${student.studentName}: ${part ? nameOf(part) : t('results.secondRound')}`
                  const base = { studentId: student.studentId, partId: id, round, baseVersion: stored.version }
                  const isOpen = round === 1 || shown.needsSecondRound || shown.round === 2
                  if (isComputed && grid.may.save)
                    return (
                      <td key={key} className={cx(cell, 'bg-soft text-center', figure!.owed && 'bg-wait-soft')}>
                        <ComputedCell
                          label={label}
                          points={figure!.points}
                          derivation={derivation(figure!)}
                          state={drafts.has(key) ? drafts.get(key)!.state : stored.state}
                          stored={stored.state}
                          meanwhile={isMeanwhile(key) ? shownCell(stored, t) : null}
                          onState={(state) => put(key, state === stored.state ? null : { ...base, ...noMark, state })}
                        />
                      </td>
                    )
                  if (isComputed || !isOpen)
                    return (
                      <td key={key} className={cx(cell, 'bg-soft text-center', figure?.owed && 'bg-wait-soft')}>
                        {figure && (
                          <span title={derivation(figure)}>
                            {figure.points === null ? '–' : <Digits>{figure.points}</Digits>}
                            <span className="sr-only">{derivation(figure)}</span>
                          </span>
                        )}
                      </td>
                    )
                  return (
                    <td key={key} className={cx(cell, 'text-center', figure?.owed && 'bg-wait-soft')}>
                      <GridCell
                        label={label}
                        place={[row, id + round]}
                        text={drafts.get(key)?.text ?? shownCell(stored, t)}
                        problem={drafts.get(key)?.problem ?? false}
                        meanwhile={isMeanwhile(key) ? shownCell(stored, t) : null}
                        disabled={!grid.may.save}
                        onText={(text) => {
                          const read = readCell(text, fullMark, t)
                          put(key, text === shownCell(stored, t) ? null : { ...base, ...read, text })
                        }}
                      />
                    </td>
                  )
                })}
                <td
                  className={cx(
                    cell,
                    'text-center font-semibold whitespace-nowrap',
                    student.figures.passed === false && 'text-danger',
                  )}
                >
                  {isFrozen && since && student.now ? (
                    <ClosedCell closed={closedTotal(student.figures, t)} now={closedTotal(student.now, t)} />
                  ) : (
                    <CourseTotal {...student.figures} />
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="text-sm text-muted">
        <Bdi>{grid.schemeName}</Bdi> · {t('results.of', { full: grid.fullMark, pass: grid.passMark })} ·{' '}
        {t('results.howToType')} · {t('results.howComputed')}
      </p>
      <AskIfTyped isTyped={drafts.size > 0} />
      {drafts.size > 0 && <DraftBar count={drafts.size} meanwhile={meanwhile.length} cancel={cancel} {...rest} />}
      {opened && (
        <LazyPart onClose={() => setOpened(null)}>
          <MarksOfStudent grid={grid} student={opened} place={place} onClose={() => setOpened(null)} />
        </LazyPart>
      )}
    </div>
  )
}

const noMark = { mark: null, text: '', problem: false }
const head = 'sticky top-0 z-10 border-b border-line bg-surface px-3 py-1 text-center'
const cell = 'border-b border-line px-2 py-0.5'
