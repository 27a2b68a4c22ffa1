import { type ReactNode, useEffect } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from './cx.ts'
import { HelpOpener } from './HelpOpener.tsx'

type Props = {
  title: string
  /** The title of the browser's tab, where the heading names a child or the person who is signed in: the history of a shared computer keeps it. */
  tab?: string
  lead?: ReactNode
  tools?: ReactNode
  narrow?: boolean
  /** For a long title, such as a person's name: on a phone it has its own line, and the lead is next to the tools. */
  long?: boolean
  /** The content shows the heading: tabs, on wide screens in the same line (see `ScreenHeading`), or the first screen of a visitor. */
  inTabs?: boolean
  children?: ReactNode
}

/** One screen: its heading, which is usually also the document's title, its tools next to it, its content below. */
export function Screen({ title, tab = title, lead, tools, narrow, long, inTabs, children }: Props) {
  useTitle(tab)
  return (
    <div className={cx('mx-auto w-full px-4 pt-3 pb-6 md:px-8 md:pb-8', narrow ? 'max-w-3xl' : 'max-w-6xl')}>
      {!inTabs && (
        <header className="mb-2 flex flex-wrap items-center justify-between gap-x-3 gap-y-1 md:min-h-11">
          <div
            className={cx('flex min-w-0 flex-1 basis-40 flex-wrap items-baseline gap-x-3', long && 'max-md:contents')}
          >
            <ScreenHeading title={title} className={cx(long && 'max-md:basis-full')} />
            {lead && (
              <div
                className={cx(
                  'max-w-prose text-muted max-md:text-sm',
                  long && 'max-md:min-w-0 max-md:flex-1 max-md:basis-32',
                )}
              >
                {lead}
              </div>
            )}
          </div>
          {tools && <div className="flex flex-wrap items-center gap-2">{tools}</div>}
        </header>
      )}
      {children}
    </div>
  )
}

/** The help follows the last word of a heading with several lines, and never begins a line itself. */
export const ScreenHeading = ({ title, className }: { title: string; className?: string }) => (
  <div className={cx('capital text-xl text-balance [overflow-wrap:anywhere] md:text-2xl', className)}>
    <h1 className="inline">{title}</h1>
    {title && (
      <>
        {wordJoiner}
        <span className="inline-block align-top">
          <HelpOpener screen={title} />
        </span>
      </>
    )}
  </div>
)

const wordJoiner = '\u2060'

/** Sets the title of the browser tab. */
export function useTitle(title: string) {
  const { t } = useTranslation()
  const product = t('product')
  useEffect(() => {
    document.title = title ? `${title} · ${product}` : product
  }, [title, product])
}
