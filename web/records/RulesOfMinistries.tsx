import { useTranslation } from '#web/lib/i18n.ts'
import { countryShown } from '#web/lib/phones.ts'
import { sourceInWords } from '#web/lib/press.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { type PublishedRule, publishedRules, type TopicOfRules } from './published-rules.ts'

/** The published rules of a topic, each with its country, its reports and their days, and where they contradict each other. */
export function RulesOfMinistries({ topic }: { topic: TopicOfRules }) {
  const { t, language } = useTranslation()
  const rules: readonly PublishedRule[] = publishedRules[topic]
  return (
    <div className="space-y-3">
      <p className="max-w-prose text-muted">{t('region.lead')}</p>
      <ul className="space-y-3">
        {rules.map(({ key, country, reports, contradicts }) => (
          <li key={key} className="max-w-prose space-y-1 rounded-card border border-line bg-surface p-4">
            <h3 className="font-semibold">
              {countryShown(country, language)} · {t(`region.rules.${key}.title`)}
            </h3>
            <p>{t(`region.rules.${key}.text`)}</p>
            {contradicts && <p className="text-wait">{t('region.contradicts')}</p>}
            <p className="text-sm text-muted">
              {t('region.source')}{' '}
              {reports.map(({ source, day }, nth) => (
                <span key={source}>
                  {nth > 0 && ' · '}
                  <Bdi>{sourceInWords(source)}</Bdi>
                  {day && (
                    <>
                      {' '}
                      <Day day={day} />
                    </>
                  )}
                </span>
              ))}
            </p>
          </li>
        ))}
      </ul>
    </div>
  )
}
