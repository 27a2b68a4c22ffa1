import { useNavigate } from 'react-router'
import { users } from '#contract/platform/identity/users.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { PasswordField } from '#web/ui/Fields.tsx'
import { Form } from '#web/ui/Form.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { toast } from '#web/ui/toast.ts'
import { AccountName } from './AccountName.tsx'
import { PasswordChanged } from './passwords.ts'

type Values = { oldPassword: string; newPassword: string; confirmNewPassword: string }

/** A new password for a person who knows the old one; their other devices are signed out. */
export function ChangePasswordScreen() {
  const { t } = useTranslation()
  const { user } = useSession()
  const navigate = useNavigate()
  const change = useWrite(users.changePassword)

  async function save(values: Values) {
    await change.mutateAsync(values)
    toast({ title: t('passwords.changed') })
    await navigate(paths.profile(), { replace: true })
  }

  return (
    <Screen title={t('passwords.change')} lead={t('passwords.changeLead')} narrow>
      <Card className="max-w-md">
        <Form<Values>
          schema={PasswordChanged}
          start={{ oldPassword: '', newPassword: '', confirmNewPassword: '' }}
          save={save}
          submit="passwords.change"
          wide
        >
          <AccountName phoneNumber={user?.phoneNumber ?? ''} />
          <PasswordField name="oldPassword" label="passwords.old" />
          <PasswordField name="newPassword" label="passwords.new" hint="passwords.rule" autoComplete="new-password" />
          <PasswordField name="confirmNewPassword" label="passwords.confirm" autoComplete="new-password" />
        </Form>
        <p className="mt-3 text-center">
          <LinkButton tone="quiet" to={paths.forgetPassword()}>
            {t('auth.forgetPassword')}
          </LinkButton>
        </p>
      </Card>
    </Screen>
  )
}
