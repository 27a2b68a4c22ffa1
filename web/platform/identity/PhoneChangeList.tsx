import { useTranslation } from '#web/lib/i18n.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { type PhoneChange, PhoneChangeCard } from './PhoneChangeCard.tsx'

type Props = {
  list: {
    rows: PhoneChange[] | undefined
    error: Error | null
    refetch: () => unknown
    more: boolean
    isFetchingNextPage: boolean
    loadMore: () => void
  }
  confirm: (change: PhoneChange) => Promise<unknown>
  withdraw?: (change: PhoneChange) => Promise<unknown>
  withSchool?: boolean
}

/** Changes of numbers, of one school or of several. */
export function PhoneChangeList({ list, confirm, withdraw, withSchool = false }: Props) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = list
  if (!rows) return <LoadingOrFailed error={error} again={refetch} count={2} />
  if (rows.length === 0) return <Empty sentence={t('numbers.setting.empty')} />
  return (
    <>
      <ul className="space-y-3">
        {rows.map((change) => (
          <PhoneChangeCard
            key={change.id}
            change={change}
            withSchool={withSchool}
            confirm={() => confirm(change)}
            {...(withdraw && { withdraw: () => withdraw(change) })}
          />
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
