import { Plus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { feeSettings, wayKinds } from '#contract/money/fees/settings.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskIfTyped } from '#web/ui/AskBeforeLeaving.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import type { OfSetting } from './of-setting.ts'

type Listed = { id?: string; name: string; active: boolean }

/** What the school charges. An item that was charged once is switched off, and never deleted. */
export function ItemsOfFees({ schoolId, settings, manages }: OfSetting) {
  const { t } = useTranslation()
  const change = useChange(feeSettings.saveItems)
  return (
    <EditedList
      key={JSON.stringify(settings.items)}
      stored={settings.items.map(({ id, name, rate, active }) => ({ id, name, rate: rate && plainRate(rate), active }))}
      fresh={{ name: '', rate: null, active: true }}
      manages={manages}
      save={(items) => change({ schoolId, items })}
      more={(item, set) => (
        <label className="flex min-h-11 items-center gap-2 text-sm text-muted">
          {t('fees.set.rate')}
          <input
            dir="ltr"
            inputMode="decimal"
            maxLength={7}
            disabled={!manages}
            value={item.rate ?? ''}
            onChange={({ target }) => set({ rate: target.value.trim() || null })}
            className="min-h-11 w-20 rounded-field border border-line bg-surface px-3"
          />
        </label>
      )}
    />
  )
}

/** A percentage without the zeros that its column adds. */
const plainRate = (rate: string) => rate.replace(/\.?0+$/, '')

/** How money comes in. A school that takes no cash switches it off. */
export function WaysOfFees({ schoolId, settings, manages }: OfSetting) {
  const { t } = useTranslation()
  const change = useChange(feeSettings.saveWays)
  return (
    <EditedList
      key={JSON.stringify(settings.ways)}
      stored={settings.ways.map(({ id, name, kind, active }) => ({ id, name, kind, active }))}
      fresh={{ name: '', kind: 'transfer' as const, active: true }}
      manages={manages}
      save={(ways) => change({ schoolId, ways })}
      more={(way, set) => (
        <select
          aria-label={t('fees.set.kind')}
          disabled={way.id !== undefined}
          value={way.kind}
          onChange={({ target }) => set({ kind: target.value as (typeof wayKinds)[number] })}
          className="min-h-11 rounded-field border border-line bg-surface px-3"
        >
          {wayKinds.map((kind) => (
            <option key={kind} value={kind}>
              {t(`fees.set.wayKind.${kind}`)}
            </option>
          ))}
        </select>
      )}
    />
  )
}

type EditedProps<One extends Listed> = {
  stored: One[]
  fresh: Omit<One, 'id'>
  manages: boolean
  save: (rows: One[]) => Promise<unknown>
  more?: (row: One, set: (more: Partial<One>) => void) => ReactNode
}

function EditedList<One extends Listed>({ stored, fresh, manages, save: send, more }: EditedProps<One>) {
  const { t } = useTranslation()
  const [rows, setRows] = useState<readonly One[]>(stored)
  const { saving, save } = useSaving()
  const written = rows.filter(({ id, name }) => id !== undefined || name.trim() !== '')
  const isTyped = JSON.stringify(written) !== JSON.stringify(stored)
  const set = (nth: number, part: Partial<One>) =>
    setRows((before) => before.map((row, at) => (at === nth ? { ...row, ...part } : row)))
  return (
    <div className="space-y-3">
      <AskIfTyped isTyped={isTyped} />
      <ul className="space-y-2">
        {rows.map((row, nth) => (
          <li key={row.id ?? nth} className="flex flex-wrap items-center gap-2">
            <input
              aria-label={t('fees.set.name')}
              dir="auto"
              maxLength={60}
              disabled={!manages}
              value={row.name}
              onChange={({ target }) => set(nth, { name: target.value } as Partial<One>)}
              className="min-h-11 min-w-0 flex-1 basis-40 rounded-field border border-line bg-surface px-3"
            />
            {more?.(row, (part) => set(nth, part))}
            <Tick
              label={t('fees.set.active')}
              disabled={!manages}
              checked={row.active}
              onChange={(is) => set(nth, { active: is } as Partial<One>)}
            />
          </li>
        ))}
      </ul>
      {manages && (
        <div className="flex flex-wrap gap-2">
          <Button
            icon={<Plus className="size-5" aria-hidden="true" />}
            onClick={() => setRows((before) => [...before, fresh as One])}
          >
            {t('fees.set.add')}
          </Button>
          <Button tone="primary" disabled={saving || !isTyped} onClick={() => save(() => send(written))}>
            {t('common.save')}
          </Button>
        </div>
      )}
    </div>
  )
}
