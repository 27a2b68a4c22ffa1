import { lazy } from 'react'
import { useSearchParams } from 'react-router'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { useList } from '#web/lib/api.ts'
import { isCivilDay, todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { part } from '#web/ui/part.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ExcusePicture } from './ExcusePicture.tsx'
import { ExcuseDays } from './ExcuseDays.tsx'
import { decisionOn } from './words.ts'

const AskExcuse = lazy(part(async () => (await import('./AskExcuse.tsx')).AskExcuse))

/** A parent's excuses for a child; while the child is at the school, `?excuse=` opens the form of a new one with that day. */
export function ChildExcuses({ studentId, mayAsk }: { studentId: string; mayAsk: boolean }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const named = query.get('excuse')
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(excuses.ofStudent, { studentId })
  const close = () => {
    const next = new URLSearchParams(query)
    next.delete('excuse')
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  return (
    <section aria-label={t('absence.excusesOfChild')} className="mb-6 space-y-3">
      <h2 className="text-base">{t('absence.excusesOfChild')}</h2>
      <RowStates
        rows={rows}
        error={error}
        again={refetch}
        count={2}
        empty={<p className="text-muted">{t('absence.noExcusesOfChild')}</p>}
      >
        {(rows) => (
          <ul className="divide-y divide-line rounded-card border border-line bg-surface">
            {rows.map((excuse) => (
              <li key={excuse.id} className="flex flex-wrap items-center justify-between gap-2 px-4 py-3">
                <div className="min-w-0">
                  <ExcuseDays excuse={excuse} />
                  {[excuse.text, excuse.reason && `${t('absence.field.reason')}: ${excuse.reason}`].map(
                    (text) =>
                      text && (
                        <p key={text} className="text-sm text-muted [overflow-wrap:anywhere]">
                          <Bdi>{text}</Bdi>
                        </p>
                      ),
                  )}
                  <ExcusePicture src={excuse.imageUrl} />
                </div>
                <StatusBadge status={looks[decisionOn(excuse)]} word={t(`absence.decision.${decisionOn(excuse)}`)} />
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
      {mayAsk && named !== null && (
        <LazyPart onClose={close}>
          <AskExcuse studentId={studentId} day={isCivilDay(named) ? named : todayOfDevice()} onClose={close} />
        </LazyPart>
      )}
    </section>
  )
}

const looks = { waits: 'waiting', accepted: 'good', refused: 'bad' } as const
