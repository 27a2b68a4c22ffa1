import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { ProofDialog } from './ProofDialog.tsx'
import type { SignInProvider } from './provider.ts'

type Props = { school: OwnSchool; provider: SignInProvider; onClose: () => void }

/** Says that staff must sign in with a provider, or that their passwords open again. */
export function RequireProvider({ school, provider: { id, providerName, required, version }, onClose }: Props) {
  const { t } = useTranslation()
  const change = useChange(signInProviders.require)
  const word = required ? 'settings.provider.letPasswords' : 'settings.provider.require'
  return (
    <ProofDialog
      title={`${t(word)} · ${providerName}`}
      description={t(required ? 'settings.provider.letPasswordsMeans' : 'settings.provider.requireMeans')}
      submit={word}
      change={(proof) =>
        change({ ...proof, schoolId: school.id, providerId: id, required: !required, baseVersion: version })
      }
      onClose={onClose}
    >
      {!required && <p className="mb-4 text-sm">{t('settings.provider.requireFirst')}</p>}
    </ProofDialog>
  )
}
