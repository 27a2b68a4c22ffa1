import { Tabs as Radix } from 'radix-ui'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'

export type Tab = { value: string; label: string; panel: ReactNode }

/**
 * Tabs, of which only the open one's panel exists. With `param` the choice stands in the address and survives a reload.
 * Labels come translated; on a narrow screen the row scrolls. With `keep`, nothing but these stays in the address when
 * another is opened: what one panel is narrowed to means nothing in the next.
 */
export function Tabs({ tabs, label, param, keep }: { tabs: Tab[]; label: string; param?: string; keep?: string[] }) {
  const [query, setQuery] = useSearchParams()
  const [own, setOwn] = useState<string>()
  const wanted = param ? query.get(param) : own
  const open = tabs.find(({ value }) => value === wanted)?.value ?? tabs[0]?.value
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
      <Radix.List
        ref={list}
        aria-label={label}
        className="-mx-4 mb-5 flex gap-1 overflow-x-auto border-b border-line px-4 [scrollbar-width:none] md:mx-0 md:px-0"
      >
        {tabs.map((tab) => (
          <Radix.Trigger
            key={tab.value}
            value={tab.value}
            className="-mb-px min-h-11 shrink-0 border-b-3 border-transparent px-4 py-2 font-medium text-muted -outline-offset-3! transition-colors hover:text-ink data-[state=active]:border-accent data-[state=active]:text-primary"
          >
            {tab.label}
          </Radix.Trigger>
        ))}
      </Radix.List>
      {tabs.map((tab) => (
        <Radix.Content key={tab.value} value={tab.value} tabIndex={-1}>
          {tab.panel}
        </Radix.Content>
      ))}
    </Radix.Root>
  )
}
