import { useState } from 'react'
import { Credentials, identity } from '#contract/identity.ts'
import { useWrite } from '#web/lib/api.ts'
import { signIn } from '#web/lib/session.ts'
import { useStore } from '#web/lib/store.ts'
import { CheckField, PasswordField, PhoneField, TextField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'

type Values = { phoneNumber: string; password: string; otpCode: string; sharedComputer: boolean }

export function LoginForm() {
  const login = useWrite(identity.login)
  const [asksCode, setAsksCode] = useState(false)

  async function enter(values: Values) {
    useStore.getState().clearAuthError()
    try {
      signIn(await login.mutateAsync(values), values)
    } catch (error) {
      const sentence = error instanceof Error ? error.message : ''
      if (sentence === 'Enter the code of your authenticator') setAsksCode(true)
      useStore.getState().loginFailure(sentence)
      throw error
    }
  }

  return (
    <Form<Values>
      schema={Credentials}
      start={{ phoneNumber: '', password: '', otpCode: '', sharedComputer: false }}
      save={enter}
      submit="auth.login"
      wide
    >
      <PhoneField name="phoneNumber" label="auth.phoneNumber" autoComplete="username" placeholder="01xxxxxxxxx" />
      <PasswordField name="password" label="auth.password" />
      {asksCode && (
        <TextField name="otpCode" label="auth.otpCode" inputMode="numeric" dir="ltr" autoComplete="one-time-code" />
      )}
      <CheckField name="sharedComputer" label="auth.sharedComputer" hint="auth.sharedComputerHint" />
    </Form>
  )
}
