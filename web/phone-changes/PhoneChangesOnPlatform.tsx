import { phoneChangesOnPlatform } from '#contract/identity/phone-changes.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { LoadMore } from '#web/ui/Pager.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { PhoneChangeCard } from './PhoneChangeCard.tsx'

/** The platform is the second person of schools that have no other. */
export function PhoneChangesOnPlatform() {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(phoneChangesOnPlatform.list, {})
  const confirm = useChange(phoneChangesOnPlatform.confirm)
  return (
    <Screen title={t('numbers.setting.title')} lead={t('numbers.setting.platformLead')}>
      {rows ? (
        rows.length === 0 ? (
          <Empty sentence={t('numbers.setting.empty')} />
        ) : (
          <ul className="space-y-3">
            {rows.map((change) => (
              <PhoneChangeCard
                key={change.id}
                change={change}
                withSchool
                confirm={() => confirm({ schoolId: change.schoolId, changeId: change.id })}
              />
            ))}
          </ul>
        )
      ) : error ? (
        <Failed error={error} again={refetch} />
      ) : (
        <Loading count={2} />
      )}
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </Screen>
  )
}
