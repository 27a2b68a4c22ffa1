import type { CalendarSaved } from '#contract/calendar/calendar.ts'
import type * as z from 'zod/mini'
import { conflict } from '#server/call/errors.ts'
import type { Db } from '#server/db/db.ts'
import { lockCalendar, raiseVersion } from './calendar.queries.ts'
import { registersChanged, uncountedNow } from './open-days.queries.ts'

type Call = { db: Db; school: { id: string } }

type Change = {
  baseVersion: number | null | undefined
  /** Stores the change and answers the ids of the entries it wrote. */
  store: () => Promise<string[]>
  showsHijri?: boolean
}

/** Changes a calendar that nobody else changes meanwhile, and counts what follows for the registers there are. */
export async function changeCalendar(
  { db, school }: Call,
  { baseVersion, store, showsHijri }: Change,
): Promise<z.output<typeof CalendarSaved>> {
  const stored = await lockCalendar(db, school.id)
  if (baseVersion != null && baseVersion !== stored) throw conflict('Somebody else changed this meanwhile')

  const uncounted = await uncountedNow(db, school.id)
  const ids = await store()
  const version = await raiseVersion(db, school.id, showsHijri)
  const registers = await registersChanged(db, school.id, uncounted)
  return { version, ...registers, ids }
}
