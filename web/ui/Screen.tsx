import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from './cx.ts'

type Props = {
  title: string
  lead?: ReactNode
  tools?: ReactNode
  narrow?: boolean
  /** Its heading stands on a sheet of its own, before the arch. */
  hero?: boolean
  children?: ReactNode
}

/** One screen: its heading, which is the document's title too, its tools beside it, its content below. */
export function Screen({ title, lead, tools, narrow, hero, children }: Props) {
  useTitle(title)
  return (
    <div className={cx('mx-auto w-full px-4 py-6 md:px-8 md:py-8', narrow ? 'max-w-3xl' : 'max-w-6xl')}>
      <header className={cx('mb-6 flex flex-wrap items-end justify-between gap-x-6 gap-y-4', hero && 'hero')}>
        <div className="min-w-0">
          <h1 className="capital text-2xl [overflow-wrap:anywhere] md:text-3xl">{title}</h1>
          {lead && <div className="mt-1 max-w-prose text-muted">{lead}</div>}
        </div>
        {tools && <div className="flex flex-wrap items-center gap-3">{tools}</div>}
      </header>
      {children}
    </div>
  )
}

/** Names the browser's tab after what is shown. */
export function useTitle(title: string) {
  const { t } = useTranslation()
  const product = t('product')
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}
