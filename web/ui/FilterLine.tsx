import { ListFilter } from 'lucide-react'
import { type ReactNode, useId, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from './Button.tsx'
import { ChipLine } from './ChipLine.tsx'
import { LazyPart } from './LazyPart.tsx'
import { SetFilters, type SetFilter } from './SetFilters.tsx'
import { Skeleton } from './Skeleton.tsx'

type Props<N extends string> = {
  chips: SetFilter<N>[]
  onDrop: (name: N) => void
  onClear: () => void
  /** How many filters are set, if that differs from the number of chips. */
  count?: number
  /** Shown in the same line: how many rows there are. */
  counted?: ReactNode
  /** The fields, which exist only while they are open. */
  fields: () => ReactNode
  /** Actions of the list. */
  children?: ReactNode
}

/** The filters of a list: one button opens the fields, and the set filters are shown next to it. */
export function FilterLine<N extends string>({ chips, onDrop, onClear, counted, fields, children, ...of }: Props<N>) {
  const { count = chips.length } = of
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <section aria-label={t('work.filters')} className="mb-1">
      <ChipLine tools={children}>
        <Button
          className="shrink-0 px-4!"
          aria-expanded={open}
          aria-controls={id}
          icon={<ListFilter className="size-5" aria-hidden="true" />}
          onClick={() => setOpen(!open)}
        >
          {t('work.filters')}
          {count > 0 && ` (${count})`}
        </Button>
        <SetFilters filters={chips} onDrop={onDrop} onClear={onClear} />
        {counted}
      </ChipLine>
      <div id={id}>{open && <LazyPart fallback={<Skeleton className="mt-2 h-24" />}>{fields()}</LazyPart>}</div>
    </section>
  )
}
