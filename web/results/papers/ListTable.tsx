import type { ReactNode } from 'react'
import { ColumnHead } from './SheetParts.tsx'

/** The table of a list: named columns, then empty ones to write in, with which `Blanks` ends each row. */
export const ListTable = ({
  columns,
  blanks,
  children,
}: {
  columns: string[]
  blanks: number
  children: ReactNode
}) => (
  <table className="paper-table">
    <thead>
      <tr>
        {columns.map((column) => (
          <ColumnHead key={column} of={column} />
        ))}
        <Blanks count={blanks} className="paper-blank" />
      </tr>
    </thead>
    <tbody>{children}</tbody>
  </table>
)

export const Blanks = ({ count, className }: { count: number; className?: string }) =>
  Array.from({ length: count }, (_, nth) => (
    <td key={nth} className={className}>
      &nbsp;
    </td>
  ))
