import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cx } from './cx.ts'
import { MoreBeyond } from './MoreBeyond.tsx'
import { partLook, segmentLook, segmentsLook } from './part-looks.ts'

/** `sign`: stands before the label and is not read out, such as the number of a step. */
export type Tab = { value: string; label: string; sign?: ReactNode; panel: ReactNode }

type Props = {
  tabs: Tab[]
  label: string
  param?: string
  /** The tab that is open at first; by default the first one. */
  start?: string
  keep?: string[]
  /** Tabs within tabs: a switch in the same line as `lead`. */
  segmented?: boolean
  lead?: ReactNode
  /** The heading of the screen, on wide screens in the same line as the tabs, so that their content starts higher. */
  heading?: ReactNode
  /** What is to be known of all panels; it is below the heading, and so above them. */
  note?: ReactNode
}

/**
 * Tabs; only the panel of the open one exists. With `param` the choice is in the address and survives a reload. Labels come translated. On
 * a narrow screen the row scrolls, and arrows show where there are more. With `keep`, only these parameters stay in the address when
 * another tab is opened, because filters of one panel mean nothing in the next.
 */
export function Tabs({ tabs, label, param, start, keep, segmented, lead, heading, note }: Props) {
  const [query, setQuery] = useSearchParams()
  const [own, setOwn] = useState<string>()
  const wanted = param ? query.get(param) : own
  const open = (tabs.find(({ value }) => value === wanted) ?? tabs.find(({ value }) => value === start) ?? tabs[0])
    ?.value
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[data-state=active]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  }, [open])
  if (open === undefined) return null

  const turnTo = (value: string) => {
    if (!param) return setOwn(value)
    const next = new URLSearchParams([...query].filter(([name]) => !keep || keep.includes(name)))
    next.set(param, value)
    setQuery(next, { replace: true, preventScrollReset: true })
  }

  return (
    <Radix.Root value={open} onValueChange={turnTo}>
      {segmented ? (
        <div className="flex items-center justify-between gap-x-3 md:-mb-1">
          <div className="min-w-0 truncate">{lead}</div>
          <Radix.List aria-label={label} className={segmentsLook}>
            {tabs.map((tab) => (
              <Radix.Trigger key={tab.value} value={tab.value} className={segmentLook}>
                {tab.label}
              </Radix.Trigger>
            ))}
          </Radix.List>
        </div>
      ) : (
        <div className={heading === undefined ? 'mb-2' : inLine}>
          {heading && <div className="flex items-center justify-between gap-2 md:contents">{heading}</div>}
          <div className={cx('relative -mx-4 md:mx-0', heading !== undefined && '-mb-px min-w-0 md:self-end')}>
            <Radix.List
              ref={list}
              aria-label={label}
              className="flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:px-0"
            >
              {tabs.map((tab) => (
                <Radix.Trigger key={tab.value} value={tab.value} className={partLook}>
                  {tab.sign && (
                    <span aria-hidden="true" className="me-2 inline-flex size-5 items-center justify-center text-sm">
                      {tab.sign}
                    </span>
                  )}
                  <span className="capital inline-block">{tab.label}</span>
                </Radix.Trigger>
              ))}
            </Radix.List>
            <MoreBeyond list={list} />
          </div>
        </div>
      )}
      {note}
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} tabIndex={-1}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}

const inLine = 'mb-2 flex-wrap border-line md:flex md:items-center md:gap-2 md:border-b'
