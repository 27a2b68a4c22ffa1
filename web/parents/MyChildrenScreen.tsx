import { parents } from '#contract/parents.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { ChildList } from './ChildList.tsx'

/** The children linked to the person signed in. */
export function MyChildrenScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(parents.children, {})
  return (
    <Screen title={t('children.title')}>
      {data ? (
        data.length > 0 ? (
          <ChildList childrenOfMine={data} />
        ) : (
          <Empty sentence={t('children.empty')} />
        )
      ) : error ? (
        <Failed error={error} again={refetch} />
      ) : (
        <Loading as="cards" count={2} />
      )}
    </Screen>
  )
}
