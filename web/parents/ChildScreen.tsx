import { parents } from '#contract/parents.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { AttendanceTable } from '#web/attendance/AttendanceTable.tsx'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePassed } from '#web/lib/passed.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Failed } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { Child } from './ChildList.tsx'

/** One child as his parent sees him. A student who is not the caller's child is an unknown page to him. */
export function ChildScreen() {
  const { t } = useTranslation()
  const studentId = usePassed('studentId', 'student')
  const { data, error, refetch } = useRead(parents.children, {})

  if (!data)
    return <Screen title={t('children.title')}>{error ? <Failed error={error} again={refetch} /> : <Loading />}</Screen>
  const child = data.find((one) => one.studentId === studentId)
  return child ? <ChildPage child={child} /> : <ErrorPage />
}

function ChildPage({ child }: { child: Child }) {
  const { t } = useTranslation()
  return (
    <Screen
      title={child.studentName}
      lead={
        <>
          <Bdi>{child.classRoomName}</Bdi> · <Bdi>{child.schoolName}</Bdi>
        </>
      }
    >
      {child.seatEndedOn && (
        <p className="mb-4 rounded-card border border-accent bg-wait-soft p-4">
          {t('children.seatEnded')} <Day day={child.seatEndedOn} />
        </p>
      )}
      <Tabs
        label={t('children.tabs')}
        param="tab"
        tabs={[
          {
            value: 'attendance',
            label: t('classes.attendance'),
            panel: <AttendanceTable studentId={child.studentId} />,
          },
        ]}
      />
    </Screen>
  )
}
