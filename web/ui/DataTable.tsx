import type { ReactNode } from 'react'
import { cx } from './cx.ts'

export type Column<Row> = {
  key: string
  /** Already translated. */
  label: string
  /** Null: nothing to show, so a dash in the table and no line on a card. */
  cell: (row: Row) => ReactNode
  /** The heading of the card that the row becomes on a narrow screen. */
  main?: boolean
  /** Understandable without its column name. On a card, such cells share one line. */
  brief?: boolean
}

type Props<Row> = { label: string; columns: Column<Row>[]; rows: Row[]; rowKey: (row: Row) => string }

/**
 * Rows as a table. If less than 768 px are available, each row becomes a card that contains the column names. The ARIA roles are set by
 * hand, because a table with block layout would lose its own.
 */
export function DataTable<Row>({ label, columns, rows, rowKey }: Props<Row>) {
  // Eight columns need 896 px: the container that is asked for its width is narrower than what stands in it.
  const isWide = columns.length > 7
  return (
    // An A4 sheet is narrower than a table needs; smaller, it remains a table on paper too.
    <div className={cx('@container print:[zoom:0.8]', isWide && 'me-32 print:me-0')}>
      <table
        role="table"
        aria-label={label}
        className={cx(
          isWide ? 'w-[calc(100%+8rem)] print:w-full' : 'w-full',
          'block text-start @3xl:table @3xl:overflow-hidden @3xl:rounded-card @3xl:border @3xl:border-line @3xl:border-separate @3xl:border-spacing-0 @3xl:bg-surface',
        )}
      >
        <thead role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr role="row">
            {columns.map(({ key, label: name }) => (
              <th
                key={key}
                role="columnheader"
                scope="col"
                className={cx('bg-bg py-1 text-start text-sm font-semibold text-muted', isWide ? 'px-2' : 'px-3')}
              >
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block space-y-2 @3xl:table-row-group">
          {rows.map((row) => (
            <tr
              key={rowKey(row)}
              role="row"
              className="flex flex-wrap items-center gap-x-4 rounded-card border border-line bg-surface px-4 py-3 @max-3xl:lazy-paint @3xl:table-row"
            >
              {columns.map((column) => (
                <Cell key={column.key} column={column} content={column.cell(row)} isWide={isWide} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

type CellProps<Row> = { column: Column<Row>; content: ReactNode; isWide: boolean }

function Cell<Row>({ column: { label, main, brief }, content, isWide }: CellProps<Row>) {
  return (
    <td
      role="cell"
      className={cx(
        'flex items-center justify-between gap-4 @3xl:table-cell @3xl:border-t @3xl:h-12 @3xl:border-line @3xl:py-0.5',
        isWide ? '@3xl:px-2' : '@3xl:px-3',
        brief ? 'py-0.5 @max-3xl:text-sm @max-3xl:text-muted' : 'py-1.5 @max-3xl:basis-full',
        main && '@max-3xl:pb-2 @max-3xl:text-lg @max-3xl:font-semibold',
        content === null && '@max-3xl:hidden',
      )}
    >
      {!main && !brief && (
        <span aria-hidden="true" className="shrink-0 text-sm text-muted @3xl:hidden">
          {label}
        </span>
      )}
      {/* A column is as wide as its longest word, so that no name is broken inside one. */}
      <span
        className={cx(
          'min-w-0 text-end wrap-break-word @max-3xl:first:text-start @3xl:text-start',
          main && '@3xl:wrap-anywhere',
        )}
      >
        {content ?? '–'}
      </span>
    </td>
  )
}
