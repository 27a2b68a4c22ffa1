import { type ReactNode, useDeferredValue, useMemo, useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { fold } from '#web/lib/text.ts'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { idsShown, ShownRows } from './shown-rows.ts'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'

type Props<Row> = {
  /** Texts come translated. */
  title: string
  search: string
  empty: string
  listQuery: { data: Row[] | undefined; error: unknown; refetch: () => unknown }
  /** Filters the rows in the browser, if the server has no such filter. */
  only?: ((row: Row) => boolean) | undefined
  /** The texts to search in. Must be the same function at each render. */
  words: (row: Row) => (string | null)[]
  columns: Column<Row>[]
  counted?: (count: number) => string
  tools?: ReactNode
  filters?: ReactNode
  /** Dialogs. */
  children?: ReactNode
}

/** A list as a table with a search. Thousands of rows are rendered a hundred at a time. */
export function FoundTable<Row extends { id: string }>(props: Props<Row>) {
  const { title, search, empty, listQuery, only, words, columns, counted, tools, filters, children } = props
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const [shown, setShown] = useState(atOnce)
  const wanted = useDeferredValue(fold(typed))
  const rows = useMemo(
    () => listQuery.data?.filter((row) => !only || only(row)).map((row) => ({ row, text: fold(words(row).join(' ')) })),
    [listQuery.data, only, words],
  )
  const found = rows?.flatMap(({ row, text }) => (text.includes(wanted) ? [row] : [])) ?? []

  return (
    <Screen title={title} tools={<ShownRows value={idsShown(wanted, found)}>{tools}</ShownRows>}>
      <div className="mb-2 flex flex-wrap items-center gap-2 md:mb-3 md:gap-3">
        <SearchField className="min-w-0 flex-1 basis-64 md:max-w-md" label={search} value={typed} onChange={setTyped} />
        {filters}
        {counted && rows && (
          <p role="status" className="text-sm whitespace-nowrap text-muted">
            {counted(found.length)}
          </p>
        )}
      </div>
      {!rows ? (
        <LoadingOrFailed error={listQuery.error} again={listQuery.refetch} />
      ) : (
        <>
          {found.length === 0 ? (
            <Empty sentence={wanted ? t('settings.noneFound') : empty} />
          ) : (
            // Between a phone and a desk the columns do not all fit beside the menu. Words break where a cell says so.
            <div className="md:overflow-x-auto md:[&_td]:px-3 md:[&_td>span]:wrap-normal md:[&_th]:px-3">
              <DataTable label={title} columns={columns} rows={found.slice(0, shown)} rowKey={({ id }) => id} />
            </div>
          )}
          <LoadMore more={found.length > shown} pending={false} onMore={() => setShown(shown + atOnce)} />
        </>
      )}
      {children}
    </Screen>
  )
}

const atOnce = 100
