import { demo } from '#contract/platform/identity/demo.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { signIn } from '#web/lib/session.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'

/** While the demo is loaded: five invented people to look around as, one tap each. */
export function LookAround() {
  const { t } = useTranslation()
  const { data } = useRead(demo.people, {})
  const login = useWrite(identity.login)
  const password = data?.password
  if (!password) return null

  const enter = (phoneNumber: string) =>
    login.mutateAsync({ phoneNumber, password, sharedComputer: false }).then((answer) => signIn(answer), toastRefusal)
  return (
    <section className="mt-6" aria-labelledby="look-around">
      <h2 id="look-around" className="text-lg">
        {t('visitor.lookAround')}
      </h2>
      <div className="mt-2 flex flex-wrap gap-3">
        {data.people.map(({ role, phoneNumber }) => (
          <Button key={role} disabled={login.isPending} onClick={() => void enter(phoneNumber)}>
            {t(`visitor.as.${role}`)}
          </Button>
        ))}
      </div>
    </section>
  )
}
