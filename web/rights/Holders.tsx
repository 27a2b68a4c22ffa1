import { ChevronRight } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { OutputOf } from '#contract/operation.ts'
import { userPermissions } from '#contract/user-permissions.ts'
import { userRoles } from '#contract/user-roles.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { ExportButton } from '#web/settings/ExportButton.tsx'
import { late, useAhead } from '#web/settings/late.tsx'
import { SettingList } from '#web/settings/SettingList.tsx'
import { SettingRow } from '#web/settings/SettingRow.tsx'
import { OtherRights } from './OtherRights.tsx'
import type { Place } from './place.ts'

const FindDialog = late(async () => (await import('./FindDialog.tsx')).FindDialog)

type Opening = { open: (person: { id: string; name: string }) => void; place: NonNullable<Place> }

/** Everybody who holds a role in a school. */
export function RoleHolders({ place, open }: Opening) {
  const { t } = useTranslation()
  const asked = useWhole(userRoles.list, { schoolId: place.id })
  const roles = ({ rows }: Holder<RoleRow>) => rows.map((row) => roleName(t, row.roleName)).join(t('common.comma'))
  return (
    <Holders
      what="roles"
      {...{ asked, open, place }}
      tools={<ExportButton list={userRoles.list} input={{ schoolId: place.id }} />}
      said={roles}
      words={(holder) => [holder.name, roles(holder)]}
    />
  )
}

/** Everybody who holds a permission in a school, through a role or directly. */
export function KeyHolders({ place, open }: Opening) {
  const { t } = useTranslation()
  const asked = useWhole(userPermissions.list, { schoolId: place.id })
  const direct = ({ rows }: Holder<KeyRow>) => rows.filter(({ roleId }) => roleId === null)
  return (
    <Holders
      what="keys"
      {...{ asked, open, place }}
      tools={<ExportButton list={userPermissions.list} input={{ schoolId: place.id }} />}
      said={(holder) =>
        [
          t('settings.roleKeys.count', { count: new Set(holder.rows.map(({ permissionId }) => permissionId)).size }),
          ...(direct(holder).length > 0 ? [t('rights.directCount', { count: direct(holder).length })] : []),
        ].join(t('common.comma'))
      }
      words={(holder) => [
        holder.name,
        ...direct(holder).flatMap(({ permissionName, permissionNameAr }) => [permissionName, permissionNameAr]),
      ]}
    />
  )
}

type RoleRow = OutputOf<typeof userRoles.list>[number]
type KeyRow = OutputOf<typeof userPermissions.list>[number]
type Holder<Row> = { id: string; name: string; rows: Row[] }

type Props<Row> = Opening & {
  what: 'roles' | 'keys'
  asked: { data: Row[] | undefined; error: unknown; refetch: () => unknown }
  tools: ReactNode
  said: (holder: Holder<Row>) => string
  words: (holder: Holder<Row>) => string[]
}

function Holders<Row extends { userId: string; userFullName: string }>({ what, asked, open, ...props }: Props<Row>) {
  const { place, tools, said, words } = props
  const { t } = useTranslation()
  const [finding, setFinding] = useState(false)
  useAhead(FindDialog)
  const nameOf = ({ name }: Holder<Row>) => name || t('settings.teachers.unnamed')
  return (
    <SettingList
      of={what === 'roles' ? 'userRoles' : 'userKeys'}
      lead={<OtherRights what={what} place={place} />}
      asked={{ ...asked, data: asked.data && byPerson(asked.data) }}
      tools={tools}
      words={words}
      line={(holder) => (
        <SettingRow name={nameOf(holder)} more={said(holder)}>
          <LinkButton
            tone="quiet"
            to={{ search: `?person=${holder.id}` }}
            state={{ name: holder.name }}
            aria-label={`${t(`rights.${what}`)}: ${nameOf(holder)}`}
          >
            {t(`rights.${what}`)}
            <ChevronRight className="mirror-rtl size-5" aria-hidden="true" />
          </LinkButton>
        </SettingRow>
      )}
      onAdd={() => setFinding(true)}
    >
      {finding && <FindDialog onFound={open} onClose={() => setFinding(false)} />}
    </SettingList>
  )
}

/** In the order in which the persons first appear. */
function byPerson<Row extends { userId: string; userFullName: string }>(rows: Row[]): Holder<Row>[] {
  const holders = new Map<string, Holder<Row>>()
  for (const row of rows) {
    const holder = holders.get(row.userId) ?? { id: row.userId, name: row.userFullName, rows: [] }
    holder.rows.push(row)
    holders.set(row.userId, holder)
  }
  return [...holders.values()]
}
