import { useQuery } from '@tanstack/react-query'
import { officeRoleSwitches } from '#contract/roles/office-roles.ts'
import { rolePermissions, roles } from '#contract/roles/roles.ts'
import { userRoles } from '#contract/roles/user-roles.ts'
import { useRead } from '#web/lib/api.ts'
import { call } from '#web/lib/call.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { ChooseDialog } from '#web/records/ChooseDialog.tsx'
import { type Place, schoolIdOf, useHoldsAt } from './place.ts'

type Props = {
  person: { id: string; name: string }
  place: Place
  taken: ReadonlySet<string>
  onClose: () => void
}

/** Gives roles in a place. It offers active roles of which the giver holds every permission there. */
export function GiveRoles({ person, place, taken, onClose }: Props) {
  const { t } = useTranslation()
  const give = useChange(userRoles.give)
  const holds = useHoldsAt(place)
  const { data, error } = useRolesWithKeys(place ? 1 : 2)
  const offered = useRead(officeRoleSwitches.list, { schoolId: place?.id ?? '' }, { enabled: place !== null })
  const isOff = (roleId: string) => place && offered.data?.some((role) => role.roleId === roleId && !role.active)
  const known = place && !offered.data ? undefined : data
  const items = known
    ?.filter(({ role, keys }) => !taken.has(role.id) && !isOff(role.id) && keys.every(holds))
    .map(({ role }) => ({
      value: role.id,
      label: roleName(t, role.name),
      hint: role.description ?? t('settings.roleKeys.count', { count: role.permissionsCount }),
      words: role.name,
    }))
  return (
    <ChooseDialog
      title={t('settings.rolesOfPerson.add')}
      description={isolated(person.name)}
      label={t('rights.roles')}
      submit={t('settings.add')}
      nothing={t('rights.noRoles')}
      atLeastOne="At least one Role is required"
      items={items}
      error={error ?? offered.error}
      save={(chosen) =>
        give({ userRoles: chosen.map((roleId) => ({ userId: person.id, roleId, ...schoolIdOf(place) })) })
      }
      onClose={onClose}
    />
  )
}

const useRolesWithKeys = (type: number) =>
  useQuery({
    queryKey: ['RolePermission', 'of the roles of type', type],
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
