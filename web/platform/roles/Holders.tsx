import { ChevronRight } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { OtherRights } from './OtherRights.tsx'
import type { Place } from './place.ts'

const loadFindDialog = part(async () => (await import('./FindDialog.tsx')).FindDialog)
const FindDialog = lazy(loadFindDialog)

type Opening = { open: (person: { id: string; name: string }) => void; place: NonNullable<Place> }

/** All people who have a role in a school. */
export function RoleHolders({ place, open }: Opening) {
  const { t } = useTranslation()
  const query = useWhole(userRoles.list, { schoolId: place.id })
  return (
    <Holders
      what="roles"
      {...{ place, open }}
      query={{ ...query, data: query.data && byPerson(query.data, t) }}
      tools={<ExportButton list={userRoles.list} input={{ schoolId: place.id }} />}
    />
  )
}

/** All people who have a permission in a school, through a role or directly. */
export function KeyHolders({ place, open }: Opening) {
  const { t } = useTranslation()
  const query = useRead(userPermissions.holders, { schoolId: place.id })
  const holders = query.data?.map(({ userId, userFullName, permissionsCount, directCount }) => {
    const direct = directCount > 0 && t('rights.directCount', { count: directCount })
    const counts = [t('settings.roleKeys.count', { count: permissionsCount }), direct]
    return { id: userId, name: userFullName, holds: counts.filter(Boolean).join(t('common.comma')) }
  })
  return (
    <Holders
      what="keys"
      {...{ place, open }}
      query={{ ...query, data: holders }}
      tools={<ExportButton list={userPermissions.list} input={{ schoolId: place.id }} />}
    />
  )
}

/** `holds`: the person's roles or permissions, in words. */
type Holder = { id: string; name: string; holds: string }

type Props = Opening & {
  what: 'roles' | 'keys'
  query: { data: Holder[] | undefined; error: unknown; refetch: () => unknown }
  tools: ReactNode
}

function Holders({ what, query, tools, place, open }: Props) {
  const { t } = useTranslation()
  const [finding, setFinding] = useState(false)
  usePrefetch(loadFindDialog)
  const nameOf = ({ name }: Holder) => name || t('settings.teachers.unnamed')
  return (
    <RecordList
      of={what === 'roles' ? 'userRoles' : 'userKeys'}
      lead={<OtherRights what={what} place={place} />}
      listQuery={query}
      tools={tools}
      words={({ name, holds }) => [name, holds]}
      line={(holder) => (
        <RecordRow name={nameOf(holder)} more={holder.holds}>
          <LinkButton
            tone="quiet"
            to={{ search: `?person=${holder.id}` }}
            state={{ name: holder.name }}
            aria-label={`${t(`rights.${what}`)}: ${nameOf(holder)}`}
          >
            {t(`rights.${what}`)}
            <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
          </LinkButton>
        </RecordRow>
      )}
      onAdd={() => setFinding(true)}
    >
      {finding && (
        <LazyPart onClose={() => setFinding(false)}>
          <FindDialog place={place} onFound={open} onClose={() => setFinding(false)} />
        </LazyPart>
      )}
    </RecordList>
  )
}

/** In the order in which the persons first appear. */
function byPerson(rows: OutputOf<typeof userRoles.list>, t: (key: string) => string): Holder[] {
  const holders = new Map<string, Holder>()
  for (const { userId: id, userFullName: name, roleName: role } of rows) {
    const before = holders.get(id)
    const text = roleName(t, role)
    holders.set(id, { id, name, holds: before ? `${before.holds}${t('common.comma')}${text}` : text })
  }
  return [...holders.values()]
}
