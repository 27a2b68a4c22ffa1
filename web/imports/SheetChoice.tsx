import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'

/** A sheet of a workbook, by its number in it. */
export type Sheet = { number: number; name: string; rows: number }

/** The sheets a workbook was refused with; null when it was refused for something else. */
export const sheetsIn = (problem: unknown) => (problem as { more?: { sheets?: Sheet[] } } | null)?.more?.sheets ?? null

type Props = { sheets: Sheet[]; onTake: (sheets: Sheet[]) => void; onCancel: () => void }

/** Which sheets of a workbook are imported: all of them, unless some are taken away. */
export function SheetChoice({ sheets, onTake, onCancel }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(sheets.map(({ number }) => String(number))))
  const taken = sheets.filter(({ number }) => chosen.has(String(number)))
  return (
    <section className="rounded-card border border-line bg-surface px-5 py-5">
      <ManyChoice
        label={t('imports.sheets')}
        items={sheets.map(({ number, name, rows }) => ({
          value: String(number),
          label: name,
          hint: t('imports.rows', { count: rows }),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className="mt-3 text-sm text-muted">{t('imports.sheetsHint')}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="primary" disabled={taken.length === 0} onClick={() => onTake(taken)}>
          {t('imports.takeSheets', { count: taken.length })}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </section>
  )
}
