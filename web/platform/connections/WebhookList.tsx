import { Mail } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { webhooks } from '#contract/platform/connections/webhooks.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { EditButton, RecordRow } from '#web/records/RecordRow.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { type Status, StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Deliveries } from './Deliveries.tsx'
import { EditWebhook } from './EditWebhook.tsx'
import type { Webhook } from './webhook.ts'

const looks: Record<Webhook['hookState'], Status> = {
  active: 'good',
  failing: 'waiting',
  paused: 'bad',
  off: 'neutral',
}

/** Where programs of others are notified of changes, whether that arrives, and what was sent. */
export function WebhookList({ school, filters }: { school: OwnSchool; filters: ReactNode }) {
  const { t } = useTranslation()
  const listQuery = useRead(webhooks.list, { schoolId: school.id })
  const [edited, setEdited] = useState<Webhook | 'new' | null>(null)
  const [shown, setShown] = useState<Webhook | null>(null)
  return (
    <RecordList<Webhook>
      of="webhook"
      lead={t('settings.webhook.lead')}
      listQuery={listQuery}
      tools={<ExportButton list={webhooks.list} input={{ schoolId: school.id }} />}
      filters={filters}
      words={({ hookName, url }) => [hookName, url]}
      line={(hook) => (
        <RecordRow name={hook.hookName} more={<Facts of={hook} timeZone={school.timeZone} />}>
          <StatusBadge status={looks[hook.hookState]} word={t(`settings.webhook.state.${hook.hookState}`)} />
          <IconButton label={`${t('settings.webhook.messages')}: ${hook.hookName}`} onClick={() => setShown(hook)}>
            <Mail className="size-5" aria-hidden="true" />
          </IconButton>
          <EditButton name={hook.hookName} onClick={() => setEdited(hook)} />
        </RecordRow>
      )}
      onAdd={() => setEdited('new')}
    >
      {edited && (
        <EditWebhook school={school} hook={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {shown && <Deliveries school={school} hook={shown} onClose={() => setShown(null)} />}
    </RecordList>
  )
}

function Facts({ of, timeZone }: { of: Webhook; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <bdi dir="ltr">{of.url}</bdi>
      </p>
      <p>{of.events.map((event) => t(`settings.webhook.event.${event}`)).join(' · ')}</p>
      <p>
        {of.deliveredAt ? (
          <>
            {t('settings.webhook.lastArrived')} <Moment at={of.deliveredAt} timeZone={timeZone} />
          </>
        ) : (
          t('settings.webhook.neverArrived')
        )}
        {of.waitingMessages > 0 && <> · {t('settings.webhook.waits', { count: of.waitingMessages })}</>}
        {of.failingSince && (
          <>
            {' · '}
            {t('settings.webhook.failingSince')} <Moment at={of.failingSince} timeZone={timeZone} />
          </>
        )}
        {' · '}
        {t('settings.connection.madeBy')} <Bdi>{of.madeByName}</Bdi>
      </p>
      {of.formerUntil && (
        <p>
          {t('settings.webhook.bothUntil')} <Moment at={of.formerUntil} timeZone={timeZone} />
        </p>
      )}
    </>
  )
}
