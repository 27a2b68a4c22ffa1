import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  key: string
  /** Already translated. */
  label: string
  /** Null: there is nothing to say; a dash in the table, and no line on a card. */
  cell: (row: Row) => ReactNode
  /** The heading of the card it becomes on a narrow screen. */
  main?: boolean
  /** Says what it is without its name: on a card it stands in one line with the others that do. */
  brief?: boolean
}

type Props<Row> = { label: string; columns: Column<Row>[]; rows: Row[]; rowKey: (row: Row) => string }

/**
 * Rows as a table; under 768 px each row is a card with its columns' names inside. The roles are said by hand, because
 * a table laid out as blocks would lose its own.
 */
export function DataTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  return (
    <table
      role="table"
      aria-label={label}
      className="block w-full text-start md:table md:overflow-hidden md:rounded-card md:border md:border-line md:border-separate md:border-spacing-0 md:bg-surface"
    >
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row">
          {columns.map(({ key, label: name }) => (
            <th
              key={key}
              role="columnheader"
              scope="col"
              className="bg-bg px-4 py-3 text-start text-sm font-semibold text-muted"
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block space-y-3 md:table-row-group">
        {rows.map((row) => (
          <tr
            key={rowKey(row)}
            role="row"
            className="flex flex-wrap items-center gap-x-4 rounded-card border border-line bg-surface px-4 py-3 max-md:lazy-paint md:table-row"
          >
            {columns.map((column) => (
              <Cell key={column.key} column={column} content={column.cell(row)} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Cell<Row>({ column: { label, main, brief }, content }: { column: Column<Row>; content: ReactNode }) {
  return (
    <td
      role="cell"
      className={cx(
        'flex items-center justify-between gap-4 md:table-cell md:border-t md:border-line md:px-4 md:py-3',
        brief ? 'py-0.5 max-md:text-sm max-md:text-muted' : 'py-1.5 max-md:basis-full',
        main && 'max-md:pb-2 max-md:text-lg max-md:font-semibold',
        content === null && 'max-md:hidden',
      )}
    >
      {!main && !brief && (
        <span aria-hidden="true" className="shrink-0 text-sm text-muted md:hidden">
          {label}
        </span>
      )}
      <span className="min-w-0 text-end [overflow-wrap:anywhere] max-md:first:text-start md:text-start">
        {content ?? '–'}
      </span>
    </td>
  )
}
