import { type Topic, topics } from '#contract/messages/inbox/inbox.ts'
import { ways } from '#contract/messages/push/notice-preferences.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { NotStored } from '#web/ui/NotStored.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import type { Choosing } from './choosing.ts'

/** How to hear of each sort of thing: at once, once a day, or only in the inbox. */
export function Topics({ preferences, choose, isPending }: Choosing) {
  const { t } = useTranslation()
  return (
    <section aria-labelledby="topics">
      <h2 id="topics" className="text-lg">
        {t('notices.topics')}
      </h2>
      <p className="mb-2 text-sm text-muted">{t('notices.topicsHint')}</p>
      <ul className="divide-y divide-line">
        {useTopics().map((topic) => (
          <li key={topic} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
            <span className="me-auto font-medium" aria-hidden="true">
              {t(`notices.topic.${topic}`)}
            </span>
            <NotStored pending={isPending(topic)} />
            <Segments
              label={t(`notices.topic.${topic}`)}
              items={ways.map((way) => ({ value: way, label: t(`notices.way.${way}`) }))}
              value={preferences[topic]}
              onChange={(way) => choose({ [topic]: way })}
            />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The topics this person can get notices about: as a parent, as staff of a school, or for all schools. */
function useTopics() {
  const { isParent, schools, appPermissions } = useSession()
  const works = schools.length > 0 || appPermissions.includes('ViewPaymentsRequests')
  return topics.filter((topic) => (staffTopics.includes(topic) ? works : isParent || !works))
}

const staffTopics: Topic[] = ['duties', 'school', 'payments']
