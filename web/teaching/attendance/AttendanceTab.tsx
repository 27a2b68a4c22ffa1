import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import type { YearOfSchool } from '#web/teaching/class-work/school-year.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { HistoryTab } from './HistoryTab.tsx'
import { RegisterTab } from './RegisterTab.tsx'

type Props = {
  classRoom: WorkClass
  today: CivilDay
  year: YearOfSchool | undefined
  /** Whether it is another than the current year: today's register is none of it. */
  isOther: boolean
}

/** Attendance of a class: today's register, and the days of the school year. */
export function AttendanceTab({ year, isOther, ...of }: Props) {
  const { t } = useTranslation()
  const history = <HistoryTab key={year?.id} {...of} year={year} isOther={isOther} />
  if (isOther) return history
  return (
    <Tabs
      label={t('classes.attendance')}
      param="days"
      segmented
      lead={
        <>
          <span className="text-sm md:hidden">
            <Day day={of.today} named short />
          </span>
          <span className="max-md:hidden">
            <Day day={of.today} named />
          </span>
        </>
      }
      tabs={[
        {
          value: 'today',
          label: t('attendance.today'),
          panel: <RegisterTab classRoom={of.classRoom} day={of.today} today={of.today} isDayShown />,
        },
        { value: 'history', label: t('attendance.history'), panel: history },
      ]}
    />
  )
}
