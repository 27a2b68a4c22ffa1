import { useDeferredValue, useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { fold } from '#web/lib/text.ts'
import { Button } from './Button.tsx'
import { SearchField } from './SearchField.tsx'

export type ManyItem = {
  value: string
  label: string
  hint?: string | undefined
  /** Further words by which the item is found. */
  words?: string
}

type Props = {
  /** Already translated. */
  label: string
  items: ManyItem[]
  value: ReadonlySet<string>
  onChange: (value: Set<string>) => void
}

/** Chooses several of many: found by typing, ticked one by one or all found ones at once. Ticked items stay while the search continues. */
export function ManyChoice({ label, items, value, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(fold(typed))
  const found = items.filter((item) => fold(`${item.label} ${item.hint ?? ''} ${item.words ?? ''}`).includes(wanted))
  const all = found.length > 0 && found.every((item) => value.has(item.value))

  const turn = (values: string[], on: boolean) => {
    const next = new Set(value)
    for (const one of values) {
      if (on) next.add(one)
      else next.delete(one)
    }
    onChange(next)
  }

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{label}</legend>
      <SearchField label={t('search')} value={typed} onChange={setTyped} />
      <div className="-mt-2 mb-1 flex min-h-11 flex-wrap items-center justify-between gap-x-3">
        <p role="status" className="text-sm text-muted">
          {t('common.chosenCount', { count: value.size })}
        </p>
        {found.length > 1 && (
          <Button
            tone="quiet"
            onClick={() =>
              turn(
                found.map((item) => item.value),
                !all,
              )
            }
          >
            {t(all ? 'common.chooseNone' : 'common.chooseAll')}
          </Button>
        )}
      </div>
      {found.length === 0 ? (
        <p className="rounded-field border border-line px-4 py-5 text-center text-muted">{t('noItemFound')}</p>
      ) : (
        <ul className="max-h-[min(300px,40dvh)] divide-y divide-line overflow-y-auto rounded-field border border-line">
          {found.map((item) => (
            <li key={item.value}>
              <label className="flex min-h-11 items-start gap-3 px-3 py-2.5 hover:bg-soft">
                <input
                  type="checkbox"
                  checked={value.has(item.value)}
                  onChange={(event) => turn([item.value], event.target.checked)}
                  aria-labelledby={`${id}-${item.value}-label`}
                  aria-describedby={item.hint ? `${id}-${item.value}` : undefined}
                  className="mt-0.5 size-5 shrink-0 accent-(--primary)"
                />
                <span className="min-w-0 [overflow-wrap:anywhere]">
                  <bdi id={`${id}-${item.value}-label`}>{item.label}</bdi>
                  {item.hint && (
                    <span id={`${id}-${item.value}`} className="block text-sm text-muted">
                      <bdi>{item.hint}</bdi>
                    </span>
                  )}
                </span>
              </label>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
