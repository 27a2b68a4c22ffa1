import * as z from 'zod/mini'
import { proofAgain } from '#contract/platform/connections/program-keys.ts'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { noProof, ProofField, useProof } from './proof.tsx'
import type { SignInProvider } from './provider.ts'

const RequireForm = z.object(proofAgain)
type Typed = typeof noProof

type Props = { school: OwnSchool; provider: SignInProvider; onClose: () => void }

/** Says that staff must sign in with a provider, or that their passwords open again. */
export function RequireProvider({ school, provider: { id, providerName, required, version }, onClose }: Props) {
  const { t } = useTranslation()
  const change = useChange(signInProviders.require)
  const { needed, asking } = useProof()
  const word = required ? 'settings.provider.letPasswords' : 'settings.provider.require'
  async function save(typed: Typed) {
    await change({ ...typed, schoolId: school.id, providerId: id, required: !required, baseVersion: version })
    toast({ title: t('settings.saved') })
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`${t(word)} · ${providerName}`}
      description={t(required ? 'settings.provider.letPasswordsMeans' : 'settings.provider.requireMeans')}
    >
      {!required && <p className="mb-4 text-sm">{t('settings.provider.requireFirst')}</p>}
      <Form<Typed>
        schema={RequireForm}
        start={noProof}
        draft={false}
        submit={word}
        beside={<DialogCancel />}
        save={(typed) => asking(() => save(typed))}
      >
        <ProofField needed={needed} />
      </Form>
    </Dialog>
  )
}
