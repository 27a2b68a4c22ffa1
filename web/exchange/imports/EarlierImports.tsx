import { ChevronRight } from 'lucide-react'
import { useEffect } from 'react'
import { Link, useSearchParams } from 'react-router'
import { imports } from '#contract/exchange/imports/imports.ts'
import { stale, useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { leadingTo } from '#web/lib/students-address.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { type Status, StatusBadge } from '#web/ui/StatusBadge.tsx'
import { FileName } from './FileName.tsx'
import { type Import, isBusy } from './import.ts'
import { resultOf } from './steps.ts'

/** The imports of a school with their states, latest first. A draft can be continued, and a finished import undone. */
export function EarlierImports({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const list = useList(imports.list, { schoolId })
  const isMoving = list.rows?.some(isBusy)
  useEffect(() => {
    if (!isMoving) return
    const timer = setInterval(() => void stale(imports.list), 2000)
    return () => clearInterval(timer)
  }, [isMoving])
  if (list.rows?.length === 0) return null
  return (
    <section className="mt-8">
      <h2 className="mb-3 text-lg">{t('imports.earlier')}</h2>
      {list.rows ? (
        <ul className="space-y-2" aria-label={t('imports.earlier')}>
          {list.rows.map((one) => (
            <li key={one.id} className="lazy-paint rounded-card border border-line bg-surface hover:border-primary">
              <Link
                to={{ search: leadingTo(query, 'import', one.id) }}
                className="flex items-center gap-3 rounded-card px-5 py-3"
              >
                <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 gap-y-2">
                  <span className="min-w-0">
                    <span className="block font-semibold">
                      <FileName name={one.fileName} />
                    </span>
                    <span className="block text-sm text-muted">
                      <Moment at={one.createDate} /> ·{' '}
                      {one.madeByName && (
                        <>
                          <Bdi>{one.madeByName}</Bdi> ·{' '}
                        </>
                      )}
                      {t('imports.rows', { count: one.rows })}
                    </span>
                  </span>
                  <StatusBadge status={statusOf(one)} word={t(`imports.state.${resultOf(one)}`)} />
                </span>
                <ChevronRight className="mirror-rtl size-5 shrink-0 text-muted" aria-hidden="true" />
              </Link>
            </li>
          ))}
        </ul>
      ) : (
        <LoadingOrFailed error={list.error} again={list.refetch} count={2} />
      )}
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </section>
  )
}

function statusOf(one: Import): Status {
  if (isBusy(one)) return 'waiting'
  return resultOf(one) === 'done' ? 'good' : 'neutral'
}
