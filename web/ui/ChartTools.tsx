import { Image, Printer, Table2 } from 'lucide-react'
import type { RefObject } from 'react'
import { keepFile } from '#web/lib/download.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from './Button.tsx'
import { pictureOf, tableOf } from './chart-files.ts'
import { cx } from './cx.ts'

type Props = {
  label: string
  /** The figures with their headings, as they are saved. */
  rows: string[][]
  /** The drawing, if it can be saved. */
  svg?: RefObject<SVGSVGElement | null>
  /** Whether to show a print button, if the page has none. */
  print?: boolean
  className?: string
}

/** Saves a chart (its figures as a table, or itself as a picture) and prints it with its page. */
export function ChartTools({ label, rows, svg, print = false, className }: Props) {
  const { t } = useTranslation()
  return (
    <div className={cx('flex justify-end print:hidden', className)}>
      {print && (
        <IconButton label={`${t('numbers.print')}: ${label}`} onClick={() => window.print()}>
          <Printer className="size-5" aria-hidden="true" />
        </IconButton>
      )}
      <IconButton
        label={t('numbers.saveTable', { name: label })}
        onClick={() => keepFile(new Blob([tableOf(rows)], { type: 'text/csv' }), `${label}.csv`)}
      >
        <Table2 className="size-5" aria-hidden="true" />
      </IconButton>
      {svg && (
        <IconButton
          label={t('numbers.savePicture', { name: label })}
          onClick={() =>
            svg.current && keepFile(new Blob([pictureOf(svg.current)], { type: 'image/svg+xml' }), `${label}.svg`)
          }
        >
          <Image className="size-5" aria-hidden="true" />
        </IconButton>
      )}
    </div>
  )
}
