import * as z from 'zod/mini'
import { Phone11 } from '#contract/language/fields.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { users } from '#contract/platform/identity/users.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { PhoneField } from '#web/ui/PhoneField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { toast } from '#web/ui/toast.ts'

export type FoundPerson = NonNullable<OutputOf<typeof users.byPhone>>

/** First and last name; '' for a person who has not entered them yet. */
export const foundName = ({ firstName, lastName }: FoundPerson) => `${firstName} ${lastName}`.trim()

type Props = {
  /** Key of the phone field's label. */
  label: string
  /** Key of a sentence below it. */
  hint?: string
  /** Null when nobody is registered with the number. */
  onFound: (person: FoundPerson | null, phoneNumber: string) => void
  /** Whether a number without an account can be invited, so that nothing went wrong. */
  invites?: boolean
}

/** Finds a person by the whole phone number. Shows its own message if there is nobody. */
export function FindPerson({ label, hint, onFound, invites = false }: Props) {
  const { t } = useTranslation()

  async function find(values: { phoneNumber: string }) {
    const person = await call(users.byPhone, values)
    if (!person) toast({ title: t('settings.enterPhone'), ...(!invites && { tone: 'danger' }) })
    onFound(person, values.phoneNumber)
  }

  return (
    <Form draft={false} schema={ByPhone} start={{ phoneNumber: '' }} save={find} submit="settings.find">
      <PhoneField name="phoneNumber" label={label} {...(hint && { hint })} autoComplete="off" />
    </Form>
  )
}

const ByPhone = z.strictObject({ phoneNumber: Phone11 })
