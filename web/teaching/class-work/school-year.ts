import { useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { years } from '#contract/school/years/years.ts'
import { useRead } from '#web/lib/api.ts'

export type YearOfSchool = OutputOf<typeof years.days>[number]

export type ShownYear = ReturnType<typeof useSchoolYear>

/**
 * The school years of a school, and the one that a page shows: the one in the address, otherwise the current one, otherwise the
 * latest. If there are no years or they cannot be read, `year` is undefined and the page is not filtered.
 */
export function useSchoolYear(schoolId: string) {
  const [query] = useSearchParams()
  const { data, error } = useRead(years.days, { schoolId })
  const all = data ?? []
  const current = all.find((year) => year.current) ?? all[0]
  const wanted = query.get('year')
  const year = all.find(({ id }) => id === wanted) ?? current
  return { years: all, year, yearId: year?.id, isOther: year !== current, known: data !== undefined || error !== null }
}

/** The address of the same page in another year. The filters are removed, because they belong to the previous year. */
export function inYear(query: URLSearchParams, yearId: string) {
  const next = new URLSearchParams([...query].filter(([name]) => kept.includes(name)))
  next.set('year', yearId)
  return `?${next}`
}

const kept = ['view', 'tab']
