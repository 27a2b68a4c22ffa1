import { Check, Phone, X } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { type GuardianShown, rightsShown } from './overview.ts'

/** The guardians with what each may do, as the link or the official record says. */
export function Guardians({ guardians }: { guardians: GuardianShown[] }) {
  const { t } = useTranslation()
  return (
    <Card>
      <h2 className="text-base">{t('student.guardians')}</h2>
      {guardians.length === 0 && <p className="mt-1 text-sm text-muted">{t('student.noGuardian')}</p>}
      <ul className="divide-y divide-line" aria-label={t('student.guardians')}>
        {guardians.map((guardian, nth) => (
          <li key={nth} className="py-2">
            <Who guardian={guardian} />
            <ul className="mt-1 flex flex-wrap gap-x-3 gap-y-1 text-sm">
              {rightsShown(guardian).map(({ right, holds }) => {
                const Icon = holds ? Check : X
                return (
                  <li key={right} className={cx('flex items-center gap-1', holds ? 'text-muted' : 'text-danger')}>
                    <Icon className="size-4 shrink-0" aria-hidden="true" />
                    {t(`parentRights.${right}.${holds ? 'yes' : 'no'}`)}
                  </li>
                )
              })}
            </ul>
          </li>
        ))}
      </ul>
    </Card>
  )
}

function Who({ guardian: { name, relationName: relation, phone, linked } }: { guardian: GuardianShown }) {
  const { t } = useTranslation()
  return (
    <p className="flex flex-wrap items-center gap-x-3">
      <span className="font-medium [overflow-wrap:anywhere]">
        <Bdi>{name || t('student.unnamed')}</Bdi>
      </span>
      <span className="text-sm text-muted">
        {relationName(t, relation)}
        {!linked && ` · ${t('student.noAccount')}`}
      </span>
      {phone && (
        <a
          href={`tel:${phone}`}
          className="ms-auto inline-flex min-h-11 items-center gap-1.5 text-primary underline-offset-4 hover:underline"
        >
          <Phone className="size-4" aria-hidden="true" />
          <Digits>{phone}</Digits>
        </a>
      )}
    </p>
  )
}
