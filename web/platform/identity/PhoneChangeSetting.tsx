import { lazy, useState } from 'react'
import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { users } from '#contract/platform/identity/users.ts'
import { useList, useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { FindPerson, type FoundPerson } from '#web/records/FindPerson.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { PhoneChangeList } from './PhoneChangeList.tsx'

const PersonDialog = lazy(part(async () => (await import('./PersonDialog.tsx')).PersonDialog))

/** Numbers that a school changes for people it knows face to face, and numbers that are theirs no longer. */
export function PhoneChangeSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const list = useList(phoneChanges.list, { schoolId: school.id })
  const confirm = useChange(phoneChanges.confirm)
  const withdraw = useChange(phoneChanges.withdraw)
  const mayFind = useMay(users.byPhone)
  const [person, setPerson] = useState<FoundPerson | null>(null)
  return (
    <Screen title={t('numbers.setting.title')} lead={t('numbers.setting.lead')}>
      <Card className="max-w-md">
        <h2 className="mb-3 text-lg">{t('numbers.setting.find')}</h2>
        {mayFind ? (
          <FindPerson label="numbers.setting.oldNumber" hint="numbers.setting.findHint" onFound={setPerson} />
        ) : (
          <p>{t('numbers.setting.findNeeds')}</p>
        )}
      </Card>
      <h2 className="mt-8 mb-3 text-lg">{t('numbers.setting.list')}</h2>
      <PhoneChangeList
        list={list}
        confirm={({ id: changeId }) => confirm({ schoolId: school.id, changeId })}
        withdraw={({ id: changeId }) => withdraw({ schoolId: school.id, changeId })}
      />
      {person && (
        <LazyPart onClose={() => setPerson(null)}>
          <PersonDialog school={school} person={person} onClose={() => setPerson(null)} />
        </LazyPart>
      )}
    </Screen>
  )
}
