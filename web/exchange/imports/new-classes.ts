import { useState } from 'react'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import type { Import } from './import.ts'
import { keyOf, newClassesIn, type Unknown } from './unknown-names.ts'

/**
 * The classes of a table that the school does not have, and the grade in which each is to be made: the one that its name suggests, until a
 * person chooses another or none. `isMade`: such a name is asked for once, there, and not among the names that mean a class of the school.
 */
export function useNewClasses(draft: Import) {
  const may = useMay(classSettings.addSeveral)
  const { data } = useRead(classSettings.formData, { schoolId: draft.schoolId }, { enabled: may })
  const [chosen, setChosen] = useState<Record<string, string | null>>({})
  const unknown = may && data ? newClassesIn(draft.unknownNames).slice(0, mostClasses) : []
  const gradeOf = (one: Unknown) => (keyOf(one) in chosen ? chosen[keyOf(one)]! : one.gradeId)
  const made = new Set(unknown.filter((one) => gradeOf(one) !== null).map(keyOf))
  const choose = (ones: readonly Unknown[], gradeId: string | null) =>
    setChosen((before) => ({ ...before, ...Object.fromEntries(ones.map((one) => [keyOf(one), gradeId])) }))
  return {
    unknown,
    data,
    gradeOf,
    choose,
    isMade: (one: Parameters<typeof keyOf>[0]) => made.has(keyOf(one)),
  }
}

/** The maximum of one call. The rest follows when these exist. */
const mostClasses = 200
