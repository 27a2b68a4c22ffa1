import { Link } from 'react-router'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'

/** The students of the school whom the list does not have. Each leads to the page on which a leaving is entered. */
export function MissingStudents({ importId }: { importId: string }) {
  const { t } = useTranslation()
  const list = useList(imports.missing, { importId, pageSize: 50 }, { enabled: useMay(imports.missing) })
  const { rows, total } = list
  if (!rows || rows.length === 0) return null
  return (
    <details className="mb-6 rounded-card border border-line bg-surface px-5 py-4" data-import="missing">
      <summary className="cursor-pointer font-semibold">{t('imports.missingStudents', { count: total })}</summary>
      <p className="mt-2 max-w-prose text-sm text-muted">{t('imports.missingStudentsHint')}</p>
      <ul className="mt-3 grid gap-x-6 gap-y-1 sm:grid-cols-2 lg:grid-cols-3">
        {rows.map(({ studentId, studentName, classRoomName, toBeDeleted }) => (
          <li key={studentId} className="flex flex-wrap items-center gap-x-2 [overflow-wrap:anywhere]">
            <Link
              to={paths.student(studentId, 'staff')}
              className="min-h-11 content-center font-medium hover:text-primary"
            >
              <Bdi>{studentName}</Bdi>
            </Link>
            <span className="text-muted">
              <Bdi>{classRoomName}</Bdi>
            </span>
            {toBeDeleted && <span className="text-sm text-muted">{t('imports.toBeDeleted')}</span>}
          </li>
        ))}
      </ul>
      <LoadMore more={list.more} pending={list.isFetching} onMore={list.loadMore} />
    </details>
  )
}
