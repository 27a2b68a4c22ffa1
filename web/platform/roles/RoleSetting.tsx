import { ListChecks } from 'lucide-react'
import { lazy, useState } from 'react'
import { useSearchParams } from 'react-router'
import { roles } from '#contract/platform/roles/roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { useHolds, useSession } from '#web/lib/session.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { EditButton, RecordRow } from '#web/records/RecordRow.tsx'
import { isBuiltIn, type Role, type Scope, typeOf } from './role.ts'
import { RoleKeys } from './RoleKeys.tsx'

const RoleDialog = lazy(part(async () => (await import('./RoleDialog.tsx')).RoleDialog))

/** The roles of one type, which stands in the address; one of them with what it permits. */
export function RoleSetting() {
  const [query] = useSearchParams()
  const scope = useScope(query.get('type'))
  const listQuery = useRead(roles.list, { type: typeOf(scope) })
  const mine = useOwnRoles()
  const opened = listQuery.data?.find(({ id }) => id === query.get('role'))
  if (opened) return <RoleKeys key={opened.id} role={opened} scope={scope} isMine={mine.has(opened.id)} />
  return <RoleList listQuery={listQuery} scope={scope} mine={mine} />
}

type Props = {
  listQuery: { data: Role[] | undefined; error: unknown; refetch: () => unknown }
  scope: Scope
  mine: ReadonlySet<string>
}

function RoleList({ listQuery, scope, mine }: Props) {
  const { t } = useTranslation()
  const [edited, setEdited] = useState<Role | 'new' | null>(null)
  const may = { add: useMay(roles.add), update: useMay(roles.update), turn: useMay(roles.activate) }
  const activate = useChange(roles.activate)

  return (
    <RecordList
      of="roles"
      listQuery={listQuery}
      tools={<ExportButton list={roles.list} input={{ type: typeOf(scope) }} />}
      filters={<Scopes chosen={scope} />}
      words={({ name, description }) => [name, roleName(t, name), description]}
      line={(role) => {
        const name = roleName(t, role.name)
        const fixed = isBuiltIn(role) || mine.has(role.id)
        return (
          <RecordRow name={name} more={<About role={role} isMine={mine.has(role.id)} />}>
            <LinkButton
              tone="quiet"
              to={{ search: `?type=${scope}&role=${role.id}` }}
              aria-label={`${t('settings.roles.permissions')}: ${name}`}
              icon={<ListChecks className="size-5" aria-hidden="true" />}
            >
              {t('settings.roles.permissions')}
            </LinkButton>
            <ActivationSwitch
              name={name}
              active={role.active}
              means={t('settings.roles.turnMeans')}
              turn={may.turn && !fixed ? () => activate({ roleId: role.id, active: !role.active }) : undefined}
            />
            {may.update && !fixed && <EditButton name={name} onClick={() => setEdited(role)} />}
          </RecordRow>
        )
      }}
      onAdd={may.add && (() => setEdited('new'))}
    >
      {edited && (
        <LazyPart onClose={() => setEdited(null)}>
          <RoleDialog role={edited === 'new' ? null : edited} scope={scope} onClose={() => setEdited(null)} />
        </LazyPart>
      )}
    </RecordList>
  )
}

function About({ role, isMine }: { role: Role; isMine: boolean }) {
  const { t } = useTranslation()
  return (
    <>
      {role.description && <p className="line-clamp-3">{role.description}</p>}
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {t('settings.roleKeys.count', { count: role.permissionsCount })}
        {isBuiltIn(role) && <StatusBadge status="neutral" word={t('settings.roles.builtIn')} />}
        {isMine && <StatusBadge status="neutral" word={t('settings.roles.mine')} />}
      </p>
    </>
  )
}

/** School roles or platform roles. */
function Scopes({ chosen }: { chosen: Scope }) {
  const { t } = useTranslation()
  const [, setQuery] = useSearchParams()
  return (
    <div className="mb-5 flex">
      <Segments
        label={t('settings.roles.type')}
        items={useScopes().map((scope) => ({ value: scope, label: t(`settings.roles.${scope}`) }))}
        value={chosen}
        onChange={(type) => setQuery({ type }, { replace: true })}
      />
    </div>
  )
}

/** The types of roles a person may see: the type whose key they hold, and both types if they hold neither. */
function useScopes(): Scope[] {
  const holds = useHolds()
  const seen: Scope[] = []
  if (holds('ViewAppRolesList')) seen.push('app')
  if (holds('ViewSchoolRolesList')) seen.push('school')
  return seen.length > 0 ? seen : ['app', 'school']
}

function useScope(scopeInUrl: string | null): Scope {
  const seen = useScopes()
  return seen.find((scope) => scope === scopeInUrl) ?? seen[0]!
}

/** Nobody may change a role that they hold. */
function useOwnRoles(): ReadonlySet<string> {
  const { user } = useSession()
  const { data } = useRead(userRoles.list, { userId: user?.id ?? '' }, { enabled: user !== null })
  return new Set(data?.map(({ roleId }) => roleId))
}
