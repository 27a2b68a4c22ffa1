import * as z from 'zod/mini'
import { Bool, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { proofAgain } from '#contract/platform/connections/program-keys.ts'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { CheckField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { noProof, ProofField, useProof } from './proof.tsx'
import type { SignInProvider } from './provider.ts'

const ProviderForm = z.object({
  providerName: NameOf(2, 60),
  domain: Text(3, 100),
  issuer: Text(10, 500),
  clientId: Text(1, 300),
  clientSecret: Text(0, 500),
  tenant: Text(0, 100),
  trustsFactor: Bool,
  active: Bool,
  ...proofAgain,
})
type Typed = z.output<typeof ProviderForm> & typeof noProof

const empty = { providerName: '', domain: '', issuer: '', clientId: '', tenant: '', trustsFactor: false, active: true }

type Props = { school: OwnSchool; provider: SignInProvider | null; onClose: () => void }

/** Adds a provider or changes it. Its secret is never shown again. */
export function EditProvider({ school, provider, onClose }: Props) {
  const { t } = useTranslation()
  const add = useChange(signInProviders.add)
  const update = useChange(signInProviders.update)
  const { needed, asking } = useProof()
  const { providerName, domain, issuer, clientId, tenant, trustsFactor, active } = provider ?? empty
  const stored = { providerName, domain, issuer, clientId, tenant: tenant ?? '', trustsFactor, active }

  async function save({ active: isActive, ...typed }: Typed) {
    if (provider)
      await update({
        ...typed,
        schoolId: school.id,
        providerId: provider.id,
        active: isActive,
        baseVersion: provider.version,
      })
    else await add({ ...typed, schoolId: school.id })
    toast({ title: t('settings.saved') })
    onClose()
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(provider ? 'settings.provider.edit' : 'settings.provider.add')}
      description={t('settings.provider.addMeans')}
    >
      <p className="mb-4 text-sm">
        {t('settings.provider.redirect')}
        <span className="block break-all">
          <bdi dir="ltr">{provider?.redirectUri ?? `${location.origin}/sign-in/callback`}</bdi>
        </span>
        {t('settings.provider.logout')}
        <span className="block break-all">
          <bdi dir="ltr">
            {(provider?.redirectUri ?? `${location.origin}/sign-in/callback`).replace(/callback$/, 'logout')}
          </bdi>
        </span>
      </p>
      <Form<Typed>
        schema={ProviderForm}
        start={{ ...stored, clientSecret: '', ...noProof }}
        submit={provider ? 'settings.provider.save' : 'settings.provider.make'}
        beside={<DialogCancel />}
        save={(typed) => asking(() => save(typed))}
      >
        <TextField
          name="providerName"
          label="settings.provider.providerName"
          hint="settings.provider.providerNameHint"
        />
        <TextField name="domain" label="settings.provider.domain" hint="settings.provider.domainHint" dir="ltr" />
        <TextField name="issuer" label="settings.provider.issuer" hint="settings.provider.issuerHint" dir="ltr" />
        <TextField name="clientId" label="settings.provider.clientId" dir="ltr" />
        <TextField
          name="clientSecret"
          label="settings.provider.clientSecret"
          {...(provider && { hint: 'settings.provider.clientSecretStays' })}
          dir="ltr"
          type="password"
          autoComplete="off"
        />
        <TextField name="tenant" label="settings.provider.tenant" hint="settings.provider.tenantHint" dir="ltr" />
        <CheckField
          name="trustsFactor"
          label="settings.provider.trustsFactor"
          hint="settings.provider.trustsFactorHint"
        />
        {provider && <CheckField name="active" label="settings.provider.active" hint="settings.provider.activeMeans" />}
        <ProofField needed={needed} />
      </Form>
      {provider && <TryProvider school={school} provider={provider} />}
    </Dialog>
  )
}

function TryProvider({ school, provider }: { school: OwnSchool; provider: SignInProvider }) {
  const { t } = useTranslation()
  const test = useChange(signInProviders.test)
  const { saving, save } = useSaving()
  const run = () => save(() => test({ schoolId: school.id, providerId: provider.id }), t('settings.provider.answers'))
  return (
    <div className="mt-6 space-y-3 border-t border-line pt-4">
      <p className="text-sm text-muted">{t('settings.provider.testMeans')}</p>
      <Button disabled={saving} onClick={run}>
        {t('settings.provider.test')}
      </Button>
    </div>
  )
}
