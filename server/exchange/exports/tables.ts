import type { Cell } from './columns.ts'

/** The answer of an operation that defines its own columns (`table`). */
export type AnsweredTable = {
  title: string
  about: string
  note: string
  columns: readonly { name: string; fullMark: number | null }[]
  rows: readonly { cells: readonly { text: string | null; number: number | null }[] }[]
}

/** The headings with full marks, the rows, and below them what the table is about and whether it may still change. */
export const rowsOfTable = ({ columns, rows, about, note }: AnsweredTable): Cell[][] => [
  columns.map(({ name, fullMark }) => (fullMark === null ? name : `${name} (${fullMark})`)),
  ...rows.map(({ cells }) => cells.map(({ text, number }) => text ?? number ?? '')),
  [''],
  [about],
  [note],
]
