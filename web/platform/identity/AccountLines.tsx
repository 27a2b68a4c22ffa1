import { users } from '#contract/platform/identity/users.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'

/** What happened with the person's own account, and from where. */
export function AccountLines() {
  const { t } = useTranslation()
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(users.accountLines, {})
  return (
    <section aria-labelledby="account-lines" className="mt-8">
      <h2 id="account-lines" className="text-lg">
        {t('sessions.lines')}
      </h2>
      <p className="mb-3 text-sm text-muted">{t('sessions.linesLead')}</p>
      {rows ? (
        <>
          <ul className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {rows.map(({ at, event, device, address }, nth) => (
              <li key={`${at} ${nth}`} className="px-5 py-3">
                <p className={event === 'failed' ? 'font-medium text-danger' : 'font-medium'}>
                  {t(`sessions.event.${event}`)}
                </p>
                <p className="text-sm text-muted [overflow-wrap:anywhere]">
                  <Moment at={at} /> · <Bdi>{device || t('sessions.unknown')}</Bdi>
                  {address && (
                    <>
                      {' · '}
                      <Digits>{address}</Digits>
                    </>
                  )}
                </p>
              </li>
            ))}
          </ul>
          <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
        </>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={2} />
      )}
    </section>
  )
}
