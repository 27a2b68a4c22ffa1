import { lazy } from 'react'
import { ChevronRight, Contact, ExternalLink } from 'lucide-react'
import { Link } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { uploads } from '#contract/platform/pictures/pictures.ts'
import { NewSchool, schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { askWho, useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LazyEditForm, LazyPictureField } from '#web/records/lazy-parts.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { AboutSchool } from './AboutSchool.tsx'
import { Coins } from './Coins.tsx'
import { useSchoolFields } from './school-fields.ts'
import { SchoolPhoneCountries } from './SchoolPhoneCountries.tsx'
import { SchoolSms } from './SchoolSms.tsx'
import { SupportWindow } from './SupportWindow.tsx'

const HandOver = lazy(part(async () => (await import('./HandOver.tsx')).HandOver))

type School = OutputOf<typeof schools.get>

/** A school's own information, its picture, its coins, the way to its contacts, and handing it over. */
export function SchoolInfoSetting({ school: { id } }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(schools.get, { schoolId: id })
  return (
    <Screen
      title={t('settings.schoolInfo.title')}
      narrow
      tools={
        data?.active && (
          <LinkButton
            to={paths.school(id)}
            state={{ schoolId: id }}
            icon={<ExternalLink className="mirror-rtl size-5" aria-hidden="true" />}
          >
            {t('settings.schoolInfo.page')}
          </LinkButton>
        )
      }
    >
      {data ? <Sections school={data} /> : <LoadingOrFailed error={error} again={refetch} count={4} />}
    </Screen>
  )
}

function Sections({ school }: { school: School }) {
  const holds = useHolds()
  const mayPicture = useMay(uploads[3], school.id)
  const fields = useSchoolFields({ withZone: true })
  const again = () => Promise.all([askWho(), queryClient.invalidateQueries()])
  return (
    <div className="space-y-5">
      <Card>
        {mayPicture ? (
          <LazyPictureField
            type={3}
            ownerId={school.id}
            src={school.imageUrl}
            label="settings.schoolInfo.picture"
            onChanged={again}
          />
        ) : (
          <Picture src={school.imageUrl} className="h-32 w-full rounded-field" />
        )}
      </Card>
      {holds('ViewSchoolData') && <Coins school={school} />}
      <ContactsLink />
      <SchoolSms schoolId={school.id} />
      <SchoolPhoneCountries school={school} />
      <SupportWindow school={school} />
      <Card>
        {school.may?.update ? (
          <LazyEditForm
            of="schoolInfo"
            fields={fields}
            schema={NewSchool}
            start={{}}
            row={school}
            update={schoolSettings.update}
            onSaved={() => void askWho()}
          />
        ) : (
          <AboutSchool school={school} />
        )}
      </Card>
      {school.may?.handOver && (
        <LazyPart>
          <HandOver school={school} />
        </LazyPart>
      )}
    </div>
  )
}

function ContactsLink() {
  const { t } = useTranslation()
  return (
    <Link
      to={paths.settings('school-contact')}
      className="group flex min-h-16 items-center gap-4 rounded-card border border-line bg-surface px-5 py-3 hover:border-primary"
    >
      <Contact className="size-6 shrink-0 text-primary" aria-hidden="true" />
      <span className="flex-1">
        <span className="block font-semibold group-hover:text-primary">{t('settings.contact.title')}</span>
        <span className="block text-sm text-muted">{t('settings.contact.lead')}</span>
      </span>
      <ChevronRight className="mirror-rtl size-5 text-muted" aria-hidden="true" />
    </Link>
  )
}
