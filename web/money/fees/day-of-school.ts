import { zoneOfDevice } from '#web/lib/days.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { useToday } from '#web/lib/today.ts'

/** Today at the person's school, where its money is counted; the device may be in another country. */
export const useDayOfSchool = () => useToday(useDefaultSchool()?.timeZone ?? zoneOfDevice())
