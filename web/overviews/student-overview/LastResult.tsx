import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import type { Overview } from './overview.ts'

type Props = { studentId: string; result: NonNullable<Overview['lastResult']> }

/** The total of the latest closed term; it leads to all results. */
export function LastResult({ studentId, result: { termName, percent, band } }: Props) {
  const { language } = useTranslation()
  return (
    <Link
      to={paths.student(studentId, undefined, 'results')}
      className="flex min-h-11 min-w-0 flex-col justify-center leading-tight hover:text-primary"
    >
      <span className="text-lg font-semibold">
        {percent === null ? '–' : <Digits>{percent}%</Digits>}
        {band && (
          <span className="ms-2 text-sm font-medium">
            <Bdi>{language === 'ar' ? band.nameAr : band.name}</Bdi>
          </span>
        )}
      </span>
      <span className="text-sm text-muted">
        <Bdi>{termName}</Bdi>
      </span>
    </Link>
  )
}
