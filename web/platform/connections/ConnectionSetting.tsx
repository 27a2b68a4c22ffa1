import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Segments } from '#web/ui/Segments.tsx'
import { KeyList } from './KeyList.tsx'
import { ProviderList } from './ProviderList.tsx'
import { RosterPart } from './RosterPart.tsx'
import { WebhookList } from './WebhookList.tsx'

const parts = ['keys', 'oneRoster', 'webhooks', 'signIn'] as const

/** How programs of others are connected with the school: the keys with which they read, OneRoster, where they are notified, and who signs staff in. */
export function ConnectionSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [query, setQuery] = useSearchParams()
  const part = parts.find((one) => one === query.get('part')) ?? 'keys'
  const filters = (
    <div className="mb-3 flex">
      <Segments
        label={t('settings.connection.title')}
        items={parts.map((value) => ({ value, label: t(`settings.connection.part.${value}`) }))}
        value={part}
        onChange={(value) => setQuery({ part: value }, { replace: true })}
      />
    </div>
  )
  const List = lists[part]
  return <List school={school} filters={filters} />
}

const lists = { keys: KeyList, oneRoster: RosterPart, webhooks: WebhookList, signIn: ProviderList }
