import type { OutputOf } from '#contract/language/operation.ts'
import { why } from '#contract/platform/roles/why.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { type Place, schoolIdOf, usePlaceName } from './place.ts'

type Explanation = OutputOf<typeof why.explain>

type Props = { userId: string; permissionKey: string; place: Place }

/** Why a person can or cannot do something: the role or grant and the school that give it, or the obstacle. */
export function Explained({ userId, permissionKey, place }: Props) {
  const { data, error, refetch } = useRead(why.explain, { userId, permissionKey, ...schoolIdOf(place) })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={1} />
  return <Answer explanation={data} />
}

function Answer({ explanation }: { explanation: Explanation }) {
  const { t, language } = useTranslation()
  const placeName = usePlaceName()
  const { allowed, reason, sources, roles, permissionName, permissionNameAr, schoolName } = explanation
  return (
    <div role="status" className="space-y-3 text-start">
      <p className="flex flex-wrap items-center gap-3">
        <StatusBadge status={allowed ? 'good' : 'bad'} word={t(allowed ? 'rights.allowed' : 'rights.notAllowed')} />
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere]">
          <bdi>{language === 'ar' ? permissionNameAr : permissionName}</bdi> · <bdi>{placeName(schoolName)}</bdi>
        </span>
      </p>
      {!allowed && <p>{t(`rights.because.${reason}`)}</p>}
      {sources.length > 0 && (
        <ul className="space-y-2">
          {sources.map((source) => (
            <li key={`${source.roleId} ${source.schoolId}`} className="rounded-field border border-line px-4 py-2.5">
              <Source source={source} />
            </li>
          ))}
        </ul>
      )}
      {!allowed && roles.length > 0 && (
        <p className="text-muted">
          {t('rights.rolesThatGive', {
            roles: roles.map((role) => isolated(roleName(t, role.roleName))).join(t('common.comma')),
          })}
        </p>
      )}
    </div>
  )
}

function Source({ source }: { source: Explanation['sources'][number] }) {
  const { t } = useTranslation()
  const placeName = usePlaceName()
  const { roleName: role, schoolName, counts, hindrance } = source
  return (
    <>
      <p className="[overflow-wrap:anywhere]">
        {role === null ? t('rights.direct') : t('rights.through', { role: isolated(roleName(t, role)) })} ·{' '}
        <bdi>{placeName(schoolName)}</bdi>
      </p>
      {!counts && hindrance && <p className="text-sm text-wait">{t(`rights.because.${hindrance}`)}</p>}
    </>
  )
}
