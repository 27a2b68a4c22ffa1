import { useState } from 'react'
import { Navigate, useLocation, useNavigate } from 'react-router'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { signIn, signOut, useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { CheckField, PasswordField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountName } from './AccountName.tsx'
import { type CodeRequest, recent } from './code-request.ts'
import { Entrance } from './Entrance.tsx'
import { grant } from './grant.ts'
import { PasswordTwice } from './passwords.ts'

type Values = { password: string; confirmPassword: string; sharedComputer: boolean }

/** The first password, or the one in place of a forgotten one, once the phone is confirmed. */
export function AddPasswordScreen() {
  const [granted] = useState(grant.get)
  if (!granted) return <Navigate to={paths.join()} replace state={{ note: 'confirmAgain' }} />
  return <CreatePassword granted={granted} />
}

function CreatePassword({ granted }: { granted: string }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { status } = useSession()
  const { phoneNumber = '', purpose, next } = (useLocation().state ?? {}) as Partial<CodeRequest>
  const set = useWrite(registration.setPassword)
  const login = useWrite(identity.login)
  const [lapsed, setLapsed] = useState(false)

  async function save({ sharedComputer, ...values }: Values) {
    try {
      await set.mutateAsync({ ...values, grant: granted })
    } catch (error) {
      if (error instanceof Error && error.message === 'Please confirm your phone number again') {
        grant.forget()
        setLapsed(true)
      }
      throw error
    }
    grant.forget()
    if (status === 'in') await signOut() // a new password ends every session, this one too
    toast({ title: t('passwords.changed') })
    // A refusal, such as one for an authenticator's code, is answered at the sign-in, where the number is filled in already.
    await login
      .mutateAsync({ phoneNumber, password: values.password, sharedComputer })
      .then((answer) => {
        recent.forget()
        signIn(answer, { sharedComputer })
      })
      .catch(() => undefined)
    await navigate(paths.auth(next ?? undefined), { replace: true, state: { note: 'passwordSet' } })
  }

  return (
    <Entrance title={t('passwords.create')} lead={t('passwords.createLead')}>
      <Form<Values>
        schema={PasswordTwice}
        start={{ password: '', confirmPassword: '', sharedComputer: false }}
        save={save}
        submit="passwords.create"
        wide
        quiet
      >
        <AccountName phoneNumber={phoneNumber} />
        <PasswordField name="password" label="passwords.new" hint="passwords.rule" autoComplete="new-password" />
        <PasswordField name="confirmPassword" label="passwords.confirm" autoComplete="new-password" />
        <CheckField name="sharedComputer" label="auth.sharedComputer" hint="auth.sharedComputerHint" />
      </Form>
      {lapsed && (
        <p className="mt-3 text-center">
          <LinkButton tone="quiet" to={purpose === 'forget' ? paths.forgetPassword() : paths.join()} replace>
            {t('passwords.confirmPhone')}
          </LinkButton>
        </p>
      )}
    </Entrance>
  )
}
