import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { readCell, shownCell, shownPoints } from './cells.ts'
import { ClosedCell } from './ClosedCell.tsx'
import { closedPart, closedSecond, closedTotal } from './closed-cells.ts'
import { ComputedCell } from './ComputedCell.tsx'
import { CourseTotal } from './CourseTotal.tsx'
import { GridCell } from './GridCell.tsx'
import type { useGridDrafts } from './grid-drafts.ts'
import { oddOfPupil } from './odd-marks.ts'
import { type GridOfResults, sharesOf } from './plan.ts'
import { useDerivation, useNameOf } from './words.ts'

type Student = GridOfResults['students'][number]
type Figure = Student['figures']['parts'][number]
type Column = ReturnType<typeof columnsOf>[number]

/** The columns between a student and the total: the parts, and the paper of the second round, which is no part. */
export const columnsOf = ({ parts, courseId, hasSecondRound, fullMark }: GridOfResults) => [
  ...parts.map((part, nth) => ({ id: part.id, nth, round: 1, part, fullMark: part.fullMark })),
  ...(hasSecondRound ? [{ id: courseId, nth: -1, round: 2, part: null, fullMark }] : []),
]

type Props = {
  grid: GridOfResults
  student: Student
  row: number
  /** Whether the term is closed and nobody corrects it. */
  isFrozen: boolean
  /** Whether what has changed since the closing stands beside it. */
  since: boolean
  typing: Pick<ReturnType<typeof useGridDrafts>, 'drafts' | 'put' | 'isMeanwhile'>
}

/** The marks of a student in a course, and their total. */
export function MarksRow({ onOpen, ...props }: Props & { onOpen: () => void }) {
  const { t } = useTranslation()
  const { grid, student, isFrozen, since } = props
  const odd = oddOfPupil(sharesOf(student))
  return (
    <tr>
      <th
        scope="row"
        aria-label={student.studentName}
        className={cx(cell, 'sticky start-0 z-10 min-w-24 bg-surface text-start font-medium')}
      >
        <button
          type="button"
          onClick={onOpen}
          className="min-h-11 w-full text-start underline decoration-line underline-offset-4 hover:text-primary"
        >
          <Bdi>{student.studentName}</Bdi>
        </button>
      </th>
      {columnsOf(grid).map((column) => (
        <MarkCell key={`${column.id} ${column.round}`} column={column} isOdd={odd.includes(column.nth)} {...props} />
      ))}
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
  )
}

/** `isOdd`: far from the other marks of the student. */
type CellProps = Props & { column: Column; isOdd: boolean }

function MarkCell(props: CellProps) {
  const { grid, student, column, isFrozen } = props
  if (isFrozen) return <FrozenCell {...props} />
  const { nth, round, part } = column
  const shown = student.now ?? student.figures
  const figure = part ? shown.parts[nth]! : null
  const isComputed = part !== null && part.source !== 'typed'
  if (figure && isComputed && grid.may.save) return <StateCell {...props} figure={figure} />
  const isOpen = round === 1 || shown.needsSecondRound || shown.round === 2
  if (isComputed || !isOpen) return <FigureCell figure={figure} fullMark={column.fullMark} />
  return <TypedCell {...props} isOwed={figure?.owed ?? false} />
}

/** As it was closed, and what it would be now. */
function FrozenCell({ student, column: { nth, part, fullMark }, since }: CellProps) {
  const { t } = useTranslation()
  const now = since ? student.now : null
  return (
    <td className={cx(cell, 'h-11 bg-soft text-center')}>
      <ClosedCell
        closed={part ? closedPart(student.figures.parts[nth]!, fullMark, t) : closedSecond(student.figures, t)}
        now={now && (part ? closedPart(now.parts[nth]!, fullMark, t) : closedSecond(now, t))}
      />
    </td>
  )
}

/** What is computed, before which a state may stand. */
function StateCell({ figure, ...props }: CellProps & { figure: Figure }) {
  const { t } = useTranslation()
  const derivation = useDerivation()
  const { label, key, stored, base } = useCell(props)
  const { drafts, put, isMeanwhile } = props.typing
  return (
    <td className={cx(cell, 'bg-soft text-center', figure.owed && 'bg-wait-soft')}>
      <ComputedCell
        label={label}
        points={shownPoints(figure, props.column.fullMark)}
        derivation={derivation(figure)}
        state={drafts.has(key) ? drafts.get(key)!.state : stored.state}
        stored={stored.state}
        meanwhile={isMeanwhile(key) ? shownCell(stored, t) : null}
        onState={(state) => put(key, state === stored.state ? null : { ...base, ...noMark, state })}
      />
    </td>
  )
}

/** What nobody may type: computed for readers only, or of a second round that a student does not need. */
function FigureCell({ figure, fullMark }: { figure: Figure | null; fullMark: number }) {
  const derivation = useDerivation()
  return (
    <td className={cx(cell, 'bg-soft text-center', figure?.owed && 'bg-wait-soft')}>
      {figure && (
        <span title={derivation(figure)}>
          <Digits>{shownPoints(figure, fullMark)}</Digits>
          <span className="sr-only">{derivation(figure)}</span>
        </span>
      )}
    </td>
  )
}

function TypedCell({ isOwed, ...props }: CellProps & { isOwed: boolean }) {
  const { t } = useTranslation()
  const { label, key, stored, base } = useCell(props)
  const { grid, row, column, isOdd, typing } = props
  const draft = typing.drafts.get(key)
  return (
    <td className={cx(cell, 'text-center', isOwed && 'bg-wait-soft')}>
      <GridCell
        label={label}
        of={key}
        place={[row, column.id + column.round]}
        text={draft?.text ?? shownCell(stored, t)}
        problem={draft?.problem ?? false}
        meanwhile={typing.isMeanwhile(key) ? shownCell(stored, t) : null}
        disabled={!grid.may.save}
        odd={isOdd && !draft}
        onText={(text) => {
          const read = readCell(text, column.fullMark, t)
          typing.put(key, text === shownCell(stored, t) ? null : { ...base, ...read, text })
        }}
      />
    </td>
  )
}

/** What is stored of a cell, and what a draft of it starts from. */
function useCell({ student, column: { id, nth, round, part } }: CellProps) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const stored = round === 2 ? student.second : student.cells[nth]!
  return {
    label: `${student.studentName}: ${part ? nameOf(part) : t('results.secondRound')}`,
    key: `${student.studentId} ${id} ${round}`,
    stored,
    base: { studentId: student.studentId, partId: id, round, baseVersion: stored.version },
  }
}

const noMark = { mark: null, text: '', problem: false }
const cell = 'border-b border-line px-2 py-0.5'
