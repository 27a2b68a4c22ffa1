import { Printer } from 'lucide-react'
import { lazy, useState } from 'react'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { call } from '#web/lib/call.ts'
import { type CivilDay, dayAfter, weekStart } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

const LessonWeekPaper = lazy(part(async () => (await import('./LessonWeekPaper.tsx')).LessonWeekPaper))

/** Prints the attendance of a class by number in the week of a day. */
export function PrintLessonWeek({ classRoomId, day }: { classRoomId: string; day: CivilDay }) {
  const { t, language } = useTranslation()
  const [days, setDays] = useState<OutputOf<typeof lessonRegisters.day>[] | null>(null)
  const [reading, setReading] = useState(false)
  async function read() {
    setReading(true)
    try {
      const first = weekStart(day, language)
      const dates = Array.from({ length: 7 }, (_, nth) => dayAfter(first, nth))
      const all = await Promise.all(dates.map((date) => call(lessonRegisters.day, { classRoomId, date })))
      setDays(all.filter(({ lessons }) => lessons.length > 0))
    } catch (error) {
      toastRefusal(error)
    } finally {
      setReading(false)
    }
  }
  return (
    <>
      <Button
        className="max-md:hidden print:hidden"
        icon={<Printer className="size-5" aria-hidden="true" />}
        disabled={reading}
        onClick={() => void read()}
      >
        {t('lessons.printWeek')}
      </Button>
      {days && (
        <LazyPart>
          <LessonWeekPaper days={days} onClose={() => setDays(null)} />
        </LazyPart>
      )}
    </>
  )
}
