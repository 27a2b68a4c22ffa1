import { useSession } from '#web/lib/session.ts'
import { usePermissionChoices } from '#web/records/permission-choices.ts'
import { type Scope, typeOf } from './role.ts'

/** What may be put into a role: what fits its type; of what is held app-wide, only what one holds oneself. */
export function useGrantable(scope: Scope, taken: ReadonlySet<string> = new Set()) {
  const { appPermissions } = useSession()
  return usePermissionChoices(
    typeOf(scope),
    ({ id, key }) => !taken.has(id) && (scope === 'school' || appPermissions.includes(key)),
  )
}
