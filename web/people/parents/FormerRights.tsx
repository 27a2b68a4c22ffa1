import { parentRights, studentParents } from '#contract/people/parents/student-parents.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Failed } from '#web/ui/States.tsx'

type Props = { studentId: string; parentId: string }

/** What the link gave before each change of it, so that the school can say later who might fetch a child on which day. */
export function FormerRights({ studentId, parentId }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(studentParents.formerRights, { studentId, parentId })
  if (!data) return error && <Failed error={error} again={refetch} />
  if (data.length === 0) return null
  return (
    <section className="mt-6 border-t border-line pt-5">
      <h3 className="mb-2 font-semibold">{t('parentRights.before')}</h3>
      <ul className="space-y-3 text-sm">
        {data.map((former) => (
          <li key={former.changedAt}>
            <p className="text-muted">
              {t('parentRights.changed')} <Moment at={former.changedAt} />
              {former.changedByName && (
                <>
                  {' · '}
                  <Bdi>{former.changedByName}</Bdi>
                </>
              )}
            </p>
            {parentRights.map((right) => (
              <p key={right}>
                {t(`parentRights.${right}.yes`)}: <Day day={former[`${right}From`]} />
                {former[`${right}Until`] && (
                  <>
                    {' – '}
                    <Day day={former[`${right}Until`]!} />
                  </>
                )}
              </p>
            ))}
          </li>
        ))}
      </ul>
    </section>
  )
}
