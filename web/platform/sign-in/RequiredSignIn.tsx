import { outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'

/** Says to somebody who sees no school why: theirs open with its own account alone. Renders nothing where none does. */
export function RequiredSignIn() {
  const { t } = useTranslation()
  const { data } = useRead(outsideSignIn.linked, {})
  const required = data?.providers.filter((one) => one.required) ?? []
  if (required.length === 0) return null
  return (
    <Card className="mb-8 space-y-3">
      <h2 className="text-xl">{t('outside.requiredTitle')}</h2>
      <p>{t('outside.requiredLead')}</p>
      <ul className="list-disc ps-5">
        {required.map(({ id, providerName, schoolName }) => (
          <li key={id}>
            <Bdi>{schoolName}</Bdi> · <Bdi>{providerName}</Bdi>
          </li>
        ))}
      </ul>
      {required.every((one) => one.linked) ? (
        <p className="text-muted">{t('outside.requiredOut')}</p>
      ) : (
        <>
          <p className="text-muted">{t('outside.requiredHow')}</p>
          <LinkButton to={paths.profile()}>{t('profile.title')}</LinkButton>
        </>
      )}
    </Card>
  )
}
