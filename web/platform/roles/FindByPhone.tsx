import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { FindPerson } from '#web/records/FindPerson.tsx'
import { PrintLetter } from '#web/records/PrintLetter.tsx'
import type { Place } from './place.ts'

type Props = { place: Place; onFound: (person: { id: string; name: string }) => void }

/** Finds the person whose rights are wanted, by the complete phone number. */
export function FindByPhone({ place, onFound }: Props) {
  const { t } = useTranslation()
  const [unknown, setUnknown] = useState('')
  return (
    <>
      <FindPerson
        label="rights.phone"
        hint="rights.phoneHint"
        onFound={(person, phoneNumber) => {
          setUnknown(person ? '' : phoneNumber)
          if (person) onFound({ id: person.id, name: `${person.firstName} ${person.lastName}`.trim() })
        }}
      />
      {unknown && (
        <>
          <p role="alert" className="my-4 rounded-field bg-danger-soft px-4 py-3 text-danger">
            {t('rights.nobody')}
          </p>
          {place && <PrintLetter letter={{ id: unknown, phoneNumber: unknown, to: 'staff' }} schoolName={place.name} />}
        </>
      )}
    </>
  )
}
