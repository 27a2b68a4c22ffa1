import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { ChooseDialog } from '#web/records/ChooseDialog.tsx'
import { usePermissionChoices } from '#web/records/permission-choices.ts'
import { useHoldsAt } from '#web/records/givable-roles.ts'
import { type Place, schoolIdOf } from './place.ts'

type Props = {
  person: { id: string; name: string }
  place: Place
  taken: ReadonlySet<string>
  onClose: () => void
}

/** Gives permissions directly in a school or app-wide. It offers only those that the giver also has there. */
export function GiveKeys({ person, place, taken, onClose }: Props) {
  const { t } = useTranslation()
  const give = useChange(userPermissions.give)
  const holds = useHoldsAt(place)
  const choices = usePermissionChoices(place ? 1 : 2, ({ id, key }) => !taken.has(id) && holds(key))
  return (
    <ChooseDialog
      {...choices}
      title={t('settings.keysOfPerson.add')}
      description={isolated(person.name)}
      label={t('rights.keys')}
      submit={t('settings.add')}
      nothing={t('settings.roleKeys.nothing')}
      atLeastOne="At least one permission is required"
      save={(chosen) =>
        give({
          userPermissions: chosen.map((permissionId) => ({ userId: person.id, permissionId, ...schoolIdOf(place) })),
        })
      }
      onClose={onClose}
    />
  )
}
