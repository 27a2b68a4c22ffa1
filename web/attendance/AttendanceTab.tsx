import { useTranslation } from '#web/lib/i18n.ts'
import { Tabs } from '#web/ui/Tabs.tsx'
import { HistoryTab } from './HistoryTab.tsx'
import { RegisterTab } from './RegisterTab.tsx'

type Props = { classRoomId: string; schoolId: string; today: string }

/** Attendance of a class: today's register, and the days before. */
export function AttendanceTab({ classRoomId, schoolId, today }: Props) {
  const { t } = useTranslation()
  return (
    <Tabs
      label={t('classes.attendance')}
      param="days"
      tabs={[
        { value: 'today', label: t('attendance.today'), panel: <RegisterTab classRoomId={classRoomId} day={today} /> },
        {
          value: 'history',
          label: t('attendance.history'),
          panel: <HistoryTab classRoomId={classRoomId} schoolId={schoolId} today={today} />,
        },
      ]}
    />
  )
}
