import { lazy, useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { userPermissions } from '#contract/platform/roles/user-permissions.ts'
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

const loadGiveKeys = part(async () => (await import('./GiveKeys.tsx')).GiveKeys)
const GiveKeys = lazy(loadGiveKeys)

type Row = OutputOf<typeof userPermissions.list>[number]

/** The permissions of a person in a place and their source. Direct ones come first, because only those can be removed. */
export function KeysOfPerson({ person, place }: { person: { id: string; name: string }; place: Place }) {
  const { t, language } = useTranslation()
  const holds = useHoldsAt(place)
  const placeName = usePlaceName()
  const { user } = useSession()
  const query = useRead(userPermissions.list, { userId: person.id, ...schoolIdOf(place) })
  const take = useChange(userPermissions.take)
  const [giving, setGiving] = useState(false)
  usePrefetch(loadGiveKeys)

  const name = person.name || (query.data?.[0]?.userFullName ?? '')
  const called = (row: Row) => (language === 'ar' ? row.permissionNameAr : row.permissionName)
  const isGivenHere = ({ schoolId, roleId }: Row) => roleId === null && schoolId === (place?.id ?? null)
  const whence = ({ roleId, roleName: role }: Row) =>
    roleId === null ? t('rights.direct') : t('rights.through', { role: isolated(roleName(t, role ?? '')) })
  const rows = query.data?.toSorted(
    (one, other) =>
      Number(isGivenHere(other)) - Number(isGivenHere(one)) || called(one).localeCompare(called(other), language),
  )

  return (
    <RecordList
      of="keysOfPerson"
      lead={<PersonLead what="keys" person={{ id: person.id, name }} place={place} />}
      filters={query.data && <Why person={person} place={place} folded />}
      listQuery={{ ...query, data: rows }}
      rowKey={({ permissionId, roleId, schoolId }) => `${permissionId} ${roleId} ${schoolId}`}
      words={(row) => [row.permissionName, row.permissionNameAr, row.permissionKey, whence(row)]}
      line={(row) => (
        <RecordRow
          name={called(row)}
          more={[whence(row), !place && placeName(row.schoolName)].filter(Boolean).join(' · ')}
        >
          {isGivenHere(row) && row.may.remove && (
            <RemoveButton
              name={called(row)}
              means={t('rights.takeMeans', { name: isolated(name) })}
              run={() =>
                take({
                  userPermissions: [{ userId: person.id, permissionId: row.permissionId, ...schoolIdOf(place) }],
                })
              }
            />
          )}
        </RecordRow>
      )}
      onAdd={holds('AddUserPermission') && mayGiveTo(user?.id, person.id) && (() => setGiving(true))}
    >
      {giving && (
        <LazyPart onClose={() => setGiving(false)}>
          <GiveKeys
            person={{ id: person.id, name }}
            place={place}
            taken={new Set(query.data?.filter(isGivenHere).map(({ permissionId }) => permissionId))}
            onClose={() => setGiving(false)}
          />
        </LazyPart>
      )}
    </RecordList>
  )
}
