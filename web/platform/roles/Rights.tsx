import { lazy } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { isId } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Card } from '#web/ui/Card.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { KeyHolders, RoleHolders } from './Holders.tsx'
import { KeysOfPerson } from './KeysOfPerson.tsx'
import { OtherRights } from './OtherRights.tsx'
import type { Place } from './place.ts'
import { RolesOfPerson } from './RolesOfPerson.tsx'

const FindByPhone = lazy(part(async () => (await import('./FindByPhone.tsx')).FindByPhone))

/** Who holds which roles in a school; who holds which permissions there; and the same app-wide. */
export const RolesInSchool = ({ school }: { school: OwnSchool }) => <Rights what="roles" place={school} />
export const KeysInSchool = ({ school }: { school: OwnSchool }) => <Rights what="keys" place={school} />
export const RolesOnPlatform = () => <Rights what="roles" place={null} />
export const KeysOnPlatform = () => <Rights what="keys" place={null} />

/** All people with a role or permission in a place, or one person, whose id is in the address. */
function Rights({ what, place }: { what: 'roles' | 'keys'; place: Place }) {
  const [query] = useSearchParams()
  const navigate = useNavigate()
  const name = (useLocation().state as { name?: string } | null)?.name
  const personId = query.get('person') ?? undefined
  const open = (person: { id: string; name: string }) =>
    void navigate({ search: `?person=${person.id}` }, { state: { name: person.name } })

  if (isId(personId)) {
    const Person = what === 'roles' ? RolesOfPerson : KeysOfPerson
    return <Person key={personId} person={{ id: personId, name: name ?? '' }} place={place} />
  }
  if (!place) return <OnPlatform what={what} open={open} />
  const Holders = what === 'roles' ? RoleHolders : KeyHolders
  return <Holders place={place} open={open} />
}

type OnPlatformProps = { what: 'roles' | 'keys'; open: (person: { id: string; name: string }) => void }

/** There is no app-wide list of people: a person is found by phone number. */
function OnPlatform({ what, open }: OnPlatformProps) {
  const { t } = useTranslation()
  const of = what === 'roles' ? 'userRoles' : 'userKeys'
  return (
    <Screen title={t(`settings.${of}.title`)} lead={<OtherRights what={what} place={null} />} narrow>
      <Card>
        <LazyPart>
          <FindByPhone place={null} onFound={open} />
        </LazyPart>
      </Card>
    </Screen>
  )
}
