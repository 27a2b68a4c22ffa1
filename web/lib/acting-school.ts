import { useEffect } from 'react'
import { useSession } from './session.ts'
import { useStore } from './store.ts'

/**
 * Whoever opens something of another of his schools acts in that school from then on: the header names it, and buttons
 * follow what he may there.
 */
export function useActingSchool(schoolId: string | undefined) {
  const { schools } = useSession()
  const school = schools.find(({ id }) => id === schoolId)
  useEffect(() => {
    if (school && school.id !== useStore.getState().defaults.defaultSchoolId) actIn(school)
  }, [school])
  return school
}

/** Makes a school the default one. */
export const actIn = ({ id, name }: { id: string; name: string }) =>
  useStore.getState().setDefaults({ defaultSchoolId: id, defaultSchoolName: name })
