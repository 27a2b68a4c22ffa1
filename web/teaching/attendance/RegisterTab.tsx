import { lazy, useState } from 'react'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { useMay, useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Failed } from '#web/ui/States.tsx'
import { OfClass } from './OfClass.tsx'
import { RegisterLoading } from './RegisterLoading.tsx'
import { type RegisterOf, RegisterSheet } from './RegisterSheet.tsx'

const LessonsOfDay = lazy(part(async () => (await import('./LessonsOfDay.tsx')).LessonsOfDay, '.lessons'))

/**
 * A class's register of one day: everyone is present until marked otherwise, and nothing is stored until confirmed. Where the day follows from
 * its lessons, it shows them, and the office alone corrects the day.
 */
export function RegisterTab({ classRoom, day, today, isDayShown = false }: RegisterOf) {
  const { t } = useTranslation()
  const classRoomId = classRoom.id
  const mayCorrect = useMay(desk.get, classRoom.schoolId)
  const [correcting, setCorrecting] = useState<string | null>(null)
  const roll = useRead(attendance.roll, { classRoomId, date: day })
  const sheet = useWhole(attendance.list, { classRoomId, dateFrom: day, dateTo: day })

  if (roll.data && !roll.isPlaceholderData && sheet.data) {
    if (roll.data.takesLessons && !(mayCorrect && correcting === day))
      return (
        <LazyPart fallback={<RegisterLoading />}>
          <LessonsOfDay classRoomId={classRoomId} day={day}>
            {mayCorrect && <Button onClick={() => setCorrecting(day)}>{t('attendance.correctDay')}</Button>}
          </LessonsOfDay>
        </LazyPart>
      )
    return (
      <OfClass isSure={!roll.data.isAssumed || sheet.data.length > 0} key={day}>
        <RegisterSheet {...{ classRoom, day, today, isDayShown }} roll={roll.data.students} marks={sheet.data} />
      </OfClass>
    )
  }
  const failed = roll.error ?? sheet.error
  if (failed) return <Failed error={failed} again={() => Promise.all([roll.refetch(), sheet.refetch()])} />
  return <RegisterLoading />
}
