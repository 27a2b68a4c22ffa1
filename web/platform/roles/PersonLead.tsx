import { Link } from 'react-router'
import { mayGiveTo } from '#contract/platform/roles/own-rights.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { OtherRights } from './OtherRights.tsx'
import { type Place, usePlaceName } from './place.ts'

type Props = { what: 'roles' | 'keys'; person: { id: string; name: string }; place: Place }

/** The person and place that these rights belong to, and the way to the others. */
export function PersonLead({ what, person, place }: Props) {
  const { t } = useTranslation()
  const placeName = usePlaceName()
  const { user } = useSession()
  return (
    <>
      <p className="text-lg font-semibold text-ink">
        <Bdi>{person.name || t('settings.teachers.unnamed')}</Bdi>
      </p>
      <p className="capital">
        <Bdi>{placeName(place?.name ?? null)}</Bdi>
      </p>
      {!mayGiveTo(user?.id, person.id) && <p>{t('sentences.You cannot change your own rights')}</p>}
      <p className="flex flex-wrap gap-x-5">
        <Link to={{ search: '' }} className="inline-flex min-h-11 items-center text-primary underline">
          {t(place ? 'rights.all' : 'rights.find')}
        </Link>
        <OtherRights what={what} place={place} person={person} />
      </p>
    </>
  )
}
