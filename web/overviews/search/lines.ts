import { type LucideIcon, Shapes, UserRound } from 'lucide-react'
import type { Subject } from '#web/lib/action.ts'

/** A student, a class or a child for whom an action is. */
export type Somebody = { id: string; name: string; more: string }

export const iconOf = (subject: Subject) => (subject === 'class' ? Shapes : UserRound)

/** A line of the search: what it says and what it does. `value` differs from those of all other lines. */
export type Line = { value: string; Icon: LucideIcon; text: string; more?: string; run: () => void }

/** `old`: found for other words, shown until the new answer is there; Enter does not mean them. */
export type Group = { key: string; heading: string; lines: Line[]; old?: boolean }

/** What Enter may open, in the order of the list. */
export const lineValues = (groups: Group[]) =>
  groups.filter(({ old }) => !old).flatMap(({ lines }) => lines.map(({ value }) => value))

export const withLines = (groups: Group[]) => groups.filter(({ lines }) => lines.length > 0)
