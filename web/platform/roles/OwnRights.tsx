import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { useSession } from '#web/lib/session.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { type Place, usePlaceName } from './place.ts'
import { Why } from './Why.tsx'

type Row = OutputOf<typeof userPermissions.list>[number]

/** The reader's own permissions, where they count and their source; and why another action is not allowed. */
export function OwnRights({ userId }: { userId: string }) {
  const { t } = useTranslation()
  const { schools } = useSession()
  const { data, error, refetch } = useRead(userPermissions.list, { userId })
  const places: Place[] = [...schools, null]
  const section = useRef<HTMLElement>(null)
  const isMeant = useLocation().hash === '#own-rights'
  useEffect(() => {
    if (isMeant && data) section.current?.scrollIntoView()
  }, [isMeant, data])

  return (
    <section ref={section} aria-labelledby="own-rights" className="mt-8 scroll-mt-24">
      <h2 id="own-rights" className="mb-3 text-xl">
        {t('rights.own')}
      </h2>
      {data ? (
        <>
          <ul className="mb-5 divide-y divide-line overflow-hidden rounded-card border border-line bg-surface">
            {groupsOf(data).map((group) => (
              <li key={group.key}>
                <Group group={group} />
              </li>
            ))}
          </ul>
          <Why person={{ id: userId, name: '' }} place={places[0] ?? null} places={places} />
        </>
      ) : (
        <LoadingOrFailed error={error} again={refetch} count={2} />
      )}
    </section>
  )
}

type Group = { key: string; role: string | null; school: string | null; rows: Row[] }

/** One role or grant in one place, and what it permits. */
function Group({ group: { role, school, rows } }: { group: Group }) {
  const { t, language } = useTranslation()
  const placeName = usePlaceName()
  return (
    <details className="px-5">
      <summary className="min-h-11 cursor-pointer py-3 [overflow-wrap:anywhere]">
        <span className="font-semibold">
          {role === null ? t('rights.direct') : t('rights.through', { role: isolated(roleName(t, role)) })}
        </span>
        {' · '}
        <bdi>{placeName(school)}</bdi>
        {' · '}
        <span className="text-muted">{t('settings.roleKeys.count', { count: rows.length })}</span>
      </summary>
      <ul className="grid gap-x-6 gap-y-1 pb-4 text-muted sm:grid-cols-2">
        {rows.map((row) => (
          <li key={row.permissionId}>{language === 'ar' ? row.permissionNameAr : row.permissionName}</li>
        ))}
      </ul>
    </details>
  )
}

function groupsOf(rows: Row[]): Group[] {
  const groups = new Map<string, Group>()
  for (const row of rows) {
    const key = `${row.schoolId} ${row.roleId}`
    const group = groups.get(key) ?? { key, role: row.roleName, school: row.schoolName, rows: [] }
    group.rows.push(row)
    groups.set(key, group)
  }
  return [...groups.values()]
}
