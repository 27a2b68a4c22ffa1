import { useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { AskCodeForm } from './AskCodeForm.tsx'
import { Entrance } from './Entrance.tsx'

/** A forgotten password: a code to the phone, then a new one. */
export function ForgetPasswordScreen() {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const next = query.get('next')
  const { status } = useSession()
  return (
    <Entrance title={t('passwords.forgotten')} lead={t('passwords.forgottenLead')}>
      <AskCodeForm purpose="forget" next={next} />
      <p className="mt-3 text-center">
        <LinkButton tone="quiet" to={status === 'in' ? paths.changePassword() : paths.auth(next ?? undefined)}>
          {t('common.back')}
        </LinkButton>
      </p>
    </Entrance>
  )
}
