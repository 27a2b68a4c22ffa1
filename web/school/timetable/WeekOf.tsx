import { useState } from 'react'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { useRead } from '#web/lib/api.ts'
import { dayAfter } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { WeekRead } from './week.ts'
import { PublishedWeek } from './PublishedWeek.tsx'

type OfClass = { classRoom: { id: string; schoolId: string }; today: string }

/** The week of a class on its page. */
export function WeekOfOneClass({ classRoom: { id, schoolId }, today }: OfClass) {
  const [day, setDay] = useState(today)
  const { data, error, refetch } = useRead(timetable.week, { schoolId, classRoomId: id, day })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  return <ThisOrNext week={data} of="class" day={day} today={today} onDay={setDay} />
}

/** The week of a student: the lessons of the class and of the student's own groups. */
export function WeekOfStudent({ studentId, today }: { studentId: string; today: string }) {
  const [day, setDay] = useState(today)
  const { data, error, refetch } = useRead(timetable.ofStudent, { studentId, day })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={6} />
  return <ThisOrNext week={data} of="student" day={day} today={today} onDay={setDay} />
}

type Props = {
  week: WeekRead
  of: 'class' | 'student'
  day: string
  today: string
  onDay: (day: string) => void
}

function ThisOrNext({ week, of, day, today, onDay }: Props) {
  const { t } = useTranslation()
  return (
    <div className="space-y-3">
      <Segments
        label={t('timetable.week')}
        items={[
          { value: today, label: t('timetable.thisWeek') },
          { value: dayAfter(today, 7), label: t('timetable.nextWeek') },
        ]}
        value={day}
        onChange={onDay}
      />
      <PublishedWeek key={day} week={week} of={of} />
    </div>
  )
}
