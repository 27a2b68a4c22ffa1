import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { InputOf, Operation, OutputOf } from '#contract/language/operation.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Empty } from '#web/ui/States.tsx'

export type ListOfFees =
  | 'arrears'
  | 'families'
  | 'receipts'
  | 'tills'
  | 'bank'
  | 'waiting'
  | 'unclear'
  | 'online'
  | 'journal'
export type ListProps = { schoolId: string; currency: string | null }

export const SearchFees = ({ text, onChange }: { text: string; onChange: (text: string) => void }) => {
  const { t } = useTranslation()
  return <SearchField label={t('fees.search')} value={text} onChange={onChange} className="flex-1 basis-40" />
}

export const FamilyLink = ({ familyId, name }: { familyId: string; name: string }) => (
  <Link
    to={paths.feeFamily(familyId)}
    className="inline-flex min-h-11 items-center underline-offset-4 hover:text-primary hover:underline"
  >
    <Bdi>{name}</Bdi>
  </Link>
)

type Row<O extends Operation> = OutputOf<O> extends readonly (infer One)[] ? One : never

type ListedProps<O extends Operation> = {
  of: ListOfFees | 'told' | 'refunds'
  list: O
  input: InputOf<O>
  narrowed: boolean
  filters?: ReactNode
  columns: Column<Row<O>>[]
  rowKey: (row: Row<O>) => string
}

/** A list with its filters and a file, in each of its states. */
export function Listed<O extends Operation>({ of, list, input, narrowed, filters, columns, rowKey }: ListedProps<O>) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(list, input)
  const known = rows as readonly Row<O>[] | undefined
  return (
    <div className="space-y-2">
      <div className="flex flex-wrap items-center gap-2">
        {filters}
        {known && known.length > 0 && (
          <span className="ms-auto">
            <ExportButton list={list} input={input} />
          </span>
        )}
      </div>
      <RowStates
        rows={known}
        error={error}
        again={refetch}
        count={5}
        empty={<Empty sentence={t(narrowed ? 'fees.noneFound' : `fees.none.${of}`)} />}
      >
        {(shown) => <DataTable label={t(`fees.tabs.${of}`)} columns={columns} rows={[...shown]} rowKey={rowKey} />}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </div>
  )
}
