import { classes } from '#contract/school/classes/classes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { useRead } from '#web/lib/api.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import type { Item } from '#web/ui/Dropdown.tsx'

export type ClassChoice = OutputOf<typeof classes.list>[number]

/** The classes of a school: all of them for filters, and the open ones, with their numbers of students and places, for forms. */
export function useClassChoices(schoolId: string) {
  const { data, error, refetch } = useRead(classes.list, { schoolId })
  const rows = data ?? []
  const withPlaces = ({ id, gradeName, studentsCount, maxOfStudents, ...room }: ClassChoice): Item => ({
    value: id,
    label: [nameOfClass(room), gradeName, `${studentsCount}/${maxOfStudents}`].map(isolated).join(' · '),
  })
  return {
    ready: data !== undefined,
    error,
    refetch,
    all: rows.map((room): Item => ({ value: room.id, label: nameOfClass(room) })),
    /** A student's own class is included even if it is no longer open. */
    open: (ownId?: string) => rows.filter(({ id, active }) => active || id === ownId).map(withPlaces),
  }
}
