import { Refused } from '#contract/caller.ts'
import type { OutputOf } from '#contract/operation.ts'
import { schools } from '#contract/schools.ts'
import { ErrorPage } from '#web/app/ErrorPage.tsx'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { usePassed } from '#web/lib/passed.ts'
import { contactTypeName } from '#web/lib/reference.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ContactIcon } from '#web/ui/ContactIcon.tsx'
import { Picture } from '#web/ui/Picture.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'

type School = OutputOf<typeof schools.get>

/** A school's public page: posts, and what it is about. */
export function SchoolScreen() {
  const { t } = useTranslation()
  const schoolId = usePassed('schoolId', 'id')
  const { data, error, refetch } = useRead(schools.get, { schoolId: schoolId ?? '' }, { enabled: schoolId !== null })

  if (data) return <Page school={data} />
  if (schoolId === null || (error instanceof Refused && [400, 404].includes(error.status))) return <ErrorPage />
  return (
    <Screen title={t('schools.title')}>
      {error ? <Failed error={error} again={refetch} /> : <Loading as="cards" count={1} />}
    </Screen>
  )
}

function Page({ school }: { school: School }) {
  const { t } = useTranslation()
  return (
    <>
      <Picture src={school.imageUrl} className="h-40 w-full md:h-52" />
      <Screen title={school.name} lead={<Bdi>{school.vision}</Bdi>}>
        <Tabs
          label={t('school.tabs')}
          param="tab"
          tabs={[
            { value: 'posts', label: t('school.posts'), panel: <Empty sentence={t('school.postsSoon')} /> },
            { value: 'about', label: t('school.about'), panel: <About school={school} /> },
          ]}
        />
      </Screen>
    </>
  )
}

function About({ school }: { school: School }) {
  const { t } = useTranslation()
  return (
    <div className="grid gap-6 md:grid-cols-[3fr_2fr]">
      <Card>
        <p dir="auto" className="whitespace-pre-line [overflow-wrap:anywhere]">
          {school.about}
        </p>
      </Card>
      <section aria-labelledby="contacts">
        <h2 id="contacts" className="mb-3 text-xl">
          {t('school.contacts')}
        </h2>
        <Contacts schoolId={school.id} />
      </section>
    </div>
  )
}

function Contacts({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(schools.contacts, { schoolId })
  if (!data) return error ? <Failed error={error} again={refetch} /> : <Loading count={2} />
  if (data.length === 0) return <Empty sentence={t('school.noContacts')} />
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {data.map((contact) => (
        <li key={contact.id} className="flex items-center gap-4 px-5 py-3">
          <ContactIcon src={contact.typeIcon} />
          <span className="min-w-0">
            <span className="block text-sm text-muted">{contactTypeName(t, contact.typeName)}</span>
            <span className="[overflow-wrap:anywhere]">
              {/^[\d+() -]+$/.test(contact.value) ? <Digits>{contact.value}</Digits> : <Bdi>{contact.value}</Bdi>}
            </span>
          </span>
        </li>
      ))}
    </ul>
  )
}
