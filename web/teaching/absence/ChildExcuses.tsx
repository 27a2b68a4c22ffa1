import { excuses } from '#contract/teaching/absence/excuses.ts'
import { useList } from '#web/lib/api.ts'
import { SentPicture } from '#web/ui/SentPicture.tsx'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ExcuseDays } from './ExcuseDays.tsx'
import { decisionOn } from './words.ts'

/** A parent's excuses for a child. */
export function ChildExcuses({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(excuses.ofStudent, { studentId })
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
                  <SentPicture src={excuse.imageUrl} label={t('absence.openPicture')} />
                  <LinkButton
                    tone="quiet"
                    className="-ms-3"
                    to={paths.messages({ to: studentId, about: `excuse:${excuse.id}` })}
                  >
                    {t('absence.askAbout')}
                  </LinkButton>
                </div>
                <StatusBadge status={looks[decisionOn(excuse)]} word={t(`absence.decision.${decisionOn(excuse)}`)} />
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </section>
  )
}

const looks = { waits: 'waiting', accepted: 'good', refused: 'bad' } as const
