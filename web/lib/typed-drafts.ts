import * as z from 'zod/mini'
import { epoch } from './clock.ts'
import { isSharedComputer, recall, remember } from './keeping.ts'

/** What is typed in one form and not stored yet: only the fields that differ from what the form began with. */
export type TypedDraft = {
  at: number
  values: Record<string, unknown>
  /** The same fields as the form began with. */
  before: Record<string, unknown>
  /** What the form keeps with it, such as the stored row that was edited. */
  more?: unknown
}

const keptAs = 'kashkool-typed'
const leftAs = 'kashkool-left-at'

/** In ms: what was typed longer ago is not offered again. */
const oldest = 24 * 3_600_000

const Kept = z.object({
  personId: z.string(),
  drafts: z.record(
    z.string(),
    z.object({
      at: z.number(),
      values: z.record(z.string(), z.unknown()),
      before: z.record(z.string(), z.unknown()),
      more: z.optional(z.unknown()),
    }),
  ),
})

/**
 * The drafts of this tab. They are kept in the storage of the tab: it comes back with a page that a phone dropped or a browser restored,
 * ends when the tab is closed, and no other tab sees it.
 */
export function typedDraft(personId: string, place: string): TypedDraft | null {
  return read(personId)[place] ?? null
}

export function keepTyped(personId: string, place: string, draft: Omit<TypedDraft, 'at'>) {
  if (personId && !isSharedComputer()) write(personId, { ...read(personId), [place]: { ...draft, at: epoch() } })
}

export function forgetTyped(personId: string, places: Iterable<string>) {
  const drafts = read(personId)
  const gone = new Set(places)
  if (Object.keys(drafts).some((place) => gone.has(place)))
    write(personId, Object.fromEntries(Object.entries(drafts).filter(([place]) => !gone.has(place))))
}

/** Nothing typed stays in this tab. */
export const dropTyped = () => quietly(() => sessionStorage.removeItem(keptAs))

/** The same for tabs that the browser has put to sleep, once they are awake: a tab reaches only its own storage. */
export function dropTypedEverywhere() {
  dropTyped()
  remember(leftAs, String(epoch()))
}

/** Of a person who is not signed in any more nothing stays. */
export function dropTypedBut(personId: string) {
  const kept = stored()
  if (kept !== null && kept.personId !== personId) dropTyped()
}

function read(personId: string): Record<string, TypedDraft> {
  const kept = isSharedComputer() ? null : stored()
  if (!kept || kept.personId !== personId) return {}
  const since = Math.max(epoch() - oldest, Number(recall(leftAs) ?? 0))
  return Object.fromEntries(Object.entries(kept.drafts).filter(([, { at }]) => at > since))
}

function write(personId: string, drafts: Record<string, TypedDraft>) {
  if (Object.keys(drafts).length === 0) dropTyped()
  else quietly(() => sessionStorage.setItem(keptAs, JSON.stringify({ personId, drafts })))
}

function stored() {
  const kept = Kept.safeParse(quietly(() => JSON.parse(sessionStorage.getItem(keptAs) ?? 'null')))
  return kept.success ? kept.data : null
}

/** A browser may refuse to store, or have no space left; what is typed then stays in memory only. */
function quietly<T>(touch: () => T): T | null {
  try {
    return touch()
  } catch {
    return null
  }
}
