import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { FindPerson } from '#web/records/FindPerson.tsx'

type Props = { onFound: (person: { id: string; name: string }) => void }

/** Finds whose rights are meant, by the whole phone number. */
export function FindByPhone({ onFound }: Props) {
  const { t } = useTranslation()
  const [nobody, setNobody] = useState(false)
  return (
    <>
      <FindPerson
        label="rights.phone"
        hint="rights.phoneHint"
        onFound={(person) => {
          setNobody(!person)
          if (person) onFound({ id: person.id, name: `${person.firstName} ${person.lastName}`.trim() })
        }}
      />
      {nobody && (
        <p role="alert" className="mt-5 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {t('rights.nobody')}
        </p>
      )}
    </>
  )
}
