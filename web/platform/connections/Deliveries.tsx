import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { webhooks } from '#contract/platform/connections/webhooks.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Tick } from '#web/ui/Tick.tsx'
import type { Webhook } from './webhook.ts'

type Delivery = OutputOf<typeof webhooks.deliveries>[number]

/** The messages of a webhook: what each says, whether it arrived, and sending it again. */
export function Deliveries({ school, hook, onClose }: { school: OwnSchool; hook: Webhook; onClose: () => void }) {
  const { t } = useTranslation()
  const [waiting, setWaiting] = useState(false)
  const input = { schoolId: school.id, webhookId: hook.id, ...(waiting && { waiting }) }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(webhooks.deliveries, input)
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t('settings.webhook.messages')}: ${hook.hookName}`}
      description={t('settings.webhook.messagesMeans')}
    >
      <div className="mb-3 flex flex-wrap items-center justify-between gap-2">
        <Tick label={t('settings.webhook.onlyWaiting')} checked={waiting} onChange={setWaiting} />
        {rows && rows.length > 0 && <ExportButton list={webhooks.deliveries} input={input} narrowed={waiting} />}
      </div>
      <RowStates
        rows={rows}
        error={error}
        again={refetch}
        empty={<Empty sentence={t('settings.webhook.noMessages')} />}
      >
        {(all) => (
          <ul className="divide-y divide-line">
            {all.map((delivery) => (
              <Line key={delivery.id} school={school} delivery={delivery} mayAgain={hook.hookState !== 'off'} />
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </Dialog>
  )
}

function Line({ school, delivery, mayAgain }: { school: OwnSchool; delivery: Delivery; mayAgain: boolean }) {
  const { t } = useTranslation()
  const again = useChange(webhooks.sendAgain)
  const { saving, save } = useSaving()
  const { timeZone } = school
  const arrived = delivery.deliveredAt !== null
  return (
    <li className="space-y-2 py-3">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p>
          <bdi className="font-semibold">{delivery.messageEvent}</bdi>{' '}
          <Moment at={delivery.createDate} timeZone={timeZone} />
        </p>
        <StatusBadge
          status={arrived ? 'good' : 'waiting'}
          word={t(arrived ? 'settings.webhook.arrived' : 'settings.webhook.waiting')}
        />
      </div>
      <p className="text-sm text-muted">
        {t('settings.webhook.tries', { count: delivery.attempts })}
        {delivery.lastAnswer !== null && (
          <>
            {' · '}
            {t('settings.webhook.answered')} <Digits>{delivery.lastAnswer}</Digits>
          </>
        )}
        {delivery.nextTryAt && (
          <>
            {' · '}
            {t('settings.webhook.next')} <Moment at={delivery.nextTryAt} timeZone={timeZone} />
          </>
        )}
      </p>
      {delivery.deliveryProblem && (
        <p className="text-sm text-danger">{t(`settings.webhook.problem.${delivery.deliveryProblem}`)}</p>
      )}
      <p dir="ltr" className="rounded-field border border-line px-3 py-2 text-sm break-all">
        {delivery.sentBody}
      </p>
      {mayAgain && (
        <Button
          disabled={saving}
          onClick={() =>
            save(() => again({ schoolId: school.id, deliveryId: delivery.id }), t('settings.webhook.willBeSent'))
          }
        >
          {t('settings.webhook.again')}
        </Button>
      )}
    </li>
  )
}
