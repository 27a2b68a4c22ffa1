import { Image, Table2 } from 'lucide-react'
import type { RefObject } from 'react'
import { keepFile } from '#web/lib/download.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { pictureOf, tableOf } from './chart-files.ts'

type Props = { label: string; svg: RefObject<SVGSVGElement | null>; rows: string[][] }

/** Saves a chart: its figures as a table, or itself as a picture. */
export function ChartTools({ label, svg, rows }: Props) {
  const { t } = useTranslation()
  return (
    <div className="flex justify-end print:hidden">
      <IconButton
        label={t('numbers.saveTable', { name: label })}
        onClick={() => keepFile(new Blob([tableOf(rows)], { type: 'text/csv' }), `${label}.csv`)}
      >
        <Table2 className="size-5" aria-hidden="true" />
      </IconButton>
      <IconButton
        label={t('numbers.savePicture', { name: label })}
        onClick={() =>
          svg.current && keepFile(new Blob([pictureOf(svg.current)], { type: 'image/svg+xml' }), `${label}.svg`)
        }
      >
        <Image className="size-5" aria-hidden="true" />
      </IconButton>
    </div>
  )
}
