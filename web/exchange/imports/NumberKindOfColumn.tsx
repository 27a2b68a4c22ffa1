import { numberKindNames } from '#contract/people/official-records/number-kinds.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { SheetColumn } from './import.ts'
import { LazyDropdown } from './LazyDropdown.tsx'

type Props = { column: SheetColumn; name: string; onKind: (kind: SheetColumn['numberKind']) => void }

/** The kind of all national numbers of a column. Without a choice it follows from each number, the nationality and the school. */
export function NumberKindOfColumn({ column: { numberKind }, name, onKind }: Props) {
  const { t } = useTranslation()
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
      <span className="min-w-0 flex-1 basis-60 text-muted">{t('imports.numberKindHint')}</span>
      <LazyDropdown
        label={t('imports.numberKindOf', { column: name })}
        items={[
          { value: ofEach, label: t('imports.numberKindOfEach') },
          ...numberKindNames.map((value) => ({ value, label: t(`reference.numberKinds.${value}`) })),
        ]}
        value={numberKind ?? ofEach}
        onChange={(value) => onKind(numberKindNames.find((kind) => kind === value) ?? null)}
      />
    </div>
  )
}

const ofEach = 'each'
