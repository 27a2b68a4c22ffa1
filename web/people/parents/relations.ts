import type { OutputOf } from '#contract/language/operation.ts'
import type { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import type { Item } from '#web/ui/Dropdown.tsx'

/** A parent of a student, with what they are to the student. */
export type Parent = OutputOf<typeof studentParents.list>[number]

/** The relations there are to choose from, in the reader's words. */
export function useRelations(): Item[] {
  const { t } = useTranslation()
  const { data = [] } = useRead(reference.relations, {})
  return data.map(({ id, name }) => ({ value: id, label: relationName(t, name) }))
}
