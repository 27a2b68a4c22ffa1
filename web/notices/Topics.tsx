import { type Topic, topics } from '#contract/inbox/inbox.ts'
import { ways } from '#contract/push/notice-preferences.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import { NotStored } from '#web/ui/NotStored.tsx'
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
          <li key={topic}>
            <fieldset className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-3">
              <legend className="float-start me-auto font-medium">{t(`notices.topic.${topic}`)}</legend>
              <NotStored pending={isPending(topic)} />
              <div className="flex rounded-full border border-line p-1">
                {ways.map((way) => (
                  <label
                    key={way}
                    className="relative flex min-h-11 items-center rounded-full px-3 text-sm has-checked:bg-primary has-checked:font-medium has-checked:text-on-primary has-focus-visible:outline-3 has-focus-visible:outline-offset-2 has-focus-visible:outline-accent"
                  >
                    <input
                      type="radio"
                      name={topic}
                      value={way}
                      checked={preferences[topic] === way}
                      onChange={() => choose({ [topic]: way })}
                      className="absolute inset-0 cursor-pointer opacity-0"
                    />
                    {t(`notices.way.${way}`)}
                  </label>
                ))}
              </div>
            </fieldset>
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
