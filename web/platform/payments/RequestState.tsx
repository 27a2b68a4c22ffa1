import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { requestLooks, type Request, stateOf } from './request.ts'

/** Whether a request waits, was approved or was rejected. */
export function RequestState({ request }: { request: Request }) {
  const { t } = useTranslation()
  const state = stateOf(request)
  return <StatusBadge status={requestLooks[state]} word={t(`payments.${state}`)} />
}

/** The person who decided, and the result: the coins credited, or why it was rejected. */
export function Decision({ request: { approved, approvedByName, coins, rejectReason } }: { request: Request }) {
  const { t } = useTranslation()
  if (approved === null) return null
  return (
    <span className="block text-sm text-muted">
      {approvedByName && (
        <span className="block">
          <Bdi>{approvedByName}</Bdi>
        </span>
      )}
      {approved && coins !== null && <span className="block">{t('payments.credited', { coins })}</span>}
      {rejectReason && (
        <span className="block [overflow-wrap:anywhere]">
          {t('payments.reason')}: <Bdi>{rejectReason}</Bdi>
        </span>
      )}
    </span>
  )
}
