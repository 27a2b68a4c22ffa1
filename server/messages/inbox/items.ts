import type { ItemKind } from '#contract/messages/inbox/inbox.ts'
import type { ItemToStore } from './delivery.queries.ts'

/** The beginning of every item. */
export const item = (kind: ItemKind, personId: string) => ({ kind, personId })

/** One item for each of these people. */
export const to = (personIds: readonly string[], kind: ItemKind, more: Partial<ItemToStore> = {}): ItemToStore[] =>
  [...new Set(personIds)].map((personId) => ({ ...item(kind, personId), ...more }))

type AboutStudents = {
  kind: ItemKind
  day?: string
  isOn?: boolean
  about: readonly (readonly [string, readonly string[]])[]
}

/** One item per student and parent, however many things it is about. */
export function toParents({ kind, day, isOn, about }: AboutStudents): ItemToStore[] {
  const subjects = new Map<string, string[]>()
  for (const [studentId, ids] of about) subjects.set(studentId, [...(subjects.get(studentId) ?? []), ...ids])
  return [...subjects].map(([studentId, subjectIds]) => ({
    kind,
    personId: null,
    studentId,
    subjectIds,
    ...(day && { day }),
    ...(isOn !== undefined && { isOn }),
  }))
}
