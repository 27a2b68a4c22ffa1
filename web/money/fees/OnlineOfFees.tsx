import { useState } from 'react'
import { gatewayAccounts, type GatewayName, gateways, keysOf } from '#contract/money/online/accounts.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { ShownOnce } from '#web/ui/ShownOnce.tsx'
import { toast } from '#web/ui/toast.ts'

type Settings = OutputOf<typeof gatewayAccounts.get>

const names = { paymob: 'Paymob', moyasar: 'Moyasar' }

/** The school's own account at a gateway: its keys can be written and never read, and a payment of 1.00 shows whether all fits. */
export function OnlineOfFees({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(gatewayAccounts.get, { schoolId })
  const [chosen, setChosen] = useState<GatewayName | null>(null)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  const gateway = chosen ?? data.accounts.find(({ active }) => active)?.gateway ?? 'paymob'
  return (
    <div className="max-w-md space-y-4">
      <p>{t('fees.online.set.lead')}</p>
      <Segments
        label={t('fees.online.set.gateway')}
        items={gateways.map((value) => ({ value, label: names[value] }))}
        value={gateway}
        onChange={setChosen}
      />
      <Account key={gateway} schoolId={schoolId} gateway={gateway} settings={data} />
    </div>
  )
}

type Props = { schoolId: string; gateway: GatewayName; settings: Settings }

function Account({ schoolId, gateway, settings }: Props) {
  const { t } = useTranslation()
  const change = useChange(gatewayAccounts.save)
  const [begun, setBegun] = useState(0)
  const account = settings.accounts.find((one) => one.gateway === gateway)
  const stored = new Map(account?.keys.map(({ keyName, last4 }) => [keyName, last4]))
  const start = {
    schoolId,
    gateway,
    host: account?.host ?? settings.hosts.find((host) => host.includes(gateway)) ?? settings.hosts[0] ?? '',
    active: account?.active ?? true,
    keys: Object.fromEntries(keysOf[gateway].map((name) => [name, ''])),
    otpCode: '',
    ...(account && { baseVersion: account.version }),
  }
  return (
    <>
      <Form
        key={`${begun} ${account?.version ?? 0}`}
        schema={gatewayAccounts.save.input}
        start={start}
        save={async (values) => {
          await change(values as Parameters<typeof change>[0])
          toast({ title: t('settings.saved') })
          setBegun((nth) => nth + 1)
        }}
        submit="common.save"
      >
        <ChoiceField
          name="host"
          label="fees.online.set.host"
          items={settings.hosts.map((host) => ({ value: host, label: host }))}
        />
        {keysOf[gateway].map((name) => (
          <TextField
            key={name}
            name={`keys.${name}`}
            label={`fees.online.set.key.${name}`}
            dir="ltr"
            autoComplete="off"
            placeholder={stored.has(name) ? `•••• ${stored.get(name)}` : ''}
          />
        ))}
        {settings.codeNeeded && (
          <TextField
            name="otpCode"
            label="fees.online.set.otp"
            hint="fees.online.set.otpMeans"
            dir="ltr"
            inputMode="numeric"
          />
        )}
        <CheckField name="active" label="fees.online.set.active" hint="fees.online.set.activeMeans" />
      </Form>
      {account && <Callbacks account={account} />}
      {account?.active && <TestPayment schoolId={schoolId} />}
    </>
  )
}

/** Where the gateway has to report payments, and when it last did. */
function Callbacks({ account }: { account: Settings['accounts'][number] }) {
  const { t } = useTranslation()
  return (
    <section className="space-y-2">
      <h3>{t('fees.online.set.callback')}</h3>
      <p className="text-sm text-muted">{t('fees.online.set.callbackMeans')}</p>
      <ShownOnce secret={account.callbackUrl} copy={t('fees.online.set.copy')} copied={t('fees.online.copied')} />
      <p className="text-sm">
        {account.lastCallbackAt ? (
          <>
            {t('fees.online.set.lastCallback')} <Moment at={account.lastCallbackAt} />
          </>
        ) : (
          t('fees.online.set.noCallback')
        )}
        {account.lastRefusedAt && (
          <span className="block text-danger">
            {t('fees.online.set.lastRefused')} <Moment at={account.lastRefusedAt} />
          </span>
        )}
      </p>
    </section>
  )
}

function TestPayment({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const test = useChange(gatewayAccounts.test)
  const { saving, save } = useSaving()
  const [url, setUrl] = useState<string | null>(null)
  return (
    <section className="space-y-2">
      <p className="text-sm text-muted">{t('fees.online.set.testMeans')}</p>
      {url ? (
        <a
          href={url}
          target="_blank"
          rel="noopener noreferrer"
          className="inline-flex min-h-11 items-center underline-offset-4 hover:text-primary hover:underline"
        >
          <Bdi>{t('fees.online.set.openTest')}</Bdi>
        </a>
      ) : (
        <Button
          disabled={saving}
          onClick={() => save(async () => setUrl((await test({ schoolId })).url), t('fees.online.set.testReady'))}
        >
          {t('fees.online.set.test')} <Digits>1.00</Digits>
        </Button>
      )}
    </section>
  )
}
