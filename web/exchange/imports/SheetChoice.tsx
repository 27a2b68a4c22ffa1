import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import type { Sheet } from './parts.ts'

type Props = {
  of: 'sheets' | 'files' | 'schools' | 'lineItems'
  sheets: Sheet[]
  onTake: (sheets: Sheet[]) => void
  onCancel: () => void
}

/**
 * Which sheets of a workbook, or schools of a folder, are imported: all that are not hidden, unless some are deselected. Of the lists of a
 * folder it is the first, which is the likeliest; of the marks of a term it is one, which the person changes.
 */
export function SheetChoice({ of, sheets, onTake, onCancel }: Props) {
  const { t } = useTranslation()
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () =>
      new Set(
        sheets.flatMap(({ number, isHidden }, at) =>
          isHidden || ((of === 'files' || of === 'lineItems') && at > 0) ? [] : [String(number)],
        ),
      ),
  )
  const taken = sheets.filter(({ number }) => chosen.has(String(number)))
  return (
    <section className="rounded-card border border-line bg-surface px-5 py-5">
      <ManyChoice
        label={t(`imports.${of}`)}
        items={sheets.map(({ number, name, rows, isHidden }) => ({
          value: String(number),
          label: name,
          hint: [t('imports.rows', { count: rows }), ...(isHidden ? [t('imports.hiddenSheet')] : [])].join(' · '),
        }))}
        value={chosen}
        onChange={setChosen}
      />
      <p className="mt-3 text-sm text-muted">{t(`imports.${of}Hint`)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="primary" disabled={taken.length === 0} onClick={() => onTake(taken)}>
          {t(`imports.${words[of]}`, { count: taken.length })}
        </Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </section>
  )
}

const words = { sheets: 'takeSheets', files: 'takeFiles', schools: 'takeSchools', lineItems: 'takeFiles' } as const
