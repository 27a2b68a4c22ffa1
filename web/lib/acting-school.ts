import { useEffect } from 'react'
import { useSession } from './session.ts'
import { useStore } from './store.ts'

/**
 * When a person opens something that belongs to another of their schools, that school becomes the current one: the header shows
 * its name, and buttons depend on the person's permissions there.
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
