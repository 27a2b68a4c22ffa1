import * as z from 'zod/mini'
import type { OutputOf } from '#contract/language/operation.ts'
import { today } from '#contract/overviews/today/today.ts'
import { keeping } from '#web/lib/keeping.ts'

export type StoredDay = OutputOf<typeof today.get>
export type ChildToday = StoredDay['children'][number]

/** Keeps a parent's day on this device, to be read without a network; nowhere on a shared computer. */
export const storeDay = (personId: string, day: StoredDay) =>
  keeping.setItem('today', JSON.stringify({ personId, day }))

/** The day as this person last saw it here. */
export function storedDay(personId: string): StoredDay | null {
  const kept = Kept.safeParse(JSON.parse(keeping.getItem('today') ?? 'null'))
  return kept.success && kept.data.personId === personId ? kept.data.day : null
}

export const dropDay = () => keeping.removeItem('today')

const Kept = z.object({ personId: z.string(), day: today.get.output })
