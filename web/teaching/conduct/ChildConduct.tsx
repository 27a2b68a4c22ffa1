import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { ConductMarks } from './ConductMarks.tsx'
import { RecordLine } from './RecordLine.tsx'

/** What a parent reads of their child's conduct; nothing where nothing was recorded. */
export function ChildConduct({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { rows, more, isFetchingNextPage, loadMore } = useList(conduct.ofStudent, { studentId })
  if (!rows || rows.length === 0) return null
  return (
    <section aria-labelledby="conduct" className="mb-6 space-y-3">
      <h2 id="conduct" className="text-base">
        {t('conduct.title')}
      </h2>
      <ConductMarks studentId={studentId} />
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((record) => (
          <li key={record.id}>
            <RecordLine record={record} forParents />
          </li>
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </section>
  )
}
