import { type ReactNode, useState } from 'react'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { EditButton, RecordRow } from '#web/records/RecordRow.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { EditProvider } from './EditProvider.tsx'
import { RequireProvider } from './RequireProvider.tsx'
import type { SignInProvider } from './provider.ts'

/** With whose accounts the staff of the school sign in. */
export function ProviderList({ school, filters }: { school: OwnSchool; filters: ReactNode }) {
  const { t } = useTranslation()
  const listQuery = useRead(signInProviders.list, { schoolId: school.id })
  const [requiring, setRequiring] = useState<SignInProvider | null>(null)
  const [edited, setEdited] = useState<SignInProvider | 'new' | null>(null)
  return (
    <RecordList<SignInProvider>
      of="provider"
      lead={t('settings.provider.lead')}
      listQuery={listQuery}
      tools={<ExportButton list={signInProviders.list} input={{ schoolId: school.id }} />}
      filters={filters}
      words={({ providerName, domain, issuer }) => [providerName, domain, issuer]}
      line={(provider) => (
        <RecordRow name={provider.providerName} more={<Facts of={provider} timeZone={school.timeZone} />}>
          <StatusBadge
            status={provider.active ? 'good' : 'neutral'}
            word={t(`settings.provider.${stateOf(provider)}`)}
          />
          {provider.active && (
            <Button className="ms-2" onClick={() => setRequiring(provider)}>
              {t(`settings.provider.${provider.required ? 'letPasswords' : 'require'}`)}
            </Button>
          )}
          <EditButton name={provider.providerName} onClick={() => setEdited(provider)} />
        </RecordRow>
      )}
      onAdd={() => setEdited('new')}
    >
      {edited && (
        <EditProvider school={school} provider={edited === 'new' ? null : edited} onClose={() => setEdited(null)} />
      )}
      {requiring && <RequireProvider school={school} provider={requiring} onClose={() => setRequiring(null)} />}
    </RecordList>
  )
}

function stateOf({ required, active }: SignInProvider) {
  if (required) return 'isRequired'
  return active ? 'on' : 'off'
}

function Facts({ of, timeZone }: { of: SignInProvider; timeZone: string }) {
  const { t } = useTranslation()
  return (
    <>
      <p>
        <bdi dir="ltr">
          {of.domain} · {of.issuer}
        </bdi>
      </p>
      <p>
        {t('settings.provider.linked', { count: of.linkedPeople })}
        {' · '}
        {of.lastUsedAt ? (
          <>
            {t('settings.provider.lastUsed')} <Moment at={of.lastUsedAt} timeZone={timeZone} />
          </>
        ) : (
          t('settings.provider.neverUsed')
        )}
        {' · '}
        {t('settings.connection.madeBy')} <Bdi>{of.madeByName}</Bdi>
      </p>
    </>
  )
}
