import { useState } from 'react'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'

type Props = { studentId: string; lead: 'leadParent' | 'leadSchool' }

/** Who opened the record of a student: fetched once it is looked for. */
export function StudentReaders({ studentId, lead }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  return (
    <details
      className="rounded-card border border-line bg-surface px-5 print:hidden"
      onToggle={(event) => setOpen(event.currentTarget.open)}
    >
      <summary className="min-h-11 cursor-pointer py-3 font-semibold">{t('readers.title')}</summary>
      <div className="pb-4">
        <p className="mb-2 text-sm text-muted">{t(`readers.${lead}`)}</p>
        {open && <Readers studentId={studentId} />}
      </div>
    </details>
  )
}

function Readers({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(auditLog.readersOfStudent, { studentId })
  if (!rows) return <LoadingOrFailed error={error} again={refetch} count={2} />
  if (rows.length === 0) return <p className="py-2">{t('readers.nobody')}</p>
  return (
    <>
      <ul aria-label={t('readers.title')} className="divide-y divide-line">
        {rows.map(({ personId, personName, date, times, throughSupport }) => (
          <li key={`${personId} ${date}`} className="flex flex-wrap justify-between gap-x-4 py-2">
            <span className="font-medium">
              <Bdi>{personName ?? t('readers.formerPerson')}</Bdi>
              {throughSupport && <span className="block text-sm text-muted">{t('readers.throughSupport')}</span>}
            </span>
            <span className="text-muted">
              <Day day={date} /> · {t('readers.times', { count: times })}
            </span>
          </li>
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
