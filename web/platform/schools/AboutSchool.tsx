import type { OutputOf } from '#contract/language/operation.ts'
import type { schools } from '#contract/platform/schools/schools.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { countryShown } from '#web/lib/phones.ts'
import { schoolTypeName } from '#web/lib/reference.ts'

type Props = { school: OutputOf<typeof schools.get> }

/** A school's own information, for people who may not change it. */
export function AboutSchool({ school }: Props) {
  const { t, language } = useTranslation()
  const { name, about, vision, schoolTypeName: type, timeZone, country } = school
  const text = {
    name,
    about,
    vision,
    schoolTypeId: type ? schoolTypeName(t, type) : t('settings.schoolInfo.noType'),
    timeZone: timeZone.replaceAll('_', ' '),
    country: countryShown(country, language),
  }
  return (
    <dl className="space-y-4">
      {Object.entries(text).map(([field, value]) => (
        <div key={field}>
          <dt className="text-sm text-muted">{t(`settings.schoolInfo.${field}`)}</dt>
          <dd className="whitespace-pre-line [overflow-wrap:anywhere]">
            <bdi className={ofLines.has(field) ? 'block' : ''}>{value}</bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** Text of several lines begins on the side of its own language; a word stands below its label. */
const ofLines = new Set(['about', 'vision'])
