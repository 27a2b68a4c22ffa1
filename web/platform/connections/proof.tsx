import { useState } from 'react'
import { translated } from '#web/lib/i18n.ts'
import { PasswordField, TextField } from '#web/ui/Fields.tsx'
import { toast } from '#web/ui/toast.ts'

/** What the server asks for, by the sentence with which it asks. */
const proofs: Readonly<Record<string, 'code' | 'password'>> = {
  'Enter the code of your authenticator': 'code',
  'Enter your password again': 'password',
}

export const noProof = { otpCode: '', password: '' }

/** A person proves again who they are, once the server says how: with the code of an authenticator, or without one with the password. */
export function useProof() {
  const [needed, setNeeded] = useState<'code' | 'password' | null>(null)
  async function asking(send: () => Promise<unknown>) {
    try {
      return await send()
    } catch (problem) {
      const asked = proofs[(problem as Error).message]
      if (asked === undefined || asked === needed) throw problem
      setNeeded(asked)
      toast({ title: translated((problem as Error).message) })
      return false
    }
  }
  return { needed, asking }
}

export function ProofField({ needed }: { needed: 'code' | 'password' | null }) {
  if (needed === 'password') return <PasswordField name="password" label="auth.password" />
  return needed && <TextField name="otpCode" label="settings.webhook.otp" dir="ltr" inputMode="numeric" />
}
