import { useSearchParams } from 'react-router'
import type { InputOf } from '#contract/language/operation.ts'
import type { studentRecords } from '#contract/students/student-records.ts'
import { idIn } from '#web/lib/paths.ts'

export type StudentFilterValues = { classRoomId: string; isPaid: string; active: string }

/** The filters of the students, '' for all. Kept in the address, so that a reload and the way back keep them. */
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
  // Who left years ago is found by name or code, and does not stand among those who are here.
  ...(!active && !search && { left: false }),
})
