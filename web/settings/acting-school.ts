import { useEffect } from 'react'
import { useSession } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'

/**
 * Whoever opens something of another of his schools acts in that school from then on: the header names it, and buttons
 * follow what he may there.
 */
export function useActingSchool(schoolId: string | undefined) {
  const { schools } = useSession()
  const school = schools.find(({ id }) => id === schoolId)
  useEffect(() => {
    const { defaults, setDefaults } = useStore.getState()
    if (school && school.id !== defaults.defaultSchoolId)
      setDefaults({ defaultSchoolId: school.id, defaultSchoolName: school.name })
  }, [school])
  return school
}
