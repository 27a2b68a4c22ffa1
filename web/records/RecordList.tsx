import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { fold } from '#web/lib/text.ts'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Adders, type AddersProps } from './Adders.tsx'
import { usePrefetch } from '#web/ui/part.tsx'
import { loadEditDialog } from './lazy-parts.tsx'
import { idsShown, ShownRows } from './shown-rows.ts'

type Props<Row> = AddersProps & {
  /** Its texts are `settings.<of>.*`: title, search, empty, count, add. */
  of: string
  lead?: ReactNode
  listQuery: { data: Row[] | undefined; error: unknown; refetch: () => unknown }
  rowKey?: (row: Row) => string
  /** The texts to search in. */
  words: (row: Row) => (string | null)[]
  /** A `RecordRow`. */
  line: (row: Row) => ReactNode
  /** What else can be done with the list, such as an `ExportButton`. */
  tools?: ReactNode
  /** Links to other screens, shown also when there are no rows. */
  ways?: ReactNode
  /** Above the rows, such as filters. */
  filters?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A list of settings with a search, a count and a button to add. Thousands of rows are rendered a hundred at a time. */
export function RecordList<Row>(props: Props<Row>) {
  const { of, lead, listQuery, tools, ways, onAdd, onAddSeveral, filters, children } = props
  const { t } = useTranslation()
  usePrefetch(loadEditDialog)
  const rows = listQuery.data
  const adders = <Adders of={of} onAdd={onAdd} onAddSeveral={onAddSeveral} short={Boolean(rows?.length)} />
  const search = useSearch(rows, props.words)
  return (
    <Screen
      title={t(`settings.${of}.title`)}
      lead={lead}
      tools={
        rows &&
        (rows.length === 0 ? (
          ways
        ) : (
          <>
            {ways}
            <ShownRows value={idsShown(search.wanted, search.found)}>{tools}</ShownRows>
            {adders}
          </>
        ))
      }
    >
      {filters}
      <RowStates
        rows={rows}
        error={listQuery.error}
        again={listQuery.refetch}
        empty={
          <Empty sentence={t(`settings.${of}.empty`)}>
            <div className="flex flex-wrap justify-center gap-3">{adders}</div>
          </Empty>
        }
      >
        {(rows) => <Rows {...props} rows={rows} search={search} />}
      </RowStates>
      {children}
    </Screen>
  )
}

/** The typed text, and the rows that contain it. */
function useSearch<Row>(rows: Row[] | undefined, words: (row: Row) => (string | null)[]) {
  const [typed, setTyped] = useState('')
  const wanted = useDeferredValue(fold(typed))
  const folded = useMemo(() => (rows ?? []).map((row) => ({ row, text: fold(words(row).join(' ')) })), [rows, words])
  const found = folded.flatMap(({ row, text }) => (text.includes(wanted) ? [row] : []))
  return { typed, setTyped, wanted, found }
}

type RowsProps<Row> = Props<Row> & { rows: Row[]; search: ReturnType<typeof useSearch<Row>> }

function Rows<Row>({ of, rows, rowKey = ownId, line, search: { typed, setTyped, found } }: RowsProps<Row>) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(atOnce)
  return (
    <>
      <div className="mb-2 flex items-center gap-3 md:mb-3">
        {(rows.length > 5 || typed) && (
          <SearchField
            className="max-w-md min-w-0 flex-1"
            label={t(`settings.${of}.search`)}
            value={typed}
            onChange={setTyped}
          />
        )}
        <p role="status" className="text-sm whitespace-nowrap text-muted">
          {t(`settings.${of}.count`, { count: found.length })}
        </p>
      </div>
      {found.length === 0 ? (
        <Empty sentence={t('settings.noneFound')} />
      ) : (
        <ul
          className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
          aria-label={t(`settings.${of}.title`)}
        >
          {found.slice(0, shown).map((row) => (
            <li key={rowKey(row)} className="@container lazy-paint">
              {line(row)}
            </li>
          ))}
        </ul>
      )}
      <LoadMore more={found.length > shown} pending={false} onMore={() => setShown(shown + atOnce)} />
    </>
  )
}

const atOnce = 100

const ownId = (row: unknown) => (row as { id: string }).id
