import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useHoldsAt } from '#web/records/givable-roles.ts'
import { type Place } from './place.ts'

type Props = { what: 'roles' | 'keys'; place: Place; person?: { id: string; name: string } }

/** A link between a person's roles and their permissions, for people who may see both. */
export function OtherRights({ what, place, person }: Props) {
  const { t } = useTranslation()
  const holds = useHoldsAt(place)
  const to = what === 'roles' ? 'keys' : 'roles'
  if (!holds(to === 'roles' ? 'AssignUserRole' : 'ViewUserPermission')) return null
  const type = to === 'roles' ? 'user-role' : 'user-permission'
  return (
    <Link
      to={{
        pathname: place ? paths.settings(`assign-school-${type}`) : paths.adminSettings(`assign-${type}`),
        search: person ? `?person=${person.id}` : '',
      }}
      state={person && { name: person.name }}
      className="inline-flex min-h-11 items-center text-primary underline"
    >
      {t(person ? `rights.${to}OfPerson` : `settings.${to === 'roles' ? 'userRoles' : 'userKeys'}.title`)}
    </Link>
  )
}
