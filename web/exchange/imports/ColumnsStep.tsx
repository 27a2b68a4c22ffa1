import { useState } from 'react'
import { repeatedMeanings } from '#contract/exchange/imports/import-shapes.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { StepEnd } from '#web/ui/StepEnd.tsx'
import type { Chosen, ChosenColumn } from './chosen-column.ts'
import { ColumnLine } from './ColumnLine.tsx'
import { DaysOf, type DaysWhence } from './DaysOf.tsx'
import { changeImport, type SheetColumn, type Import } from './import.ts'
import { madeField } from './made-field.ts'
import { type MarksWhence, MarksOf } from './MarksOf.tsx'
import { OtherKind } from './OtherKind.tsx'
import { RestOfRows } from './RestOfRows.tsx'
import { missing, type Step, stepAfterColumns } from './steps.ts'

type Props = { draft: Import; onStep: (step: Step) => void }

/** The columns, and what a person says of each. */
function useColumns(draft: Import) {
  const [first] = useState(() =>
    draft.columns.map((column): ChosenColumn => ({ ...column, byHand: false, newField: null })),
  )
  const [columns, setColumns] = useState(first)

  /** Two columns cannot have the same meaning: the column that had it before becomes unassigned. */
  const mean = (position: number, chosen: Chosen) =>
    setColumns(
      columns.map((column) =>
        column.position === position
          ? { ...column, ...chosen, byHand: true }
          : { ...column, ...(isSame(column, chosen) && { meaning: null, recordFieldId: null }) },
      ),
    )

  const orderDates = (position: number, dayOrder: SheetColumn['dayOrder']) =>
    setColumns(
      columns.map((column) => (column.position === position ? { ...column, dayOrder, dayOrderChosen: true } : column)),
    )

  const setNumberKind = (position: number, numberKind: SheetColumn['numberKind']) =>
    setColumns(columns.map((column) => (column.position === position ? { ...column, numberKind } : column)))

  const setFullMark = (position: number, fullMark: SheetColumn['fullMark']) =>
    setColumns(columns.map((column) => (column.position === position ? { ...column, fullMark } : column)))

  const fillDown = (position: number, fillDown: SheetColumn['fillDown']) =>
    setColumns(columns.map((column) => (column.position === position ? { ...column, fillDown } : column)))

  return { columns, isChanged: columns !== first, setColumns, mean, orderDates, setNumberKind, setFullMark, fillDown }
}

/** Whence marks are, or what the letters of attendance mean, as a person says it. */
function useWhence(draft: Import) {
  const [marks, setMarks] = useState<MarksWhence | null>(draft.marks)
  const [attendance, setAttendance] = useState<DaysWhence | null>(draft.attendance)
  return {
    said: { marks, attendance },
    sent: { ...(marks && { marks }), ...(attendance && { attendance: meantOf(attendance) }) },
    hear: (saved: Import) => setAttendance(saved.attendance),
    setMarks,
    setAttendance,
  }
}

/** What rows without a value of their own get. */
function useRest({ classRoomId, relationId, isPaid }: Import) {
  const [before] = useState({ classRoomId, relationId, isPaid })
  const [rest, setRest] = useState(before)
  return { rest, setRest, isRestChanged: rest !== before }
}

/** The meaning of every column: recognised or chosen by hand; and the defaults for empty cells. */
export function ColumnsStep({ draft, onStep }: Props) {
  const { t } = useTranslation()
  const { columns, isChanged, setColumns, mean, orderDates, setNumberKind, setFullMark, fillDown } = useColumns(draft)
  const whence = useWhence(draft)
  const { rest, setRest, isRestChanged } = useRest(draft)
  const [saving, setSaving] = useState(false)
  const lacking = missing(columns, { ...rest, ...whence.said }, draft.kind)

  /** Makes the new fields; those that were created stay, even if the next one is refused. */
  async function withFields() {
    const madeFieldIds: string[] = []
    const ready = [...columns]
    for (const [at, column] of columns.entries()) {
      if (!column.newField) continue
      const recordFieldId = await madeField(draft.schoolId, column)
      madeFieldIds.push(recordFieldId)
      ready[at] = { ...column, meaning: 'ownField', recordFieldId, newField: null }
      setColumns([...ready])
    }
    return { ready, madeFieldIds }
  }

  async function save() {
    setSaving(true)
    try {
      const { ready, madeFieldIds } = await withFields()
      const saved = await changeImport(imports.setColumns, {
        importId: draft.id,
        columns: ready.map(meantBy),
        ...(madeFieldIds.length > 0 && { madeFieldIds }),
        ...rest,
        ...whence.sent,
        baseVersion: draft.version,
      })
      // Only now is it known how the dates of a newly chosen column are written, and which letters it has.
      whence.hear(saved)
      if (missing(saved.columns, saved, draft.kind).length > 0)
        setColumns(saved.columns.map((column, at) => ({ ...column, byHand: columns[at]!.byHand, newField: null })))
      else onStep(stepAfterColumns(saved))
    } catch (error) {
      toastRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <OtherKind draft={draft} chosen={isChanged || isRestChanged} />
      <Whence draft={draft} columns={columns} of={whence} />
      <p className="mb-4 max-w-prose text-muted">{t('imports.columnsHint')}</p>
      <ul className="space-y-2" aria-label={t('imports.step.columns')}>
        {columns.map((column) => (
          <ColumnLine
            key={column.position}
            schoolId={draft.schoolId}
            kind={draft.kind}
            column={column}
            onMean={(to) => mean(column.position, to)}
            onOrder={(to) => orderDates(column.position, to)}
            onNumberKind={(to) => setNumberKind(column.position, to)}
            onFullMark={(to) => setFullMark(column.position, to)}
            onFill={(to) => fillDown(column.position, to)}
          />
        ))}
      </ul>
      {(draft.kind === 'students' || draft.kind === 'guardians') && (
        <RestOfRows schoolId={draft.schoolId} rest={rest} onChange={setRest} ofStudents={draft.kind === 'students'} />
      )}
      <StepEnd text={<Said columns={columns} what={lacking[0]} />}>
        <Button
          tone="primary"
          disabled={saving || lacking.length > 0}
          onClick={() => void save()}
          className="max-md:flex-1"
        >
          {t(saving ? 'imports.checking' : 'imports.next')}
        </Button>
      </StepEnd>
    </>
  )
}

type WhenceProps = {
  draft: Import
  columns: readonly ChosenColumn[]
  of: ReturnType<typeof useWhence>
}

function Whence({ draft, columns, of: { said, setMarks, setAttendance } }: WhenceProps) {
  const { marks, attendance } = said
  return (
    <>
      {attendance && <DaysOf columns={columns} attendance={attendance} onChange={setAttendance} />}
      {marks && <MarksOf schoolId={draft.schoolId} columns={columns} marks={marks} onChange={setMarks} />}
    </>
  )
}

/** Amounts that were paid, and none that was due. */
const isPaidAlone = (columns: readonly ChosenColumn[]) =>
  columns.some(({ meaning }) => meaning === 'feePaid') && !columns.some(({ meaning }) => meaning === 'feeDue')

const meantOf = ({ month, words, leavesClosed, othersPresent }: DaysWhence) => ({
  month,
  leavesClosed,
  othersPresent,
  ...(words.length > 0 && { words: words.map(({ word, state }) => ({ word, state })) }),
})

const meantBy = ({
  position,
  meaning,
  recordFieldId,
  dayOrder,
  dayOrderChosen,
  numberKind,
  fullMark,
  fillDown,
}: ChosenColumn) => ({
  position,
  meaning,
  recordFieldId,
  numberKind,
  fullMark,
  fillDown,
  ...(dayOrderChosen && { dayOrder }),
})

const isSame = (column: ChosenColumn, { meaning, recordFieldId }: Chosen) =>
  meaning !== null &&
  !repeatedMeanings.includes(meaning) &&
  column.meaning === meaning &&
  column.recordFieldId === recordFieldId

/** What is missing before the rows can be checked, or what happens then. */
function Said({
  columns,
  what,
}: {
  columns: readonly ChosenColumn[]
  what?: ReturnType<typeof missing>[number] | undefined
}) {
  const { t } = useTranslation()
  if (what) return <span className="font-medium text-danger">{t(`imports.missing.${what}`)}</span>
  return t(isPaidAlone(columns) ? 'imports.paidAlone' : 'imports.columnsReady')
}
