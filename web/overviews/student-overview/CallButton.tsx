import { Phone } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { buttonLook } from '#web/ui/Button.tsx'
import type { GuardianShown } from './overview.ts'

/** Calls a guardian. The relation is enough to choose by; the name is read out and shown on hover. */
export function CallButton({ guardian: { name, relationName: relation, phone } }: { guardian: GuardianShown }) {
  const { t } = useTranslation()
  const called = relationName(t, relation)
  return (
    <a
      href={`tel:${phone}`}
      aria-label={`${t('home.call', { name: called })}: ${name}`}
      title={name}
      className={buttonLook('plain')}
    >
      <Phone className="size-4" aria-hidden="true" />
      <Bdi>{called}</Bdi>
    </a>
  )
}
