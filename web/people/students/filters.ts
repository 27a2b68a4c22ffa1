import { useSearchParams } from 'react-router'
import type { InputOf } from '#contract/language/operation.ts'
import type { studentRecords } from '#contract/people/students/student-records.ts'
import { idIn } from '#web/lib/paths.ts'

export type StudentFilterValues = { classRoomId: string; isPaid: string; active: string }

/** The filters of the students, '' for all. They are in the address, so that they stay after a reload and after going back. */
export function useStudentFilters() {
  const [query, setQuery] = useSearchParams()
  const of = (name: string) => query.get(name) ?? ''
  const filters: StudentFilterValues = {
    classRoomId: idIn(query, 'classRoomId') ?? '',
    isPaid: of('isPaid'),
    active: of('active'),
  }

  function narrow(changed: Partial<StudentFilterValues>) {
    const next = new URLSearchParams(query)
    for (const [name, value] of Object.entries(changed)) {
      if (value) next.set(name, value)
      else next.delete(name)
    }
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return { filters, narrow, isNarrowed: Object.values(filters).some((value) => value !== '') }
}

/** The same as the input of the request. */
export const inputOf = (
  schoolId: string,
  search: string,
  { classRoomId, isPaid, active }: StudentFilterValues,
): InputOf<typeof studentRecords.list> => ({
  schoolId,
  ...(search && { search }),
  ...(classRoomId && { classRoomId }),
  ...(isPaid && { isPaid: isPaid === 'true' }),
  ...(active === 'left' ? { left: true } : active && { active: active === 'true', left: false }),
  // Students who left long ago are found by name or code; they are not listed among the present ones.
  ...(!active && !search && { left: false }),
})
