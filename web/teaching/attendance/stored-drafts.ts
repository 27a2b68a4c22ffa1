import * as z from 'zod/mini'
import { states } from '#contract/teaching/attendance/attendance.ts'
import { dayAfter, todayOfDevice } from '#web/lib/days.ts'
import { keeping } from '#web/lib/keeping.ts'
import type { Draft } from './register.ts'

const keptAs = 'begun'
/** A register that was begun longer ago, in days, is not gone on with. */
const oldest = 7

const lines = z.array(
  z.tuple([
    z.string(),
    z.object({
      state: z.enum(states),
      minutesLate: z.nullable(z.number()),
      note: z.nullable(z.string()),
      leftAt: z.optional(z.nullable(z.string())),
    }),
  ]),
)
const Kept = z.object({
  personId: z.string(),
  drafts: z.record(z.string(), z.object({ baseVersion: z.number(), lines, written: lines })),
})

type Stored = z.infer<typeof Kept>['drafts']

/** The registers that a person began on this device, by class and day; none on a shared computer. */
export const storedRegisterDrafts = (personId: string): Record<string, Draft> =>
  Object.fromEntries(
    Object.entries(storedBy(personId)).map(([key, draft]) => [
      key,
      { baseVersion: draft.baseVersion, lines: new Map(draft.lines), written: new Map(draft.written) },
    ]),
  )

/** Keeps one of them, or forgets it; read anew before, because another tab may have kept others. */
export function storeRegisterDraft(personId: string, key: string, draft: Draft | null) {
  const { [key]: _, ...others } = storedBy(personId)
  const drafts: Stored = {
    ...others,
    ...(draft && {
      [key]: { baseVersion: draft.baseVersion, lines: [...draft.lines], written: [...(draft.written ?? [])] },
    }),
  }
  if (Object.keys(drafts).length === 0) keeping.removeItem(keptAs)
  else keeping.setItem(keptAs, JSON.stringify({ personId, drafts }))
}

function storedBy(personId: string): Stored {
  const kept = Kept.safeParse(JSON.parse(keeping.getItem(keptAs) ?? 'null'))
  if (!kept.success || kept.data.personId !== personId) return {}
  const since = dayAfter(todayOfDevice(), -oldest)
  return Object.fromEntries(Object.entries(kept.data.drafts).filter(([key]) => key.slice(-10) >= since))
}
