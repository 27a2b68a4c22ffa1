import type { CalendarSaved } from '#contract/school/calendar/calendar.ts'
import type * as z from 'zod/mini'
import { toast } from '#web/ui/toast.ts'

type Translate = (key: string, values?: Record<string, number>) => string

/** Shows that a change is stored, and how many registers no longer count, or count again. */
export function sayWhatFollowed(t: Translate, { registersClosed, registersOpened }: z.output<typeof CalendarSaved>) {
  const followed = [
    ...(registersClosed > 0 ? [t('calendar.registersClosed', { count: registersClosed })] : []),
    ...(registersOpened > 0 ? [t('calendar.registersOpened', { count: registersOpened })] : []),
  ]
  toast({ title: [t('calendar.saved'), ...followed].join(' ') })
}
