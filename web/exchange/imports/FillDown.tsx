import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { SheetColumn } from './import.ts'

type Props = { column: SheetColumn; name: string; onFill: (to: NonNullable<SheetColumn['fillDown']>) => void }

/** The empty cells below a class or grade that stands once above them, and whether they get its text. */
export function FillDown({ column: { gaps, fillDown }, name, onFill }: Props) {
  const { t } = useTranslation()
  const count = gaps.reduce((sum, { cells }) => sum + cells, 0)
  return (
    <div className="mt-3 border-t border-line pt-3">
      <p className={fillDown === null ? 'font-medium text-danger' : 'text-sm text-muted'}>
        {t('imports.gaps', { count })}
      </p>
      <ul className="my-2 max-h-56 overflow-y-auto text-sm">
        {gaps.map(({ text, firstRow, lastRow }) => (
          <li key={firstRow}>
            <Bdi>{text}</Bdi>
            {': '}
            {firstRow === lastRow
              ? t('imports.gapRow', { row: firstRow })
              : t('imports.gapRows', { from: firstRow, to: lastRow })}
          </li>
        ))}
      </ul>
      <Segments
        label={t('imports.fillDownOf', { column: name })}
        items={[
          { value: 'fill', label: t('imports.fillDown') },
          { value: 'leave', label: t('imports.leaveGaps') },
        ]}
        value={fillDown ?? ('' as never)}
        onChange={onFill}
      />
    </div>
  )
}
