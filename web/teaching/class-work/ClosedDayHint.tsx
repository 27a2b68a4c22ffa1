import { useFormContext, useWatch } from 'react-hook-form'
import { calendar } from '#contract/school/calendar/calendar.ts'
import { useRead } from '#web/lib/api.ts'
import { isCivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'

/** Warns if the class has no school on the day, and offers the next school day. */
export function ClosedDayHint({ classRoomId: given }: { classRoomId: string | undefined }) {
  const { t } = useTranslation()
  const { setValue } = useFormContext()
  const [date, chosen] = useWatch({ name: ['date', 'classRoomId'] }) as [unknown, unknown]
  const classRoomId = given ?? chosen
  const isAsked = typeof date === 'string' && isCivilDay(date) && typeof classRoomId === 'string' && classRoomId !== ''
  const { data } = useRead(
    calendar.count,
    { classRoomId: String(classRoomId), dateFrom: String(date), dateTo: String(date) },
    { enabled: isAsked },
  )
  if (!isAsked || !data?.closedDays.includes(date)) return null
  const next = data.nextOpenDay
  return (
    <div
      role="status"
      className="flex flex-wrap items-center gap-x-3 gap-y-1 rounded-field bg-wait-soft px-4 py-2 text-sm"
    >
      <p>{t('calendar.closedDay')}</p>
      {next && (
        <p className="flex flex-wrap items-center gap-x-2">
          {t('calendar.nextOpenDay')} <Day day={next} named />
          <Button tone="quiet" onClick={() => setValue('date', next, { shouldDirty: true })}>
            {t('calendar.useDay')}
          </Button>
        </p>
      )}
    </div>
  )
}
