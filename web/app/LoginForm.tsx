import { useEffect, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useLocation, useSearchParams } from 'react-router'
import { Credentials, identity } from '#contract/platform/identity/identity.ts'
import { recent } from '#web/platform/identity/code-request.ts'
import { grant } from '#web/platform/identity/grant.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { signIn } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { CheckField, PasswordField, TextField } from '#web/ui/Fields.tsx'
import { PhoneField } from '#web/ui/PhoneField.tsx'
import { Form } from '#web/ui/Form.tsx'

type Values = { phoneNumber: string; password: string; otpCode: string; sharedComputer: boolean }

/**
 * Phone and password. The authenticator's code is required only from people who use an authenticator. `again` is the number of a person
 * who signs in over the page where they were.
 */
export function LoginForm({ again }: { again?: string }) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const { state } = useLocation()
  const login = useWrite(identity.login)
  const [asksCode, setAsksCode] = useState(false)
  const hasNewPassword = (state as { note?: string } | null)?.note === 'passwordSet'

  async function enter(values: Values) {
    useStore.getState().clearAuthError()
    try {
      const { phoneNumber, password, sharedComputer, otpCode } = values
      const answer = await login.mutateAsync({ phoneNumber, password, sharedComputer, ...(otpCode && { otpCode }) })
      recent.forget()
      grant.forget()
      signIn(answer, values)
    } catch (error) {
      const sentence = error instanceof Error ? error.message : ''
      // The first time, this refusal is not shown as an error; the field for the code appears instead.
      if (sentence === 'Enter the code of your authenticator' && !asksCode) return setAsksCode(true)
      useStore.getState().loginFailure(sentence)
      throw error
    }
  }

  return (
    <>
      <Form<Values>
        schema={Credentials}
        start={{
          phoneNumber: again ?? ((hasNewPassword && recent.get()?.phoneNumber) || ''),
          password: '',
          otpCode: '',
          sharedComputer: false,
        }}
        save={enter}
        submit="auth.login"
        wide
      >
        <PhoneField name="phoneNumber" label="auth.phoneNumber" autoComplete="username" placeholder="01xxxxxxxxx" />
        <PasswordField name="password" label="auth.password" />
        {asksCode && <AuthenticatorField />}
        {again === undefined && (
          <CheckField name="sharedComputer" label="auth.sharedComputer" hint="auth.sharedComputerHint" />
        )}
        {again !== undefined && <PasswordFirst />}
      </Form>
      {again === undefined && (
        <p className="mt-3 text-center">
          <LinkButton tone="quiet" to={paths.forgetPassword(query.get('next') ?? undefined)}>
            {t('auth.forgetPassword')}
          </LinkButton>
        </p>
      )}
    </>
  )
}

/** The number is there already. */
function PasswordFirst() {
  const { setFocus } = useFormContext()
  useEffect(() => setFocus('password'), [setFocus])
  return null
}

/** Gets the focus when it appears, because it is the only field that is still empty. */
function AuthenticatorField() {
  const { setFocus } = useFormContext()
  useEffect(() => setFocus('otpCode'), [setFocus])
  return (
    <TextField
      name="otpCode"
      label="auth.otpCode"
      hint="auth.otpHint"
      inputMode="numeric"
      dir="ltr"
      autoComplete="one-time-code"
    />
  )
}
