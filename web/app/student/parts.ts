import type { ReactNode } from 'react'

export type TabOfPage = { value: string; label: string; panel: ReactNode }

/** A part of a student's page. One with several tabs shows a switch; the first is the one that its link opens. */
export type PartOfPage = { key: string; label: string; tabs: TabOfPage[] }

/** The parts that have a tab, and the open one: the address names the tab, so that every part and tab has an address of its own. */
export function openPart(all: PartOfPage[], wanted: string | null) {
  const parts = all.filter(({ tabs }) => tabs.length > 0)
  const part = parts.find(({ tabs }) => tabs.some(({ value }) => value === wanted)) ?? parts[0]!
  const tab = part.tabs.find(({ value }) => value === wanted) ?? part.tabs[0]!
  return { parts, part, tab }
}

/** The address of a tab of the page that is open, in the same year and view. Filters of one tab mean nothing in the next. */
export function toTab(query: URLSearchParams, tab: string) {
  const next = new URLSearchParams([...query].filter(([name]) => name === 'view' || name === 'year'))
  if (tab !== firstTab) next.set('tab', tab)
  return `?${next}`
}

export const firstTab = 'overview'
