import type { OutputOf } from '#contract/language/operation.ts'
import type { resultSheets } from '#contract/results/sheets.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'

export type ResultList = OutputOf<typeof resultSheets.ofClass>

/** A list as it will be printed, in its own language whatever the page speaks. */
export function SheetTable({
  sheet: { columns, rows, title },
  language,
}: {
  sheet: ResultList
  language: 'ar' | 'en'
}) {
  const named = columns.findIndex(({ key }) => key === 'name' || key === 'course')
  return (
    <div
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      className="relative -mx-4 max-h-[75vh] overflow-auto border border-line bg-surface md:mx-0 md:rounded-card"
    >
      <table aria-label={title} className="w-full text-sm" style={{ borderCollapse: 'separate', borderSpacing: 0 }}>
        <thead>
          <tr>
            {columns.map(({ key, name, fullMark, isText }, at) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  'sticky top-0 z-10 border-b border-line bg-surface px-3 py-2 font-semibold',
                  isText ? 'text-start' : 'text-center',
                  at === named && 'start-0 z-20',
                )}
              >
                <Bdi>{name}</Bdi>
                {fullMark !== null && (
                  <span className="block font-normal text-muted">
                    <Digits>/{fullMark}</Digits>
                  </span>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ cells }, nth) => (
            <tr key={nth}>
              {cells.map(({ text, number }, at) => {
                const isText = columns[at]!.isText
                return (
                  <td
                    key={columns[at]!.key}
                    className={cx(
                      'border-b border-line px-3 py-2',
                      isText ? 'text-start' : 'text-center tabular-nums',
                      at === named && 'sticky start-0 min-w-28 bg-surface font-medium',
                    )}
                  >
                    {text === null ? number !== null && <Digits>{number}</Digits> : <Bdi>{text}</Bdi>}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
