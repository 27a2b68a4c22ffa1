import { useState } from 'react'
import { classes } from '#contract/classes/classes.ts'
import { imports } from '#contract/imports/imports.ts'
import { meanings } from '#contract/imports/import-shapes.ts'
import { reference } from '#contract/reference/reference.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'
import { currentOf } from '#web/records/change.ts'
import { Bar } from './Bar.tsx'
import { changeImport, type SheetColumn, type Import, putImport } from './import.ts'
import { LazyDropdown } from './LazyDropdown.tsx'
import { missing, type Step } from './steps.ts'
import { WrittenDates } from './WrittenDates.tsx'

type Meaning = NonNullable<SheetColumn['meaning']>
type Props = { draft: Import; onStep: (step: Step) => void }

/** The meaning of every column: recognised or chosen by hand; and the defaults for empty cells. */
export function ColumnsStep({ draft, onStep }: Props) {
  const { t } = useTranslation()
  const [columns, setColumns] = useState(() => draft.columns.map((column) => ({ ...column, byHand: false })))
  const [rest, setRest] = useState({
    classRoomId: draft.classRoomId,
    relationId: draft.relationId,
    isPaid: draft.isPaid,
  })
  const [saving, setSaving] = useState(false)
  const lacking = missing(columns, rest)

  /** Two columns cannot have the same meaning: the column that had it before becomes unassigned. */
  const mean = (position: number, meaning: Meaning | null) =>
    setColumns(
      columns.map((column) =>
        column.position === position
          ? { ...column, meaning, byHand: true }
          : { ...column, meaning: meaning !== null && column.meaning === meaning ? null : column.meaning },
      ),
    )

  const orderDates = (position: number, dayOrder: SheetColumn['dayOrder']) =>
    setColumns(
      columns.map((column) => (column.position === position ? { ...column, dayOrder, dayOrderChosen: true } : column)),
    )

  async function save() {
    setSaving(true)
    try {
      const meant = columns.map(({ position, meaning, dayOrder, dayOrderChosen }) => ({
        position,
        meaning,
        ...(dayOrderChosen && { dayOrder }),
      }))
      const saved = await changeImport(imports.setColumns, {
        importId: draft.id,
        columns: meant,
        ...rest,
        baseVersion: draft.version,
      })
      // Only now is it known how the dates of a column are written that was chosen here.
      if (missing(saved.columns, saved).length > 0)
        setColumns(saved.columns.map((column, at) => ({ ...column, byHand: columns[at]!.byHand })))
      else onStep(saved.problems > 0 ? 'rows' : 'look')
    } catch (error) {
      const current = currentOf(imports.get, error)
      if (current) putImport(current)
      toast({ title: sentenceFrom(error), tone: 'danger' })
    } finally {
      setSaving(false)
    }
  }

  return (
    <>
      <p className="mb-4 max-w-prose text-muted">{t('imports.columnsHint')}</p>
      <ul className="space-y-2" aria-label={t('imports.step.columns')}>
        {columns.map((column) => (
          <ColumnLine
            key={column.position}
            column={column}
            byHand={column.byHand}
            onMean={(to) => mean(column.position, to)}
            onOrder={(to) => orderDates(column.position, to)}
          />
        ))}
      </ul>
      <Rest schoolId={draft.schoolId} rest={rest} onChange={setRest} />
      <Bar
        text={
          lacking.length > 0 ? (
            <span className="font-medium text-danger">{t(`imports.missing.${lacking[0]!}`)}</span>
          ) : (
            t('imports.columnsReady')
          )
        }
      >
        <Button
          tone="primary"
          disabled={saving || lacking.length > 0}
          onClick={() => void save()}
          className="max-md:flex-1"
        >
          {t(saving ? 'imports.checking' : 'imports.next')}
        </Button>
      </Bar>
    </>
  )
}

function ColumnLine({
  column,
  byHand,
  onMean,
  onOrder,
}: {
  column: SheetColumn
  byHand: boolean
  onMean: (to: Meaning | null) => void
  onOrder: (to: NonNullable<SheetColumn['dayOrder']>) => void
}) {
  const { t } = useTranslation()
  const { position, heading, meaning, guess, samples } = column
  const name = heading.trim() || t('imports.column', { number: position + 1 })
  const filled = samples.filter((sample) => sample.trim() !== '').slice(0, 3)
  const isSerial = meaning === null && guess === 'exact'
  const open =
    byHand || isSerial ? null : meaning === null ? filled.length > 0 && 'unknown' : guess === 'near' && 'nearly'
  const settled =
    isSerial && !byHand ? 'serial' : meaning === null ? 'leftOut' : byHand || guess === null ? 'chosen' : 'recognised'
  return (
    <li className="@container rounded-card border border-line bg-surface px-4 py-3 md:px-5">
      <div className="grid items-center gap-x-5 gap-y-2 @3xl:grid-cols-[1fr_15rem_10.5rem]">
        <div className="min-w-0">
          <p className="font-semibold [overflow-wrap:anywhere]">
            <Bdi>{name}</Bdi>
          </p>
          <p className="truncate text-sm text-muted">
            {filled.length === 0
              ? t('imports.emptyColumn')
              : filled.map((sample, i) => (
                  <span key={i}>
                    {i > 0 && ' · '}
                    <Bdi>{sample}</Bdi>
                  </span>
                ))}
          </p>
        </div>
        <LazyDropdown
          wide
          label={t('imports.meaningOf', { column: name })}
          items={[
            { value: nothing, label: t('imports.ignore') },
            ...meanings.map((value) => ({ value, label: t(`imports.meaning.${value}`) })),
          ]}
          value={meaning ?? nothing}
          onChange={(value) => onMean(value === nothing ? null : (value as Meaning))}
        />
        <span className="@3xl:text-end">
          <StatusBadge
            status={open ? 'waiting' : meaning === null ? 'neutral' : 'good'}
            word={t(`imports.guess.${open || settled}`)}
          />
        </span>
      </div>
      {meaning === 'birthDate' && <WrittenDates column={column} name={name} onOrder={onOrder} />}
    </li>
  )
}

type RestOf = Pick<Import, 'classRoomId' | 'relationId' | 'isPaid'>

/** The defaults for rows without a value. */
function Rest({ schoolId, rest, onChange }: { schoolId: string; rest: RestOf; onChange: (rest: RestOf) => void }) {
  const { t } = useTranslation()
  const { data: classRooms = [] } = useRead(classes.list, { schoolId })
  const { data: relations = [] } = useRead(reference.relations, {})
  const none = { value: nothing, label: t('imports.none') }
  return (
    <section className="mt-6 rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold">{t('imports.rest')}</h2>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        <div>
          <span aria-hidden="true" className="mb-1.5 block text-sm text-muted">
            {t('imports.meaning.className')}
          </span>
          <LazyDropdown
            wide
            label={t('imports.meaning.className')}
            items={[
              none,
              ...classRooms.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
            ]}
            value={rest.classRoomId ?? nothing}
            onChange={(value) => onChange({ ...rest, classRoomId: value === nothing ? null : value })}
          />
        </div>
        <div>
          <span aria-hidden="true" className="mb-1.5 block text-sm text-muted">
            {t('imports.relation')}
          </span>
          <LazyDropdown
            wide
            label={t('imports.relation')}
            items={[none, ...relations.map(({ id, name }) => ({ value: id, label: relationName(t, name) }))]}
            value={rest.relationId ?? nothing}
            onChange={(value) => onChange({ ...rest, relationId: value === nothing ? null : value })}
          />
        </div>
        <label className="flex min-h-11 items-start gap-3 py-2 md:col-span-2">
          <input
            type="checkbox"
            checked={rest.isPaid}
            onChange={({ target }) => onChange({ ...rest, isPaid: target.checked })}
            className="mt-0.5 size-5 shrink-0 accent-(--primary)"
          />
          <span>
            {t('imports.pay')}
            <span className="block text-sm text-muted">{t('imports.payHint')}</span>
          </span>
        </label>
      </div>
    </section>
  )
}

const nothing = 'none'
