import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { foundName, type FoundPerson } from './FindPerson.tsx'

type Props = {
  person: FoundPerson
  /** The actions on the person. */
  children: ReactNode
}

/** The person found by phone, below the search. */
export function FoundRow({ person, children }: Props) {
  const { t } = useTranslation()
  return (
    <div role="status" className="mt-5 flex flex-wrap items-center gap-4 border-t border-line pt-5">
      <Avatar names={[person.firstName, person.lastName]} src={person.imageUrl} />
      <p className="min-w-40 flex-1 font-semibold [overflow-wrap:anywhere]">
        <Bdi>{foundName(person) || t('settings.teachers.unnamed')}</Bdi>
      </p>
      <div className="ms-auto">{children}</div>
    </div>
  )
}
