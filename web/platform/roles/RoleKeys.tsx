import { lazy, useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { rolePermissions } from '#contract/platform/roles/roles.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { RoleProposals } from './RoleProposals.tsx'
import { isBuiltIn, keysAreFixed, type Role, type Scope } from './role.ts'

const loadAddKeys = part(async () => (await import('./AddKeys.tsx')).AddKeys)
const AddKeys = lazy(loadAddKeys)

type Key = OutputOf<typeof rolePermissions.list>[number]

type Props = { role: Role; scope: Scope; isMine: boolean }

/** What a role permits: added several at once, removed one by one, where it may be changed. */
export function RoleKeys({ role, scope, isMine }: Props) {
  const { t, language } = useTranslation()
  const query = useRead(rolePermissions.list, { roleId: role.id })
  const [adding, setAdding] = useState(false)
  const may = { add: useMay(rolePermissions.add), remove: useMay(rolePermissions.remove) }
  const remove = useChange(rolePermissions.remove)
  usePrefetch(loadAddKeys)

  const ofMine = isMine ? 'mineMeans' : null
  const why = keysAreFixed(role) ? 'fixed' : ofMine
  const named = (key: Key) => (language === 'ar' ? key.permissionNameAr : key.permissionName)
  const rows = query.data?.toSorted((one, other) => named(one).localeCompare(named(other), language))
  return (
    <RecordList
      of="roleKeys"
      lead={
        <>
          <p className="text-lg font-semibold text-ink">
            <Bdi>{roleName(t, role.name)}</Bdi>
          </p>
          {why && <p>{t(`settings.roles.${why}`)}</p>}
          {may.add && !why && isBuiltIn(role) && <RoleProposals roleId={role.id} />}
          <Link to={{ search: `?type=${scope}` }} className="inline-flex min-h-11 items-center text-primary underline">
            {t('settings.roles.all')}
          </Link>
        </>
      }
      listQuery={{ ...query, data: rows }}
      tools={<ExportButton list={rolePermissions.list} input={{ roleId: role.id }} />}
      rowKey={({ permissionId }) => permissionId}
      words={({ permissionName, permissionNameAr, permissionKey }) => [permissionName, permissionNameAr, permissionKey]}
      line={(key) => (
        <RecordRow name={named(key)} more={key.permissionDescription}>
          {may.remove && !why && (
            <RemoveButton
              name={named(key)}
              means={t('settings.roles.turnMeans')}
              run={() => remove({ roleId: role.id, permissions: [key.permissionId] })}
            />
          )}
        </RecordRow>
      )}
      onAdd={may.add && !why && (() => setAdding(true))}
    >
      {adding && (
        <LazyPart onClose={() => setAdding(false)}>
          <AddKeys
            role={role}
            scope={scope}
            taken={new Set(query.data?.map(({ permissionId }) => permissionId))}
            onClose={() => setAdding(false)}
          />
        </LazyPart>
      )}
    </RecordList>
  )
}
