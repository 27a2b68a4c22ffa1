import { Outlet, useMatch } from 'react-router'
import { parents } from '#contract/people/parents/parents.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { RowStates } from '#web/ui/RowStates.tsx'
import { cx } from '#web/ui/cx.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ChildList } from './ChildList.tsx'

/** The children linked to the person signed in; beside them the table of one, when its address is open. */
export function MyChildrenScreen() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(parents.children, {})
  const hasTable = useMatch(`${paths.myChildren()}/table`) !== null
  return (
    <Screen title={t('children.title')}>
      <RowStates
        rows={data}
        error={error}
        again={refetch}
        as="cards"
        count={2}
        empty={<Empty sentence={t('children.empty')} />}
      >
        {(childrenOfMine) => (
          <div className={cx('grid items-start gap-6', hasTable && 'xl:grid-cols-[20rem_minmax(0,1fr)]')}>
            <ChildList
              childrenOfMine={childrenOfMine}
              className={hasTable ? 'max-md:hidden xl:grid-cols-1! xl:[&>li]:min-w-0' : undefined}
            />
            <Outlet />
          </div>
        )}
      </RowStates>
    </Screen>
  )
}
