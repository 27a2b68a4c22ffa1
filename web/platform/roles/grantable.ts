import { useSession } from '#web/lib/session.ts'
import { usePermissionChoices } from '#web/records/permission-choices.ts'
import { type Scope, typeOf } from './role.ts'

/** The permissions that fit a role of this type; of the app-wide ones, only those that the caller holds too. */
export function useGrantable(scope: Scope, taken: ReadonlySet<string> = new Set()) {
  const { appPermissions } = useSession()
  return usePermissionChoices(
    typeOf(scope),
    ({ id, key }) => !taken.has(id) && (scope === 'school' || appPermissions.includes(key)),
  )
}
