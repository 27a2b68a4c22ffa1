import { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import { meaningsOf } from '#contract/exchange/imports/import-shapes.ts'
import { recordFields } from '#contract/people/official-records/record-fields.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { ImportKind, SheetColumn } from './import.ts'
import type { Chosen, ChosenColumn } from './chosen-column.ts'
import { MaximumOfColumn } from './MarksOf.tsx'
import { LazyDropdown } from './LazyDropdown.tsx'
import { NewField } from './NewField.tsx'
import { NumberKindOfColumn } from './NumberKindOfColumn.tsx'
import { FillDown } from './FillDown.tsx'
import { hasGaps, isDated } from './steps.ts'
import { WrittenDates } from './WrittenDates.tsx'

type Props = {
  schoolId: string
  kind: ImportKind
  column: ChosenColumn
  onMean: (to: Chosen) => void
  onOrder: (to: NonNullable<SheetColumn['dayOrder']>) => void
  onNumberKind: (to: SheetColumn['numberKind']) => void
  onFullMark: (to: SheetColumn['fullMark']) => void
  onFill: (to: NonNullable<SheetColumn['fillDown']>) => void
}

/** One column with its first values and what it means. */
export function ColumnLine({ schoolId, kind, column, onMean, onOrder, onNumberKind, onFullMark, onFill }: Props) {
  const { t } = useTranslation()
  const { position, heading, meaning, guess, samples, notCodes, newField } = column
  const { data: fields = [] } = useRead(
    recordFields.list,
    { schoolId },
    { enabled: useMay(recordFields.list) && kind === 'students' },
  )
  const mayMake = useMay(recordFields.add) && kind === 'students' && heading.trim() !== '' && samples.length > 0
  const name = heading.trim() || t('imports.column', { number: position + 1 })
  const filled = samples.filter((sample) => sample.trim() !== '').slice(0, 3)
  const isSecret = guess === 'secret'
  const isLeftOut = meaning === null && !newField
  const open = doubtOf(column, filled)
  return (
    <li className="@container rounded-card border border-line bg-surface px-4 py-3 md:px-5">
      <div className="grid items-center gap-x-5 gap-y-2 @3xl:grid-cols-[1fr_15rem_10.5rem]">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">
            <Bdi>{name}</Bdi>
          </p>
          <Samples filled={filled} isSecret={isSecret} />
        </div>
        {isSecret ? (
          <span />
        ) : (
          <LazyDropdown
            wide
            label={t('imports.meaningOf', { column: name })}
            items={[
              { value: nothing, label: t('imports.ignore') },
              ...plain(kind).map((value) => ({ value, label: t(`imports.meaning.${value}`) })),
              ...fields.map(({ id, fieldName }) => ({ value: id, label: t('imports.ownField', { name: fieldName }) })),
              ...(mayMake ? [{ value: making, label: t('imports.newField') }] : []),
            ]}
            value={newField ? making : (column.recordFieldId ?? meaning ?? nothing)}
            onChange={(value) => onMean(meantBy(value, column))}
          />
        )}
        <span className="@3xl:text-end">
          {open ? (
            <StatusBadge status="waiting" word={t(`imports.guess.${open}`)} />
          ) : (
            <StatusBadge status={isLeftOut ? 'neutral' : 'good'} word={t(`imports.guess.${settlementOf(column)}`)} />
          )}
        </span>
      </div>
      {notCodes && isLeftOut && <p className="mt-2 text-sm">{t('imports.notCodes')}</p>}
      {newField && (
        <NewField column={column} onKind={(kind) => onMean({ meaning: null, recordFieldId: null, newField: kind })} />
      )}
      {hasGaps(column, kind) && <FillDown column={column} name={name} onFill={onFill} />}
      <Details {...{ column, name, onOrder, onNumberKind, onFullMark }} />
    </li>
  )
}

/** What a meaning asks besides. */
function Details({
  column,
  name,
  onOrder,
  onNumberKind,
  onFullMark,
}: Pick<Props, 'column' | 'onOrder' | 'onNumberKind' | 'onFullMark'> & { name: string }) {
  const { meaning } = column
  if (isDated(column)) return <WrittenDates column={column} name={name} onOrder={onOrder} />
  if (meaning === 'nationalNumber') return <NumberKindOfColumn column={column} name={name} onKind={onNumberKind} />
  if (meaning === 'markOfCourse' || meaning === 'mark')
    return <MaximumOfColumn column={column} name={name} onFullMark={onFullMark} />
  return null
}

function Samples({ filled, isSecret }: { filled: string[]; isSecret: boolean }) {
  const { t } = useTranslation()
  return (
    <p className="truncate text-sm text-muted">
      {filled.length === 0 && t(isSecret ? 'imports.secretColumn' : 'imports.emptyColumn')}
      {filled.map((sample, i) => (
        <span key={i}>
          {i > 0 && ' · '}
          <Bdi>{sample}</Bdi>
        </span>
      ))}
    </p>
  )
}

/** Why a person should look at the column, which nobody chose a meaning for yet. */
function doubtOf({ meaning, guess, byHand, newField }: ChosenColumn, filled: string[]) {
  const isSerial = meaning === null && guess === 'exact'
  if (byHand || isSerial || guess === 'secret' || newField) return null
  if (meaning === null) return filled.length > 0 && 'unknown'
  return guess === 'near' && 'nearly'
}

/** What was settled for the column, and by whom. */
function settlementOf({ meaning, guess, byHand, newField }: ChosenColumn) {
  if (guess === 'secret') return 'secret'
  if (meaning === null && guess === 'exact' && !byHand) return 'serial'
  if (meaning === null && !newField) return 'leftOut'
  return byHand || guess === null ? 'chosen' : 'recognised'
}

const nothing = 'none'
const making = 'new'

/** Own fields are listed by their names instead. */
const plain = (kind: ImportKind) => meaningsOf[kind].filter((meaning) => meaning !== 'ownField')

function meantBy(value: string, { suggested }: SheetColumn): Chosen {
  const none = { meaning: null, recordFieldId: null, newField: null }
  if (value === nothing) return none
  if (value === making) return { ...none, newField: suggested?.kind ?? 'text' }
  const meaning = importKinds.flatMap(plain).find((one) => one === value)
  return meaning ? { ...none, meaning } : { ...none, meaning: 'ownField', recordFieldId: value }
}
