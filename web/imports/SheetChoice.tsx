import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'

/** A sheet of a workbook with its number. */
export type Sheet = { number: number; name: string; rows: number }

/** The sheets of a workbook or the schools of a folder, of which some must be chosen. */
export type Several = { of: 'sheets' | 'schools'; sheets: Sheet[] }

/** The choices, if a file was refused because a part of it must be chosen; null for any other refusal. */
export function severalIn(problem: unknown): Several | null {
  const { more } = (problem ?? {}) as { more?: { sheets?: Sheet[]; code?: string } }
  if (!more?.sheets) return null
  return { of: more.code === 'schools' ? 'schools' : 'sheets', sheets: more.sheets }
}

type Props = Several & { onTake: (sheets: Sheet[]) => void; onCancel: () => void }

/** Which sheets of a workbook, or schools of a folder, are imported: all of them, unless some are deselected. */
export function SheetChoice({ of, sheets, onTake, onCancel }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(sheets.map(({ number }) => String(number))))
  const taken = sheets.filter(({ number }) => chosen.has(String(number)))
  return (
    <section className="rounded-card border border-line bg-surface px-5 py-5">
      <ManyChoice
        label={t(`imports.${of}`)}
        items={sheets.map(({ number, name, rows }) => ({
          value: String(number),
          label: name,
          hint: t('imports.rows', { count: rows }),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className="mt-3 text-sm text-muted">{t(`imports.${of}Hint`)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="primary" disabled={taken.length === 0} onClick={() => onTake(taken)}>
          {t(of === 'sheets' ? 'imports.takeSheets' : 'imports.takeSchools', { count: taken.length })}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </section>
  )
}
