import type * as z from 'zod/mini'
import type { WeekOfClass as Week } from '#contract/school/classes/classes.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { WeekStrip } from '#web/ui/WeekStrip.tsx'

/** Attendance of a class on the last seven days, each as a column and all of them in percent. */
export function WeekOfClass({ week: { percent, days } }: { week: z.output<typeof Week> }) {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1.5 sm:gap-2" title={t('classes.week')}>
      <WeekStrip week={days} />
      <span className="text-sm sm:min-w-10 font-medium">
        <span className="sr-only">{t('classes.week')} </span>
        <Digits>{percent}%</Digits>
      </span>
    </span>
  )
}
