import { useState } from 'react'
import { useNavigate } from 'react-router'
import * as z from 'zod/mini'
import { Phone } from '#contract/language/fields.ts'
import { OwnNumber, ownPhoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { askWho } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PasswordField, TextField } from '#web/ui/Fields.tsx'
import { PhoneField } from '#web/ui/PhoneField.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toast } from '#web/ui/toast.ts'
import { NoCodesThere } from './NoCodesThere.tsx'

type Values = { phoneNumber: string; oldCode: string; newCode: string; password: string }

/** Another number for a person who still has the old one: a code to each of them, and the password. */
export function ChangeNumberScreen() {
  const { t } = useTranslation()
  const [number, setNumber] = useState('')
  return (
    <Screen title={t('numbers.change.title')} lead={t('numbers.change.lead')} narrow>
      <Card className="max-w-md">
        {number ? <Codes phoneNumber={number} onBack={() => setNumber('')} /> : <Ask onSent={setNumber} />}
      </Card>
      <p className="mt-4 max-w-md text-sm text-muted">{t('numbers.change.lost')}</p>
    </Screen>
  )
}

function Ask({ onSent }: { onSent: (phoneNumber: string) => void }) {
  const send = useWrite(ownPhoneChanges.sendCodes)
  return (
    <Form<{ phoneNumber: string }>
      schema={NewNumber}
      start={{ phoneNumber: '' }}
      save={async (values) => {
        await send.mutateAsync(values)
        onSent(values.phoneNumber)
      }}
      submit="numbers.change.send"
      wide
    >
      <PhoneField name="phoneNumber" label="numbers.change.phoneNumber" autoComplete="off" />
      <NoCodesThere />
    </Form>
  )
}

function Codes({ phoneNumber, onBack }: { phoneNumber: string; onBack: () => void }) {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const change = useWrite(ownPhoneChanges.change)

  async function save(values: Values) {
    await change.mutateAsync(values)
    await askWho()
    toast({ title: t('numbers.change.done') })
    await navigate(paths.profile(), { replace: true })
  }

  return (
    <Form<Values>
      schema={OwnNumber}
      start={{ phoneNumber, oldCode: '', newCode: '', password: '' }}
      save={save}
      submit="numbers.change.title"
      beside={<Button onClick={onBack}>{t('numbers.change.back')}</Button>}
    >
      <TextField name="oldCode" label="numbers.change.oldCode" inputMode="numeric" autoComplete="off" dir="ltr" />
      <TextField name="newCode" label="numbers.change.newCode" inputMode="numeric" autoComplete="off" dir="ltr" />
      <PasswordField name="password" label="auth.password" />
    </Form>
  )
}

const NewNumber = z.strictObject({ phoneNumber: Phone })
