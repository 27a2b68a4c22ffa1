import { useEffect } from 'react'
import { useLocation, useSearchParams } from 'react-router'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { useRead } from '#web/lib/api.ts'
import { Loading } from '#web/ui/Skeleton.tsx'
import { StudentExamList } from './StudentExamList.tsx'

type Props = {
  studentId: string
  schoolId: string
  yearId: string | undefined
  /** Whether that is another than the current year: of such a one all exams are shown. */
  isOther: boolean
}

/** A child's exams for their parent: at first those of the last month of the current year (product.md §2.5). */
export function ChildExams({ isOther, ...child }: Props) {
  const last = useLastMonth(child.schoolId)
  if (isOther) return <StudentExamList {...child} />
  return last === undefined ? <Loading /> : <NarrowedAtFirst {...child} month={last} />
}

function NarrowedAtFirst({ month, ...child }: Omit<Props, 'isOther'> & { month: string | null }) {
  const [, setQuery] = useSearchParams()
  const { search } = useLocation()
  useEffect(() => {
    // Another part was opened meanwhile, and this one is still shown until that is there.
    if (location.search !== search) return
    setQuery(
      (before) => {
        if (!month || before.has('months')) return before
        const next = new URLSearchParams(before)
        next.set('months', month)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once: a reader who clears the months sees all exams
  }, [])
  return <StudentExamList {...child} />
}

/** Undefined until it is known; null where there is no current year, or no month in it, or nobody can say. */
function useLastMonth(schoolId: string): string | null | undefined {
  const year = useRead(years.current, { schoolId })
  const ofYear = useRead(months.list, { yearId: year.data?.id ?? '', isActive: true }, { enabled: Boolean(year.data) })
  if (year.error || ofYear.error || year.data === null) return null
  return ofYear.data && (ofYear.data.at(-1)?.id ?? null)
}
