import { useQuery } from '@tanstack/react-query'
import { officeRoleSwitches } from '#contract/platform/roles/office-roles.ts'
import { rolePermissions, roles } from '#contract/platform/roles/roles.ts'
import { useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useSession } from '#web/lib/session.ts'

/** Where a right is valid: in a school, or app-wide if there is none. */
type Place = { id: string } | null

/** Whether the person has a key in exactly that place; a key elsewhere does not count. */
export function useHoldsAt(place: Place) {
  const { schools, appPermissions } = useSession()
  const keys = place ? (schools.find(({ id }) => id === place.id)?.permissions ?? []) : appPermissions
  return (key: string) => keys.includes(key)
}

/** Active roles of which the person has every permission in that place. Office roles only if the school has switched them on. */
export function useGivableRoles(place: Place, { enabled = true } = {}) {
  const holds = useHoldsAt(place)
  const { data, error, refetch } = useRolesWithKeys(place ? 1 : 2, enabled)
  const offered = useRead(
    officeRoleSwitches.list,
    { schoolId: place?.id ?? '' },
    { enabled: enabled && place !== null },
  )
  const isOff = (roleId: string) => place && offered.data?.some((role) => role.roleId === roleId && !role.active)
  const known = place && !offered.data ? undefined : data
  return {
    roles: known?.filter(({ role, keys }) => !isOff(role.id) && keys.every(holds)).map(({ role }) => role),
    error: error ?? offered.error,
    again: () => Promise.all([refetch(), place && offered.refetch()]),
  }
}

const useRolesWithKeys = (type: number, enabled: boolean) =>
  useQuery({
    queryKey: ['RolePermission', 'of the roles of type', type],
    enabled,
    queryFn: async ({ signal }) => {
      const active = await call(roles.list, { type, active: true }, { signal })
      return Promise.all(
        active.map(async (role) => {
          const ownKeys = await call(rolePermissions.list, { roleId: role.id }, { signal })
          return { role, keys: ownKeys.map(({ permissionKey }) => permissionKey) }
        }),
      )
    },
  })
