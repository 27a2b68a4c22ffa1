import type { OutputOf } from '#contract/language/operation.ts'
import type { resultSheets } from '#contract/results/results/sheets.ts'
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
    // Nothing in it takes the focus: keys scroll it itself.
    <div
      role="region"
      aria-label={title}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
      style={{ maxHeight: '75vh', overflow: 'auto' }}
      className="relative -mx-4 border border-line bg-surface md:mx-0 md:rounded-card"
    >
      <table aria-label={title} className="w-full text-sm" style={{ borderCollapse: 'separate', borderSpacing: 0 }}>
        <thead>
          <tr>
            {columns.map(({ key, name, fullMark, isText }, at) => (
              <th
                key={key}
                scope="col"
                className={cx(
                  'sticky top-0 z-10 h-12 border-b border-line bg-surface px-1.5 py-1 font-semibold max-md:whitespace-nowrap',
                  isText ? 'text-start' : 'text-center',
                  at === named && 'start-0 z-20',
                )}
              >
                <HeadOfColumn name={name} fullMark={fullMark} />
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
                      'h-12 border-b border-line px-1.5 py-1',
                      isText ? 'text-start' : 'text-center tabular-nums',
                      at === named
                        ? 'sticky start-0 min-w-28 bg-surface font-medium'
                        : columns[at]!.key !== 'notes' && 'whitespace-nowrap',
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

/** Two lines at most for a name of two words: its full mark stands beside the last of them. */
function HeadOfColumn({ name, fullMark }: Pick<ResultList['columns'][number], 'name' | 'fullMark'>) {
  if (fullMark === null) return <Bdi>{name}</Bdi>
  const cut = name.lastIndexOf(' ') + 1
  return (
    <Bdi>
      {name.slice(0, cut)}
      <span className={cut > 0 ? 'whitespace-nowrap' : ''}>
        {name.slice(cut)}{' '}
        <span className="font-normal text-muted">
          <Digits>/{fullMark}</Digits>
        </span>
      </span>
    </Bdi>
  )
}
