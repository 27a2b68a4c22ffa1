import type { CalendarSaved } from '#contract/school/calendar/calendar.ts'
import type * as z from 'zod/mini'
import { recountSchool } from '#server/school/presence/recount.rules.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import type { Db } from '#server/db/db.ts'
import { schoolChanged, signalChanges } from '#server/platform/live/events.rules.ts'
import { publish } from '#server/outbox/events.ts'
import { lockCalendar, raiseVersion } from './calendar.queries.ts'
import { closedByHoliday, openSoon } from './closing-notices.queries.ts'
import { registersChanged, uncountedNow } from '#server/school/presence/open-days.queries.ts'

type Call = { db: Db; user: { id: string }; school: { id: string; today: string } }

type Change = {
  baseVersion: number | null | undefined
  /** Stores the change and returns the ids of the entries that it wrote. */
  store: () => Promise<string[]>
  showsHijri?: boolean
}

/**
 * Changes a calendar while it is locked, and updates which registers count. Parents and teachers are notified of a day that
 * closes soon, absences are counted again, and open home pages and desks are updated.
 */
export async function changeCalendar(
  { db, user, school }: Call,
  { baseVersion, store, showsHijri }: Change,
): Promise<z.output<typeof CalendarSaved>> {
  const stored = await lockCalendar(db, school.id)
  await mustBeCurrent(baseVersion, stored)

  const uncounted = await uncountedNow(db, school.id)
  const wereOpen = await openSoon(db, school.id, school.today)
  const ids = await store()
  const version = await raiseVersion(db, school.id, showsHijri)
  const registers = await registersChanged(db, school.id, uncounted)
  const closed = await closedByHoliday(db, school.id, wereOpen)
  const event = { event: 'days closed', schoolId: school.id, actorId: user.id, payload: { closed } } as const
  if (closed.length > 0) await publish(db, event)
  if (showsHijri === undefined) await recountSchool(db, school.id, user.id)
  await signalChanges(db, [schoolChanged(school.id)])
  return { version, ...registers, ids }
}
