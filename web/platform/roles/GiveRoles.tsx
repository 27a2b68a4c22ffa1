import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { ChooseDialog } from '#web/records/ChooseDialog.tsx'
import { useGivableRoles } from '#web/records/givable-roles.ts'
import { type Place, schoolIdOf } from './place.ts'

type Props = {
  person: { id: string; name: string }
  place: Place
  taken: ReadonlySet<string>
  onClose: () => void
}

/** Gives roles in a school or app-wide. It offers active roles if the giver has all their permissions there. */
export function GiveRoles({ person, place, taken, onClose }: Props) {
  const { t } = useTranslation()
  const give = useChange(userRoles.give)
  const { roles, error, again } = useGivableRoles(place)
  const items = roles
    ?.filter(({ id }) => !taken.has(id))
    .map((role) => ({
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
      error={error}
      again={again}
      save={(chosen) =>
        give({ userRoles: chosen.map((roleId) => ({ userId: person.id, roleId, ...schoolIdOf(place) })) })
      }
      onClose={onClose}
    />
  )
}
