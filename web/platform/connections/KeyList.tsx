import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { type Status, StatusBadge } from '#web/ui/StatusBadge.tsx'
import { CopyAddress, oneRosterAddress } from './CopyAddress.tsx'
import { MakeKey } from './MakeKey.tsx'

type Key = OutputOf<typeof programKeys.list>[number]

const looks: Record<Key['keyState'], Status> = { active: 'good', ended: 'neutral', revoked: 'bad', lapsed: 'waiting' }

/** The keys with which programs of others read of the school: what each opens, how it is used, and its end at once. */
export function KeyList({ school, filters }: { school: OwnSchool; filters: ReactNode }) {
  const { t } = useTranslation()
  const listQuery = useRead(programKeys.list, { schoolId: school.id })
  const revoke = useChange(programKeys.revoke)
  const [making, setMaking] = useState(false)
  return (
    <RecordList<Key>
      of="connection"
      lead={t('settings.connection.lead')}
      listQuery={listQuery}
      tools={<ExportButton list={programKeys.list} input={{ schoolId: school.id }} />}
      words={({ keyName, madeByName }) => [keyName, madeByName]}
      line={(key) => (
        <RecordRow name={key.keyName} more={<KeyFacts of={key} timeZone={school.timeZone} />}>
          <StatusBadge status={looks[key.keyState]} word={t(`settings.connection.state.${key.keyState}`)} />
          {key.keyState === 'active' && key.scopes.some(isOfOneRoster) && <CopyAddress />}
          {(key.keyState === 'active' || key.keyState === 'lapsed') && (
            <RemoveButton
              name={key.keyName}
              means={t('settings.connection.revokeMeans')}
              run={() => revoke({ schoolId: school.id, keyId: key.id })}
            />
          )}
        </RecordRow>
      )}
      filters={filters}
      onAdd={() => setMaking(true)}
    >
      {making && <MakeKey school={school} onClose={() => setMaking(false)} />}
    </RecordList>
  )
}

const isOfOneRoster = (scope: string) => scope === 'oneroster' || scope === 'gradebook'

function KeyFacts({ of, timeZone }: { of: Key; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        {of.scopes.map((scope) => t(`settings.connection.scope.${scope}`)).join(' · ')} ·{' '}
        {t('settings.connection.until')} <Day day={of.endsOn} />
      </p>
      <p>
        {t('settings.connection.madeBy')} <Bdi>{of.madeByName}</Bdi> ·{' '}
        {of.lastUsedAt ? (
          <>
            {t('settings.connection.lastUsed')} <Moment at={of.lastUsedAt} timeZone={timeZone} />
          </>
        ) : (
          t('settings.connection.neverUsed')
        )}{' '}
        · {t('settings.connection.calls', { count: of.calls })}
        {of.refusedCalls > 0 && (
          <>
            {' · '}
            {t('settings.connection.refused')} <Digits>{of.refusedCalls}</Digits>
          </>
        )}
      </p>
      {of.keyState === 'active' && (
        <p>
          {t('settings.connection.keyId')} <bdi className="break-all">{of.id}</bdi>
        </p>
      )}
      {of.keyState === 'active' && of.scopes.some(isOfOneRoster) && (
        <p>
          {t('settings.connection.address')}
          <span className="block break-all">
            <bdi dir="ltr">{oneRosterAddress()}</bdi>
          </span>
        </p>
      )}
      {of.revokedReason && <p>{t('settings.connection.shown')}</p>}
    </>
  )
}
