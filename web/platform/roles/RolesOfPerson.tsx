import { lazy, useState } from 'react'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { mayGiveTo } from '#contract/platform/roles/own-rights.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { roleName } from '#web/lib/reference.ts'
import { useSession } from '#web/lib/session.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { useChange } from '#web/records/change.ts'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveButton } from '#web/records/RemoveButton.tsx'
import { PersonLead } from './PersonLead.tsx'
import { useHoldsAt } from '#web/records/givable-roles.ts'
import { type Place, schoolIdOf, usePlaceName } from './place.ts'
import { Why } from './Why.tsx'

const loadGiveRoles = part(async () => (await import('./GiveRoles.tsx')).GiveRoles)
const GiveRoles = lazy(loadGiveRoles)

type Row = OutputOf<typeof userRoles.list>[number]

/**
 * The roles of a person in a place. Several can be given at once; each is removed separately. App-wide, the roles in schools
 * are shown too.
 */
export function RolesOfPerson({ person, place }: { person: { id: string; name: string }; place: Place }) {
  const { t } = useTranslation()
  const holds = useHoldsAt(place)
  const placeName = usePlaceName()
  const { user } = useSession()
  const query = useRead(userRoles.list, { userId: person.id, ...schoolIdOf(place) })
  const take = useChange(userRoles.take)
  const [giving, setGiving] = useState(false)
  usePrefetch(loadGiveRoles)

  const name = person.name || (query.data?.[0]?.userFullName ?? '')
  const isHere = ({ schoolId }: Row) => schoolId === (place?.id ?? null)
  return (
    <RecordList
      of="rolesOfPerson"
      lead={<PersonLead what="roles" person={{ id: person.id, name }} place={place} />}
      filters={query.data && <Why person={person} place={place} folded />}
      listQuery={query}
      rowKey={({ roleId, schoolId }) => `${roleId} ${schoolId}`}
      words={(row) => [roleName(t, row.roleName), row.roleName, row.schoolName]}
      line={(row) => (
        <RecordRow
          name={roleName(t, row.roleName)}
          more={[row.roleDescription, !place && placeName(row.schoolName)].filter(Boolean).join(' · ')}
        >
          {row.roleId === builtInRoles.standard.id ? (
            <span className="px-3 text-sm text-muted">{t('rights.everybody')}</span>
          ) : (
            isHere(row) &&
            row.may.remove && (
              <RemoveButton
                name={roleName(t, row.roleName)}
                means={t('rights.takeMeans', { name: isolated(name) })}
                run={() => take({ userRoles: [{ userId: person.id, roleId: row.roleId, ...schoolIdOf(place) }] })}
              />
            )
          )}
        </RecordRow>
      )}
      onAdd={holds('AddUserRole') && mayGiveTo(user?.id, person.id) && (() => setGiving(true))}
    >
      {giving && (
        <LazyPart onClose={() => setGiving(false)}>
          <GiveRoles
            person={{ id: person.id, name }}
            place={place}
            taken={new Set(query.data?.filter(isHere).map(({ roleId }) => roleId))}
            onClose={() => setGiving(false)}
          />
        </LazyPart>
      )}
    </RecordList>
  )
}
