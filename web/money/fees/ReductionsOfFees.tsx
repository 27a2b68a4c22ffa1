import { Plus } from 'lucide-react'
import { useState } from 'react'
import { feeSettings, measures, reductionKinds } from '#contract/money/fees/settings.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import type { OfSetting } from './of-setting.ts'

type Row = {
  id?: string
  name: string
  kind: (typeof reductionKinds)[number]
  measure: (typeof measures)[number]
  values: string
  itemIds: string[]
  active: boolean
}

const look = 'min-h-11 min-w-0 rounded-field border border-line bg-surface px-3'

/** Reductions in the order in which they are taken off. That of siblings has a figure for the second child, the third, and so on. */
export function ReductionsOfFees({ schoolId, settings, manages }: OfSetting) {
  const { t } = useTranslation()
  const change = useChange(feeSettings.saveReductions)
  const { saving, save } = useSaving()
  const stored = settings.reductions.map(
    ({ id, name, kind, measure, value, byChild, itemIds, active }): Row => ({
      id,
      name,
      kind,
      measure,
      itemIds,
      active,
      values: [...byChild, value ?? ''].filter(Boolean).map(short).join(' '),
    }),
  )
  const [rows, setRows] = useState<readonly Row[]>(stored)
  const isTyped = JSON.stringify(rows) !== JSON.stringify(stored)
  const set = (nth: number, part: Partial<Row>) =>
    setRows((before) => before.map((row, at) => (at === nth ? { ...row, ...part } : row)))
  const send = () =>
    change({
      schoolId,
      reductions: rows.map(({ values, ...row }) => {
        const [first, ...others] = values.trim().split(/\s+/).filter(Boolean)
        const isOfSiblings = row.kind === 'sibling'
        return {
          ...row,
          value: isOfSiblings ? null : (first ?? null),
          byChild: isOfSiblings && first ? [first, ...others] : [],
        }
      }),
    })
  return (
    <div className="space-y-3">
      <AskIfTyped isTyped={isTyped} />
      <p className="text-sm text-muted">{t('fees.set.reductionsMean')}</p>
      <ul className="space-y-4">
        {rows.map((row, nth) => (
          <ReductionLine
            key={row.id ?? nth}
            row={row}
            currency={settings.currency}
            manages={manages}
            onChange={(part) => set(nth, part)}
          />
        ))}
      </ul>
      {manages && (
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={() => setRows((before) => [...before, fresh])}
          >
            {t('fees.set.add')}
          </Button>
          <Button tone="primary" disabled={saving || !isTyped} onClick={() => save(send)}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}

type LineProps = { row: Row; currency: string | null; manages: boolean; onChange: (part: Partial<Row>) => void }

function ReductionLine({ row, currency, manages, onChange }: LineProps) {
  const { t } = useTranslation()
  return (
    <li className="flex flex-wrap items-center gap-2">
      <input
        aria-label={t('fees.set.name')}
        dir="auto"
        maxLength={60}
        disabled={!manages}
        value={row.name}
        onChange={({ target }) => onChange({ name: target.value })}
        className={`${look} flex-1 basis-40`}
      />
      <select
        aria-label={t('fees.set.kind')}
        disabled={!manages}
        value={row.kind}
        onChange={({ target }) => onChange({ kind: target.value as Row['kind'] })}
        className={look}
      >
        {reductionKinds.map((kind) => (
          <option key={kind} value={kind}>
            {t(`fees.set.reductionKind.${kind}`)}
          </option>
        ))}
      </select>
      <input
        aria-label={t(row.kind === 'sibling' ? 'fees.set.byChild' : 'fees.set.value')}
        placeholder={t(row.kind === 'sibling' ? 'fees.set.byChild' : 'fees.set.value')}
        dir="ltr"
        inputMode="decimal"
        disabled={!manages}
        value={row.values}
        onChange={({ target }) => onChange({ values: target.value })}
        className={`${look} rtl:text-end`}
      />
      <select
        aria-label={t('fees.set.measure')}
        disabled={!manages}
        value={row.measure}
        onChange={({ target }) => onChange({ measure: target.value as Row['measure'] })}
        className={look}
      >
        {measures.map((measure) => (
          <option key={measure} value={measure}>
            {measure === 'percent' ? '%' : t(`fees.currency.${currency}`)}
          </option>
        ))}
      </select>
      <Tick
        label={t('fees.set.active')}
        disabled={!manages}
        checked={row.active}
        onChange={(is) => onChange({ active: is })}
      />
    </li>
  )
}

const fresh: Row = { name: '', kind: 'sibling', measure: 'percent', values: '', itemIds: [], active: true }

const short = (amount: string) => (amount.includes('.') ? String(Number(amount)) : amount)
